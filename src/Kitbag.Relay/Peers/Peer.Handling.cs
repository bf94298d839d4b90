using System;
using System.Buffers;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Identity;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Peers
{
    // Handles the messages of the peer. While a handler is not complete, all further messages of the peer wait, and so does the peer.
    internal sealed partial class Peer
    {
        // The maximum size of the header of a sent message.
        private const int MostSendHeader = 256;

        // The approximate maximum time in milliseconds for which a peer waits for slower receivers.
        private const int MostPauses = 500;

        // The number of bytes that each room examined by a list request counts for the rate limit.
        private const int ListCost = 64;

        private int _unconfirmed, _handling;
        private long _unchecked;

        /// <summary>Handles a message of the peer.</summary>
        public ValueTask HandleAsync(KitbagSession session, in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            Begin(session);
            long bytes = header.Length + payload.Length;
            Frames++;
            Bytes += bytes;
            TimeSpan pause = _rate.Take(bytes);
            return pause == TimeSpan.Zero ? Handle(header, payload) : HandleLaterAsync(pause, header, payload);
        }

        private async ValueTask HandleLaterAsync(TimeSpan pause, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload)
        {
            _node.Metrics.Throttled();
            await Task.Delay(pause, _node.Time, _session!.Ended);
            await Handle(header, payload);
        }

        /// <summary>Gets a value indicating whether a message of the peer is being handled, or is not confirmed yet.</summary>
        public bool IsBusy => Volatile.Read(ref _handling) != 0 || Volatile.Read(ref _unconfirmed) != 0;

        private ValueTask Handle(in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            // The exchange is a full fence: either this method sees that the relay stops, or the relay sees that it has to wait.
            Interlocked.Exchange(ref _handling, 1);
            try
            {
                // Some receivers may have had their goodbye. The peer sends what was not confirmed to the next relay.
                return _node.IsStopping ? ValueTask.CompletedTask : HandleMessage(header, payload);
            }
            catch (KitbagSessionException e) when (e.Reason is KitbagCloseReason.Protocol or KitbagCloseReason.Version
                or KitbagCloseReason.LimitExceeded)
            {
                Cut(e.Reason, e.Message);
                return ValueTask.CompletedTask;
            }
            finally
            {
                Volatile.Write(ref _handling, 0);
            }
        }

        private ValueTask HandleMessage(in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            ReadOnlySpan<byte> first = header.FirstSpan;
            if (first.Length != 0 && first[0] == RoomOp.Send && header.Length <= MostSendHeader)
            {
                if (first.Length == header.Length)
                    return Send(first, payload);
                Span<byte> copy = stackalloc byte[(int)header.Length];
                header.CopyTo(copy);
                return Send(copy, payload);
            }
            return HandleRequest(header, payload);
        }

        private ValueTask Send(ReadOnlySpan<byte> header, in ReadOnlySequence<byte> payload)
        {
            var reader = new HeaderReader(header.Slice(1));
            long number = reader.Number(RoomLimits.Number);
            byte flags = reader.Byte();
            bool isToOne = (flags & RoomFlags.Target) == RoomFlags.ToOne;
            if (flags > 31 || (flags & RoomFlags.Target) == RoomFlags.Target)
                throw HeaderReader.Malformed();
            ReadOnlySpan<byte> target = isToOne ? reader.Bytes(RoomLimits.Peer) : default;
            ReadOnlySpan<byte> key = (flags & RoomFlags.HasKey) != 0 ? reader.Bytes(RoomLimits.Key) : default;
            long request = (flags & RoomFlags.Confirm) != 0 ? reader.Number(RoomLimits.Number) : 0;
            reader.End();
            RoomFailure? failure;
            if (Find(number) is not { } member)
                failure = RoomFailure.NotInRoom;
            else if (payload.Length > _node.Limits.MaxMessage)
                failure = RoomFailure.Limit("A message has", _node.Limits.MaxMessage, "bytes (--limits.maxmessage)");
            else if ((Identity.Rights & RelayRights.Send) == 0)
                failure = RoomFailure.NoSend;
            else if (member.Room.IsKept && !isToOne && (flags & RoomFlags.Sheddable) == 0)
                return KeepAsync(member, flags, key, request, payload);
            else
                failure = member.Room.Send(member, flags, target, key, payload);
            if (failure != null)
                FailMessage(request, number, failure);
            else if (request != 0)
                Done(request);
            if (failure != null || (flags & RoomFlags.Sheddable) != 0)
                return ValueTask.CompletedTask;
            _unchecked += payload.Length;
            return _unchecked < _node.Limits.MaxQueueBytes / 8 ? ValueTask.CompletedTask : SlowDown(number, target);
        }

        // If most receivers of this peer's messages are slower than the peer, the peer is paused briefly. This is the only way in which it
        // ever waits for receivers.
        private ValueTask SlowDown(long number, ReadOnlySpan<byte> target)
        {
            _unchecked = 0;
            byte[]? to = target.Length == 0 ? null : target.ToArray();
            return Find(number)?.Room is { } room && room.IsCongested(to) ? SlowDownAsync(room, to) : ValueTask.CompletedTask;
        }

        private static async ValueTask SlowDownAsync(Room room, byte[]? target)
        {
            for (int i = 0; i < MostPauses && room.IsCongested(target); i++)
                await Task.Delay(1);
        }

        private ValueTask KeepAsync(Member member, byte flags, ReadOnlySpan<byte> key, long request, in ReadOnlySequence<byte> payload)
        {
            ValueTask<KeptPosition> keeping = member.Room.KeepAsync(member, flags, key, request, payload);
            if (keeping.IsCompletedSuccessfully)
            {
                if (request != 0)
                    Done(request, Positions.ToBytes(keeping.Result));
                return ValueTask.CompletedTask;
            }
            Task kept = ConfirmAsync(keeping, request, member.Room.Number);
            // A peer that has more unconfirmed messages has to wait.
            return Interlocked.Increment(ref _unconfirmed) < RoomLimits.Unconfirmed ? ValueTask.CompletedTask
                : new ValueTask(kept);
        }

        private async Task ConfirmAsync(ValueTask<KeptPosition> keeping, long request, long room)
        {
            try
            {
                KeptPosition position = await keeping;
                if (request != 0)
                    Done(request, Positions.ToBytes(position));
            }
            catch (BackplaneException e)
            {
                _node.Metrics.Dropped(Metrics.DropReason.Backplane);
                FailMessage(request, room, e.InDoubt ? RoomFailure.InDoubt : RoomFailure.NotNow);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                _node.Log.LogError(e, "A message of {Peer} could not be kept.", Id);
                FailMessage(request, room, RoomFailure.InDoubt);
            }
            finally
            {
                Interlocked.Decrement(ref _unconfirmed);
            }
        }

        private ValueTask HandleRequest(in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            var reader = new BodyReader(header, "header");
            byte op = reader.ReadByte();
            long request = reader.ReadNumber(RoomLimits.Number);
            if (request == 0)
                throw HeaderReader.Malformed();
            if (op == RoomOp.Enter)
            {
                if (reader.ReadNumber(RoomLimits.Number) != RoomLimits.Version)
                    throw new KitbagSessionException(KitbagCloseReason.Version, "The relay supports version 1 of the protocol of rooms.");
                byte[] instance = reader.ReadBytes(RoomLimits.Instance);
                reader.End();
                if (instance.Length != RoomLimits.Instance)
                    throw HeaderReader.Malformed();
                Enter(request, instance);
                return ValueTask.CompletedTask;
            }
            if (Id.Length == 0)
            {
                Fail(request, RoomFailure.NotEntered);
                return ValueTask.CompletedTask;
            }
            if (op == RoomOp.Join)
                return JoinAsync(ReadJoin(request, ref reader, payload));
            if (op == RoomOp.List)
                List(request, reader);
            else
                Answer(request, HandleOfRoom(op, request, ref reader, payload));
            return ValueTask.CompletedTask;
        }

        private RoomFailure? HandleOfRoom(byte op, long request, ref BodyReader reader, in ReadOnlySequence<byte> payload)
        {
            if (op is not (RoomOp.Leave or RoomOp.Describe or RoomOp.Remove or RoomOp.HandOver))
                throw HeaderReader.Malformed();
            Member? member = Find(reader.ReadNumber(RoomLimits.Number));
            byte what = op == RoomOp.Describe ? reader.ReadByte() : (byte)0;
            byte[] peer = op is RoomOp.Remove or RoomOp.HandOver ? reader.ReadBytes(RoomLimits.Peer) : [];
            long seconds = op == RoomOp.Remove ? reader.ReadNumber(RoomLimits.Number) : 0;
            reader.End();
            if (what > 1)
                throw HeaderReader.Malformed();
            if (member == null)
                return RoomFailure.NotInRoom;
            switch (op)
            {
                case RoomOp.Leave:
                    member.Room.Leave(member, KitbagPeerCause.OwnWill);
                    return null;
                case RoomOp.Describe:
                    return payload.Length > RoomLimits.Metadata ? RoomFailure.Limit("Metadata has", RoomLimits.Metadata, "bytes")
                        : member.Room.Describe(member, what == 1, payload.ToArray());
                case RoomOp.Remove:
                    return member.Room.Remove(member, peer, seconds);
                default:
                    return member.Room.HandOver(member, peer);
            }
        }

        private static JoinRequest ReadJoin(long request, ref BodyReader reader, in ReadOnlySequence<byte> payload)
        {
            byte[] name = reader.ReadBytes(RoomLimits.Name);
            byte mode = reader.ReadByte();
            byte[] secret = reader.ReadBytes(RoomLimits.Secret), position = reader.ReadBytes(RoomLimits.Position);
            RoomSettings? settings = mode == 0 ? null : RoomSettings.Read(ref reader);
            reader.End();
            if (mode > 2 || name.Length == 0 || !System.Text.Unicode.Utf8.IsValid(name))
                throw HeaderReader.Malformed();
            return new JoinRequest(request, Encoding.UTF8.GetString(name), (JoinMode)mode, secret, position, settings,
                payload.Length > RoomLimits.Metadata ? throw HeaderReader.Malformed() : payload.ToArray());
        }

        private async ValueTask JoinAsync(JoinRequest request)
        {
            if (request.Position.Length != 0 && !Positions.IsValid(request.Position))
            {
                Fail(request.Request, RoomFailure.BadPosition(request.Position));
                return;
            }
            // The past of a room is sent without waiting, so it needs space.
            await Outbox.WhenRoomAsync();
            RoomFailure? failure;
            do
            {
                Room? room = _node.Rooms.GetOrAdd(request.Room);
                if (room != null)
                    await room.Ready;
                failure = room == null ? RoomFailure.Limit("This relay has", _node.Limits.MaxRooms, "rooms (--limits.maxrooms)")
                    : room.Join(this, request);
            }
            while (failure == Room.Closed);
            if (failure != null)
                Fail(request.Request, failure);
        }

        private void List(long request, BodyReader reader)
        {
            string prefix = reader.ReadText(RoomLimits.Name), after = reader.ReadText(RoomLimits.Name);
            reader.End();
            if ((Identity.Rights & RelayRights.List) == 0)
            {
                Fail(request, RoomFailure.NoList);
                return;
            }
            var names = new List<Room>();
            List<Room> all = _node.Rooms.ToList();
            // The search counts toward the rate limit according to its cost.
            _rate.Take((long)all.Count * ListCost);
            foreach (Room room in all)
            {
                if (room.Name.StartsWith(prefix, StringComparison.Ordinal) && Identity.Covers(room.Name)
                    && room.NameBytes.AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(after)) > 0)
                    names.Add(room);
            }
            names.Sort(static (x, y) => x.NameBytes.AsSpan().SequenceCompareTo(y.NameBytes));
            var rooms = new FrameBuilder().Begin(0);
            int count = 0, at = 0;
            for (; at < names.Count && count < RoomLimits.Listed; at++)
            {
                if (names[at].TryDescribe(rooms))
                    count++;
            }
            // This builder is not reused, because a list is long and its memory must not be kept for the lifetime of the peer.
            Outbox.Send(RelayFrames.Control(new FrameBuilder().Begin(RoomOp.Rooms).Number(request)
                .Byte(at < names.Count ? (byte)1 : (byte)0).Number(count).Raw(rooms.EndHeader().Span.Slice(1))));
        }
    }
}
