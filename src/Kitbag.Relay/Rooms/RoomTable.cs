using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Relay.Remote;

namespace Kitbag.Relay.Rooms
{
    /// <summary>Contains the rooms that have peers of this relay.</summary>
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

        /// <summary>
        /// Returns the room with a name, and creates an empty place if there is none. Returns null if there are too many rooms.
        /// </summary>
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

        /// <summary>Returns all rooms.</summary>
        public List<Room> ToList()
        {
            lock (_gate)
                return [.. _rooms.Values];
        }

        /// <summary>Returns the number of the part to which a name is hashed: FNV-1a, so that all relays compute the same.</summary>
        public static int Hash(ReadOnlySpan<byte> name, int parts)
        {
            uint hash = 2166136261;
            foreach (byte b in name)
                hash = (hash ^ b) * 16777619;
            return (int)(hash % (uint)parts);
        }
    }
}
