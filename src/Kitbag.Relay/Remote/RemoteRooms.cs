using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Remote
{
    /// <summary>Sends information about the rooms of this relay to other relays, as fast entries in the buckets of the rooms.</summary>
    internal sealed class RemoteRooms
    {
        /// <summary>The bucket that all relays listen to, because relays that do not know a room are asked about it, too.</summary>
        public const int QuestionBucket = 0;

        private static readonly TimeSpan s_mostWait = TimeSpan.FromSeconds(1);

        private readonly RelayNode _node;
        private readonly ConcurrentDictionary<Guid, bool> _relays = new();
        private readonly ConcurrentDictionary<string, Asking> _asking = new(StringComparer.Ordinal);

        public RemoteRooms(RelayNode node) => _node = node;

        /// <summary>Gets the number of other relays that are alive.</summary>
        public int Relays => _relays.Count;

        public bool PublishMessage(Room room, byte flags, ReadOnlySpan<byte> from, ReadOnlySpan<byte> target, ReadOnlySpan<byte> key,
            in ReadOnlySequence<byte> payload)
        {
            Span<byte> head = stackalloc byte[512];
            head[0] = RemoteOp.Message;
            int at = RelayFrames.WriteBytes(head, 1, room.NameBytes);
            head[at++] = flags;
            at = RelayFrames.WriteBytes(head, at, from);
            if ((flags & RoomFlags.Target) == RoomFlags.ToOne)
                at = RelayFrames.WriteBytes(head, at, target);
            if ((flags & RoomFlags.HasKey) != 0)
                at = RelayFrames.WriteBytes(head, at, key);
            return _node.Backplane.TryPublish(room.Bucket, head.Slice(0, at), payload);
        }

        public bool PublishPeer(Room room, KitbagPeerEvent what, Member member, KitbagPeerCause cause) => Publish(room,
            Begin(RemoteOp.Peer, room).Byte((byte)what).Bytes(member.Id).Byte((byte)cause).Number(member.Since), member.Metadata);

        public bool PublishRoom(Room room, byte[] owner, byte[] metadata) =>
            Publish(room, Begin(RemoteOp.Room, room).Bytes(owner), metadata);

        public bool PublishRemove(Room room, byte[] peer, long seconds) =>
            Publish(room, Begin(RemoteOp.Remove, room).Bytes(peer).Number(seconds), []);

        /// <summary>Sends what this relay knows about a room to a relay that has asked, or to all.</summary>
        public bool PublishSnapshot(Room? room, byte[] name, Guid asker, bool isGap)
        {
            FrameBuilder entry = new FrameBuilder().Begin(RemoteOp.Snapshot).Bytes(name).Raw(asker.ToByteArray())
                .Byte(isGap ? (byte)1 : (byte)0);
            (room?.Snapshot(withPast: asker != Guid.Empty) ?? new RoomSnapshot()).Write(entry);
            return _node.Backplane.TryPublish(RoomTable.Hash(name, _node.Backplane.Buckets), entry.EndHeader().Span, default);
        }

        /// <summary>Listens to a room that is new here, and learns what the other relays know about it.</summary>
        public async Task AskAsync(Room room)
        {
            // The caller holds the lock of the table.
            await Task.Yield();
            try
            {
                // If the others cannot be reached, peers of this relay may join nevertheless, and the others are asked later.
                await _node.Backplane.ListenAsync(room.Bucket).AsTask().WaitAsync(s_mostWait, _node.Time);
                var asking = new Asking(_relays.Keys);
                if (asking.IsDone || !_asking.TryAdd(room.Name, asking))
                    return;
                if (PublishQuestion(room))
                    await asking.Done.WaitAsync(s_mostWait, _node.Time);
            }
            catch (TimeoutException)
            {
                _node.Log.LogWarning("Not all relays have responded to the question about room {Room}.", room.Name);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                _node.Log.LogError(e, "Listening to room {Room} failed.", room.Name);
            }
            finally
            {
                _asking.TryRemove(room.Name, out _);
            }
        }

        public bool PublishQuestion(Room room) =>
            _node.Backplane.TryPublish(QuestionBucket, Begin(RemoteOp.Question, room).EndHeader().Span, default);

        /// <summary>Handles the response of a relay about a room.</summary>
        public void OnAnswer(string room, Guid relay)
        {
            if (_asking.TryGetValue(room, out Asking? asking))
                asking.OnAnswer(relay);
        }

        /// <summary>Handles the appearance or the loss of a relay.</summary>
        public void OnRelay(Guid relay, bool isAlive)
        {
            if (isAlive)
            {
                _relays[relay] = true;
                return;
            }
            _relays.TryRemove(relay, out _);
            foreach (Asking asking in _asking.Values)
                asking.OnAnswer(relay);
        }

        private static FrameBuilder Begin(byte op, Room room) => new FrameBuilder().Begin(op).Bytes(room.NameBytes);

        private bool Publish(Room room, FrameBuilder head, byte[] payload) =>
            _node.Backplane.TryPublish(room.Bucket, head.EndHeader().Span, new ReadOnlySequence<byte>(payload));

        /// <summary>Represents a question that not all relays have answered.</summary>
        private sealed class Asking
        {
            private readonly Lock _gate = new();
            private readonly HashSet<Guid> _missing;
            private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

            public Asking(IEnumerable<Guid> relays) => _missing = [.. relays];

            public bool IsDone => _missing.Count == 0;

            public Task Done => _done.Task;

            public void OnAnswer(Guid relay)
            {
                lock (_gate)
                {
                    if (_missing.Remove(relay) && _missing.Count == 0)
                        _done.TrySetResult();
                }
            }
        }
    }
}
