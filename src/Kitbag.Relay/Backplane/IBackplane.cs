using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// Transports entries between relays, without interpreting them. Fast entries are sent to the relays that listen to their bucket, and
    /// are lost if something fails. Kept entries are written to a stream, which has one order for all, and none is lost once confirmed.
    /// </summary>
    internal interface IBackplane : IAsyncDisposable
    {
        /// <summary>Gets the id of this relay, which is different in each process.</summary>
        Guid Relay { get; }

        /// <summary>Gets a value that specifies whether entries can currently be transported.</summary>
        BackplaneState State { get; }

        /// <summary>Gets the number of buckets to which fast rooms are hashed; it is the same for all relays.</summary>
        int Buckets { get; }

        /// <summary>Gets the number of streams to which kept rooms are hashed; it is the same for all relays.</summary>
        int Streams { get; }

        /// <summary>Gets the maximum length of an entry in bytes, head and payload together.</summary>
        int MaxEntry { get; }

        /// <summary>
        /// Connects, and passes the newest entries of each stream to the receiver (see <see cref="IBackplaneReceiver.OnKept"/>). The task
        /// completes when everything is ready. From then on, the backplane reconnects by itself. It retries until canceled if the broker
        /// cannot be reached.
        /// </summary>
        ValueTask StartAsync(IBackplaneReceiver receiver, CancellationToken cancellation = default);

        /// <summary>
        /// Listens to a bucket. All its entries are received from the completion of the task on. Listening twice has no further effect.
        /// </summary>
        ValueTask ListenAsync(int bucket, CancellationToken cancellation = default);

        /// <summary>Stops listening to a bucket. Some of its entries may still be received.</summary>
        void Ignore(int bucket);

        /// <summary>
        /// Sends a fast entry to all other relays that listen to the bucket. Head and payload are copied before this method returns, and
        /// entries of one bucket arrive in the order of the calls. Returns false if there is no connection or no space: then nothing is
        /// sent, and the caller must report a gap.
        /// </summary>
        bool TryPublish(int bucket, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload);

        /// <summary>
        /// Appends an entry to a stream. The task completes when the entry is stored permanently; the receiver gets it at about the same
        /// time, before or after. Head and payload are copied before this method returns, and entries are kept in the order of the calls.
        /// The operation waits while there is no connection.
        /// </summary>
        /// <exception cref="BackplaneException">
        /// Too many entries are waiting, or this one has waited too long; then <see cref="BackplaneException.InDoubt"/> specifies whether
        /// it may have been kept nevertheless.
        /// </exception>
        ValueTask<KeptPosition> AppendAsync(int stream, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload,
            CancellationToken cancellation = default);

        /// <summary>
        /// Completes when the receiver has been called for all entries that were appended before, if no other relay could read them once
        /// this one has stopped.
        /// </summary>
        ValueTask PassOnAllAsync();

        /// <summary>
        /// Returns the position of the last entry of a stream that was passed to the receiver or, if there was none in this epoch, of the
        /// entry before the next one.
        /// </summary>
        KeptPosition End(int stream);

        /// <summary>
        /// Returns the current end of a stream at the broker, which the receiver may reach a moment later or earlier.
        /// </summary>
        /// <exception cref="BackplaneException">The broker did not respond in time.</exception>
        ValueTask<KeptPosition> FindEndAsync(int stream);

        /// <summary>
        /// Reads the entries after a position, in order, at least up to the one that <see cref="End"/> returned at the time of the call.
        /// Reading ends early if the callback returns false. The bytes of the entry are valid until the callback returns.
        /// </summary>
        ValueTask<KeptHistory> ReadAsync(int stream, KeptPosition after, Func<KeptPosition, ReadOnlySequence<byte>, bool> entry,
            CancellationToken cancellation = default);
    }
}
