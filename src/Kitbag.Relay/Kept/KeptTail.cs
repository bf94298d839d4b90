using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Kept
{
    /// <summary>The newest messages of one kept room, in memory, whether the room has peers here or not.</summary>
    internal sealed class KeptTail
    {
        private const int MostSenders = 4096, MostDoubles = 4096;

        private readonly Lock _gate = new();
        private readonly Dictionary<byte[], SerialWindow> _serials = new(Utf8Comparer.Instance);
        private readonly HashSet<KeptPosition> _doubles = [];
        private List<PastMessage> _messages = [];
        private KeptPosition _since;
        private long _bytes;

        /// <param name="since">The position behind which nothing of this room is missing here.</param>
        public KeptTail(KeptPosition since) => _since = since;

        /// <summary>How many bytes it takes.</summary>
        public long Bytes
        {
            get
            {
                lock (_gate)
                    return _bytes;
            }
        }

        /// <summary>The position of the newest message; null where there is none.</summary>
        public KeptPosition? Last
        {
            get
            {
                lock (_gate)
                    return _messages.Count == 0 ? null : _messages[^1].Position;
            }
        }

        /// <summary>Adds the newest message; false where its sender's number was taken before.</summary>
        public bool TryAdd(PastMessage message, long serial, int maxBytes, out long change)
        {
            lock (_gate)
            {
                change = 0;
                if (serial != 0 && !Window(message.From).TryAdd(serial))
                {
                    if (_doubles.Count == MostDoubles)
                        _doubles.Clear();
                    _doubles.Add(message.Position);
                    return false;
                }
                _messages.Add(message);
                _bytes += message.Bytes;
                change = message.Bytes + Trim(maxBytes);
                return true;
            }
        }

        /// <summary>Drops the oldest messages above so many bytes; answers by how much that changed the number.</summary>
        public long TrimTo(long maxBytes)
        {
            lock (_gate)
                return Trim(maxBytes);
        }

        /// <summary>Whether a message is one that was sent again, and is not to be delivered.</summary>
        public bool IsDouble(KeptPosition position)
        {
            lock (_gate)
                return _doubles.Contains(position);
        }

        /// <summary>Adds the messages behind a position to a list, up to so many bytes; false where some of them are not here.</summary>
        public bool TryRead(KeptPosition after, long maxBytes, List<PastMessage> to)
        {
            lock (_gate)
            {
                if (after.Epoch != _since.Epoch || _since.IsAfter(after))
                    return false;
                int low = 0, high = _messages.Count;
                while (low < high)
                {
                    int middle = (low + high) / 2;
                    if (_messages[middle].Position.IsAfter(after))
                        high = middle;
                    else
                        low = middle + 1;
                }
                long bytes = 0;
                for (; low < _messages.Count && bytes < maxBytes; low++)
                {
                    to.Add(_messages[low]);
                    bytes += _messages[low].Bytes;
                }
                return true;
            }
        }

        /// <summary>Tells all messages to somebody, from the oldest on.</summary>
        public void ForEach(Action<PastMessage> tell)
        {
            lock (_gate)
                _messages.ForEach(tell);
        }

        /// <summary>What came before a position is gone. Answers by how much that changed the number of bytes.</summary>
        public long Reset(KeptPosition since)
        {
            lock (_gate)
            {
                long change = -_bytes;
                _messages = [];
                _bytes = 0;
                _since = since;
                return change;
            }
        }

        private SerialWindow Window(byte[] from)
        {
            if (_serials.TryGetValue(from, out SerialWindow? window))
                return window;
            if (_serials.Count == MostSenders)
                _serials.Clear();
            return _serials[from] = new SerialWindow();
        }

        private long Trim(long maxBytes)
        {
            int count = 0;
            long change = 0;
            while (_bytes > maxBytes && count < _messages.Count)
            {
                PastMessage dropped = _messages[count++];
                _since = dropped.Position;
                _bytes -= dropped.Bytes;
                change -= dropped.Bytes;
            }
            // Moving what is left costs as much as there is, so it is done for many at once.
            if (count != 0)
                _messages.RemoveRange(0, count);
            return change;
        }
    }
}
