using System;
using System.Buffers;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// Handles entries and events of a backplane for a relay. The methods are called on threads of the backplane; calls for one bucket are
    /// sequential, as are those for one stream. They must not block, and the bytes are valid until they return.
    /// </summary>
    internal interface IBackplaneReceiver
    {
        /// <summary>Handles a fast entry of another relay. Entries of one relay and bucket arrive in order, each at most once.</summary>
        void OnFast(int bucket, Guid relay, ReadOnlySequence<byte> entry);

        /// <summary>
        /// Handles the loss of fast entries of a relay. If <paramref name="relay"/> is this relay, entries from it to others are lost.
        /// </summary>
        void OnFastGap(int bucket, Guid relay);

        /// <summary>
        /// Handles a kept entry, including those of this relay, in the order of the stream and each once. After the start, the newest
        /// entries of each stream are passed first, as many as the options of the backplane specify, so that rooms have their history in
        /// memory.
        /// </summary>
        void OnKept(int stream, KeptPosition position, ReadOnlySequence<byte> entry);

        /// <summary>
        /// Handles a gap between two positions: the stream was trimmed or, if the epochs differ, was deleted and recreated. The next entry
        /// is after <paramref name="found"/>, which <see cref="IBackplane.End"/> returns as well until then.
        /// </summary>
        void OnKeptGap(int stream, KeptPosition expected, KeptPosition found);

        /// <summary>
        /// Handles the first or renewed appearance of another relay (true), or its loss after a timeout or a goodbye (false).
        /// </summary>
        void OnRelay(Guid relay, bool alive);

        /// <summary>Handles a change of the state of the backplane.</summary>
        void OnStateChanged(BackplaneState state);
    }
}
