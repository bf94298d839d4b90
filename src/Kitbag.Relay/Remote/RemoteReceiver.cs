using System;
using System.Buffers;
using System.Text;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Remote
{
    /// <summary>Handles entries and events of the backplane.</summary>
    internal sealed class RemoteReceiver : IBackplaneReceiver
    {
        // The maximum length of the head of an entry that is not a snapshot.
        private const int MostHead = 512;

        private readonly RelayNode _node;

        public RemoteReceiver(RelayNode node) => _node = node;

        public void OnFast(int bucket, Guid relay, ReadOnlySequence<byte> entry)
        {
            try
            {
                if (entry.IsSingleSegment)
                {
                    Handle(relay, entry.FirstSpan, entry);
                    return;
                }
                Span<byte> head = stackalloc byte[(int)Math.Min(entry.Length, MostHead)];
                entry.Slice(0, head.Length).CopyTo(head);
                Handle(relay, head, entry);
            }
            catch (KitbagSessionException)
            {
                // A relay of another version may send entries that this one does not know.
                _node.Log.LogWarning("An entry of relay {Relay} is malformed.", relay);
            }
        }

        public void OnFastGap(int bucket, Guid relay)
        {
            foreach (Room room in _node.Rooms.ToList())
            {
                if (room.Bucket != bucket)
                    continue;
                if (relay == _node.Relay)
                {
                    _node.Remote.PublishSnapshot(room, room.NameBytes, Guid.Empty, isGap: true);
                }
                else
                {
                    room.TellGap();
                    _node.Remote.PublishQuestion(room);
                }
            }
        }

        public void OnKept(int stream, KeptPosition position, ReadOnlySequence<byte> entry)
        {
            if (!_node.Kept.TryTake(stream, position, entry, out PastMessage? message, out byte[] name))
            {
                // It may have been a message of any room.
                _node.Log.LogWarning("The entry at {Position} of stream {Stream} is malformed.", position, stream);
                Reset(stream, position);
            }
            else if (message != null)
            {
                _node.Rooms.Find(Encoding.UTF8.GetString(name))?.OnKept(message);
            }
        }

        public void OnKeptGap(int stream, KeptPosition expected, KeptPosition found)
        {
            _node.Log.LogWarning("Stream {Stream} has no entries between {Expected} and {Found}.", stream, expected, found);
            Reset(stream, found);
        }

        private void Reset(int stream, KeptPosition found)
        {
            _node.Kept.Reset(stream, found);
            foreach (Room room in _node.Rooms.ToList())
            {
                if (room.Stream == stream)
                    room.OnKeptGap();
            }
        }

        public void OnRelay(Guid relay, bool alive)
        {
            _node.Log.LogInformation("Relay {Relay} is {State}.", relay, alive ? "alive" : "lost");
            _node.Remote.OnRelay(relay, alive);
            foreach (Room room in _node.Rooms.ToList())
            {
                if (room.OnRelay(relay, alive))
                    _node.Remote.PublishQuestion(room);
            }
        }

        public void OnStateChanged(BackplaneState state)
        {
            _node.Log.LogInformation("The backplane is {State}.", state);
            if (state != BackplaneState.Ready)
                return;
            // Entries that were sent meanwhile, in both directions, were not received.
            foreach (Room room in _node.Rooms.ToList())
            {
                _node.Remote.PublishSnapshot(room, room.NameBytes, Guid.Empty, isGap: false);
                _node.Remote.PublishQuestion(room);
            }
        }

        private void Handle(Guid relay, ReadOnlySpan<byte> head, in ReadOnlySequence<byte> entry)
        {
            var reader = new HeaderReader(head);
            byte op = reader.Byte();
            ReadOnlySpan<byte> name = reader.Bytes(RoomLimits.Name);
            Room? room = _node.Rooms.Find(Encoding.UTF8.GetString(name));
            if (op == RemoteOp.Question)
            {
                _node.Remote.PublishSnapshot(room, name.ToArray(), relay, isGap: false);
                return;
            }
            if (room == null)
                return;
            switch (op)
            {
                case RemoteOp.Message:
                    byte flags = reader.Byte();
                    ReadOnlySpan<byte> from = reader.Bytes(RoomLimits.Peer);
                    ReadOnlySpan<byte> target = (flags & RoomFlags.Target) == RoomFlags.ToOne ? reader.Bytes(RoomLimits.Peer) : default;
                    ReadOnlySpan<byte> key = (flags & RoomFlags.HasKey) != 0 ? reader.Bytes(RoomLimits.Key) : default;
                    if (!room.SendFromOther(relay, from, flags, target, key, Rest(entry, head, reader)))
                        _node.Remote.PublishQuestion(room);
                    break;
                case RemoteOp.Peer:
                    var what = (KitbagPeerEvent)reader.Byte();
                    byte[] id = reader.Bytes(RoomLimits.Peer).ToArray();
                    var cause = (KitbagPeerCause)reader.Byte();
                    long since = reader.Number(long.MaxValue);
                    room.OnPeer(relay, what, id, cause, since, Rest(entry, head, reader).ToArray());
                    break;
                case RemoteOp.Room:
                    byte[] owner = reader.Bytes(RoomLimits.Peer).ToArray();
                    room.OnRoom(owner, Rest(entry, head, reader).ToArray());
                    break;
                case RemoteOp.Remove:
                    room.OnRemove(reader.Bytes(RoomLimits.Peer), reader.Number(RoomLimits.Number));
                    break;
                case RemoteOp.Snapshot:
                    ReadOnlySequence<byte> rest = Rest(entry, head, reader);
                    OnSnapshot(room, relay, rest.ToArray());
                    break;
                default:
                    throw HeaderReader.Malformed();
            }
        }

        private void OnSnapshot(Room room, Guid relay, byte[] bytes)
        {
            if (bytes.Length < 17)
                throw HeaderReader.Malformed();
            var asker = new Guid(bytes.AsSpan(0, 16));
            if (asker != Guid.Empty && asker != _node.Relay)
                return;
            RoomSnapshot snapshot = RoomSnapshot.Read(bytes.AsSpan(17));
            if (bytes[16] != 0)
                room.TellGap();
            room.Merge(relay, snapshot);
            _node.Remote.OnAnswer(room.Name, relay);
        }

        private static ReadOnlySequence<byte> Rest(in ReadOnlySequence<byte> entry, ReadOnlySpan<byte> head, in HeaderReader reader) =>
            entry.Slice(head.Length - reader.Rest.Length);
    }
}
