using System.Collections.Generic;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    /// <summary>Contains the last messages of a fast room, and the last values by key. Guarded by the room's lock.</summary>
    internal sealed class RoomHistory
    {
        private readonly int _count, _keys, _maxBytes;
        private readonly LinkedList<PastMessage> _last = new();
        private readonly Dictionary<byte[], LinkedListNode<PastMessage>> _byKey = new(Utf8Comparer.Instance);
        private readonly LinkedList<PastMessage> _values = new();
        private int _bytes;

        /// <param name="count">The number of last messages that are kept.</param>
        /// <param name="keys">The number of keys whose last values are kept.</param>
        /// <param name="maxBytes">The maximum number of bytes of all of them; the oldest ones are removed first.</param>
        public RoomHistory(int count, int keys, int maxBytes)
        {
            _count = count;
            _keys = keys;
            _maxBytes = maxBytes;
        }

        /// <summary>Gets a value indicating whether nothing is ever kept.</summary>
        public bool IsNone => _count == 0 && _keys == 0;

        /// <summary>Gets the number of bytes of the history.</summary>
        public int Bytes => _bytes;

        public void Add(PastMessage message)
        {
            if (_keys != 0 && message.HasKey)
                AddValue(message);
            if (_count != 0)
            {
                _last.AddLast(message);
                _bytes += message.Bytes;
            }
            while (_last.Count > _count || (_bytes > _maxBytes && _last.Count > 0))
                RemoveFirst(_last);
            while (_byKey.Count > _keys || (_bytes > _maxBytes && _values.Count > 0))
            {
                _byKey.Remove(_values.First!.Value.Key);
                RemoveFirst(_values);
            }
        }

        /// <summary>
        /// Returns the messages for a peer that joins: the last values that are older than the last messages, and the last messages.
        /// </summary>
        public List<PastMessage> ToList()
        {
            var all = new List<PastMessage>(_values.Count + _last.Count);
            var last = new HashSet<PastMessage>(_last);
            foreach (PastMessage value in _values)
            {
                if (!last.Contains(value))
                    all.Add(value);
            }
            all.AddRange(_last);
            return all;
        }

        private void AddValue(PastMessage message)
        {
            if (_byKey.Remove(message.Key, out LinkedListNode<PastMessage>? old))
            {
                _bytes -= old.Value.Bytes;
                _values.Remove(old);
            }
            _byKey.Add(message.Key, _values.AddLast(message));
            _bytes += message.Bytes;
        }

        private void RemoveFirst(LinkedList<PastMessage> from)
        {
            _bytes -= from.First!.Value.Bytes;
            from.RemoveFirst();
        }
    }
}
