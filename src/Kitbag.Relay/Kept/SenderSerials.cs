using System.Collections.Generic;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Kept
{
    /// <summary>
    /// Tracks the last numbers of the senders of one room, so that a message that was stored twice is delivered once. If there are many
    /// senders, those that have sent nothing for the longest time are forgotten.
    /// </summary>
    internal sealed class SenderSerials
    {
        // Half of the senders are forgotten at once, which needs no list in the order of the last use.
        private readonly int _most;
        private Dictionary<byte[], SerialWindow> _recent = new(Utf8Comparer.Instance), _older = new(Utf8Comparer.Instance);

        /// <param name="most">The maximum number of senders; at least half as many are remembered.</param>
        public SenderSerials(int most) => _most = most / 2;

        /// <summary>
        /// Returns whether a message, which follows all earlier ones in its stream, is not a duplicate. Messages without a number are never
        /// duplicates.
        /// </summary>
        public bool TryAdd(PastMessage message) => message.Serial == 0 || Window(message.From).TryAdd(message.Serial);

        private SerialWindow Window(byte[] from)
        {
            if (_recent.TryGetValue(from, out SerialWindow? window))
                return window;
            if (_recent.Count == _most)
                (_older, _recent) = (_recent, new Dictionary<byte[], SerialWindow>(Utf8Comparer.Instance));
            if (!_older.TryGetValue(from, out window))
                window = new SerialWindow();
            return _recent[from] = window;
        }
    }
}
