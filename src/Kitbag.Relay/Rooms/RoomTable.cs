using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Relay.Remote;

namespace Kitbag.Relay.Rooms
{
    /// <summary>The rooms in which peers of this relay are.</summary>
    internal sealed class RoomTable
    {
        private readonly RelayNode _node;
        private readonly Lock _gate = new();
        private readonly Dictionary<string, Room> _rooms = new(StringComparer.Ordinal);
        private readonly Dictionary<int, int> _inBucket = [];
        private long _lastNumber;

        public RoomTable(RelayNode node) => _node = node;

        public int Count
        {
            get
            {
                lock (_gate)
                    return _rooms.Count;
            }
        }

        /// <summary>The room of a name; it is made a place where there is none. Null where there are too many.</summary>
        public Room? GetOrAdd(string name)
        {
            lock (_gate)
            {
                if (_rooms.TryGetValue(name, out Room? room))
                    return room;
                if (_rooms.Count >= _node.Limits.MaxRooms)
                    return null;
                room = new Room(_node, name, ++_lastNumber);
                _rooms.Add(name, room);
                _inBucket[room.Bucket] = _inBucket.GetValueOrDefault(room.Bucket) + 1;
                if (!_node.IsAlone)
                    room.Ready = _node.Remote.AskAsync(room);
                return room;
            }
        }

        public Room? Find(string name)
        {
            lock (_gate)
                return _rooms.GetValueOrDefault(name);
        }

        public void Remove(Room room)
        {
            lock (_gate)
            {
                if (!_rooms.Remove(room.Name))
                    return;
                if (--_inBucket[room.Bucket] == 0)
                {
                    _inBucket.Remove(room.Bucket);
                    if (!_node.IsAlone && room.Bucket != RemoteRooms.QuestionBucket)
                        _node.Backplane.Ignore(room.Bucket);
                }
            }
        }

        /// <summary>All rooms.</summary>
        public List<Room> ToList()
        {
            lock (_gate)
                return [.. _rooms.Values];
        }

        /// <summary>Into which of so many parts a name goes: FNV-1a, so that all relays have the same.</summary>
        public static int Hash(ReadOnlySpan<byte> name, int parts)
        {
            uint hash = 2166136261;
            foreach (byte b in name)
                hash = (hash ^ b) * 16777619;
            return (int)(hash % (uint)parts);
        }
    }
}
