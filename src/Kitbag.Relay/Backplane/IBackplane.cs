using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// Carries entries between relays. What an entry is, only relays know. Fast entries go to the relays that listen to their bucket, and
    /// are lost when something breaks; kept entries are written to a stream, which has one order for all, and none is lost once confirmed.
    /// </summary>
    internal interface IBackplane : IAsyncDisposable
    {
        /// <summary>Which relay this is: a number that no other process has.</summary>
        Guid Relay { get; }

        /// <summary>Whether it can carry entries now.</summary>
        BackplaneState State { get; }

        /// <summary>Into how many buckets fast rooms are hashed; all relays have the same number.</summary>
        int Buckets { get; }

        /// <summary>Into how many streams kept rooms are hashed; all relays have the same number.</summary>
        int Streams { get; }

        /// <summary>The longest entry in bytes, head and payload together.</summary>
        int MaxEntry { get; }

        /// <summary>
        /// Connects, gives the receiver the newest entries of each stream (see <see cref="IBackplaneReceiver.OnKept"/>), and is done when
        /// all is ready. From then on it supervises itself. Where the broker cannot be reached it tries until cancelled.
        /// </summary>
        ValueTask StartAsync(IBackplaneReceiver receiver, CancellationToken cancellation = default);

        /// <summary>Listens to a bucket: from the moment when the task is done its entries come. Listening twice counts once.</summary>
        ValueTask ListenAsync(int bucket, CancellationToken cancellation = default);

        /// <summary>Listens to a bucket no longer. Some of its entries may still come.</summary>
        void Ignore(int bucket);

        /// <summary>
        /// Sends a fast entry to all other relays that listen to the bucket. Head and payload are copied before it returns, and entries of
        /// one bucket arrive in the order of the calls. Returns false where there is no connection or no room: then nothing is sent, and
        /// the caller tells a gap.
        /// </summary>
        bool TryPublish(int bucket, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload);

        /// <summary>
        /// Appends an entry to a stream, and is done when it is there for good; the receiver is given it about then, before or after. Head
        /// and payload are copied before this returns, and entries are kept in the order of the calls. While there is no connection it
        /// waits.
        /// </summary>
        /// <exception cref="BackplaneException">
        /// There is no room for more entries that wait, or this one waited too long; then <see cref="BackplaneException.InDoubt"/> says
        /// whether it may still be kept.
        /// </exception>
        ValueTask<KeptPosition> AppendAsync(int stream, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload,
            CancellationToken cancellation = default);

        /// <summary>
        /// The position of the last entry of a stream that the receiver was given, or where it has been given none in this epoch, of the
        /// entry before the next one.
        /// </summary>
        KeptPosition End(int stream);

        /// <summary>
        /// The position of the end of a stream as the broker has it now, which the receiver may be given a moment later or earlier.
        /// </summary>
        /// <exception cref="BackplaneException">The broker did not tell it in time.</exception>
        ValueTask<KeptPosition> FindEndAsync(int stream);

        /// <summary>
        /// Reads the entries behind a position, in order, up to the one that <see cref="End"/> told when this was called, or further.
        /// Reading ends early where the callback returns false. The entry's bytes are valid until the callback returns.
        /// </summary>
        ValueTask<KeptHistory> ReadAsync(int stream, KeptPosition after, Func<KeptPosition, ReadOnlySequence<byte>, bool> entry,
            CancellationToken cancellation = default);
    }
}
