using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Rooms;

namespace Kitbag.Relay.Kept
{
    /// <summary>Contains the newest messages of one kept room in memory, whether or not the room has peers here.</summary>
    internal sealed class KeptTail
    {
        private const int MostSenders = 4096, MostDoubles = 4096;

        private readonly Lock _gate = new();
        private readonly SenderSerials _serials = new(MostSenders);
        private readonly HashSet<KeptPosition> _doubles = [];
        private List<PastMessage> _messages = [];
        private KeptPosition _since;
        private long _bytes;

        /// <param name="since">The position after which no message of this room is missing here.</param>
        public KeptTail(KeptPosition since) => _since = since;

        /// <summary>Gets the number of bytes of the tail.</summary>
        public long Bytes
        {
            get
            {
                lock (_gate)
                    return _bytes;
            }
        }

        /// <summary>Gets the position of the newest message, or null if there is none.</summary>
        public KeptPosition? Last
        {
            get
            {
                lock (_gate)
                    return _messages.Count == 0 ? null : _messages[^1].Position;
            }
        }

        /// <summary>Adds the newest message. Returns false if its number was already received from its sender.</summary>
        public bool TryAdd(PastMessage message, int maxBytes, out long change)
        {
            lock (_gate)
            {
                change = 0;
                if (!_serials.TryAdd(message))
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

        /// <summary>Removes the oldest messages until at most this many bytes remain. Returns the change of the number of bytes.</summary>
        public long TrimTo(long maxBytes)
        {
            lock (_gate)
                return Trim(maxBytes);
        }

        /// <summary>Returns whether a message is a duplicate that must not be delivered.</summary>
        public bool IsDouble(KeptPosition position)
        {
            lock (_gate)
                return _doubles.Contains(position);
        }

        /// <summary>
        /// Adds the messages after a position to a list, up to a number of bytes. Returns false if some of them are not in memory.
        /// </summary>
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

        /// <summary>Calls a delegate for all messages, starting with the oldest.</summary>
        public void ForEach(Action<PastMessage> tell)
        {
            lock (_gate)
                _messages.ForEach(tell);
        }

        /// <summary>Removes the messages before a position, which no longer exist. Returns the change of the number of bytes.</summary>
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
            // Moving the remaining messages costs time proportional to their number, so it is done for many removed ones at once.
            if (count != 0)
                _messages.RemoveRange(0, count);
            return change;
        }
    }
}
