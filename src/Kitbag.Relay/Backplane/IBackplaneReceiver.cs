using System;
using System.Buffers;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// What a relay does with what comes from its backplane. Calls come from threads of the backplane: those for one bucket one after the
    /// other, those for one stream as well. They must not block, and the bytes are valid until they return.
    /// </summary>
    internal interface IBackplaneReceiver
    {
        /// <summary>A fast entry of another relay has come; those of one relay and bucket come in order, each at most once.</summary>
        void OnFast(int bucket, Guid relay, ReadOnlySequence<byte> entry);

        /// <summary>
        /// Fast entries of a relay are lost, those of this one to others included, where <paramref name="relay"/> is its own.
        /// </summary>
        void OnFastGap(int bucket, Guid relay);

        /// <summary>
        /// A kept entry has come, one's own too: in the order of the stream, each once. After the start the newest entries of each stream
        /// come first, as many as the backplane's options say, so that rooms have their history in memory.
        /// </summary>
        void OnKept(int stream, KeptPosition position, ReadOnlySequence<byte> entry);

        /// <summary>
        /// Entries between two positions are gone: the stream was trimmed, or, where the epochs differ, was deleted and made anew. The next
        /// entry is behind <paramref name="found"/>, which <see cref="IBackplane.End"/> tells as well until it comes.
        /// </summary>
        void OnKeptGap(int stream, KeptPosition expected, KeptPosition found);

        /// <summary>
        /// Another relay is heard for the first time or again (true), or was not heard for a time or said goodbye (false).
        /// </summary>
        void OnRelay(Guid relay, bool alive);

        /// <summary>The backplane is in another state.</summary>
        void OnStateChanged(BackplaneState state);
    }
}
