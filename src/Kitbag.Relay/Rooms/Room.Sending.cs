using System;
using System.Buffers;
using System.Threading.Tasks;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Kept;
using Kitbag.Relay.Metrics;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    // Forwards messages of peers. The outgoing frame is built once and copied to each receiver, directly from the receive buffer.
    internal sealed partial class Room
    {
        // The minimum time in milliseconds between two reports of dropped messages of a peer.
        private const int LatePause = 1000;

        /// <summary>Forwards a message without keeping it. Returns a failure, or null.</summary>
        public RoomFailure? Send(Member from, byte flags, ReadOnlySpan<byte> target, ReadOnlySpan<byte> key,
            in ReadOnlySequence<byte> payload)
        {
            flags &= RoomFlags.Target | RoomFlags.Sheddable | RoomFlags.HasKey;
            if ((flags & RoomFlags.Target) == RoomFlags.ToOne)
            {
                if (!_lookup.TryGetValue(target, out Member? to))
                    return RoomFailure.NoSuchPeer;
                if (to.Relay == _node.Relay)
                    return SendToOne(from.Id, flags, to, key, payload);
            }
            else
            {
                SendHere(from.Id, flags, key, payload);
            }
            if (_node.IsAlone || _node.Remote.PublishMessage(this, flags, from.Id, target, key, payload))
                return null;
            _node.Metrics.Dropped(DropReason.Backplane);
            return RoomFailure.NotNow;
        }

        /// <summary>
        /// Forwards a message that was sent to another relay. Returns false if it is unclear where its sender is, so that all should be
        /// asked.
        /// </summary>
        public bool SendFromOther(Guid relay, ReadOnlySpan<byte> from, byte flags, ReadOnlySpan<byte> target, ReadOnlySpan<byte> key,
            in ReadOnlySequence<byte> payload)
        {
            lock (Gate)
            {
                if (_lookup.TryGetValue(from, out Member? sender) && sender.Relay != relay)
                    return !DropLate(sender);
                if ((flags & RoomFlags.Target) != RoomFlags.ToOne)
                    SendHere(from, flags, key, payload);
                else if (_lookup.TryGetValue(target, out Member? to) && to.Relay == _node.Relay)
                    SendToOne(from, flags, to, key, payload);
                return true;
            }
        }

        // A relay that was frozen continues with messages of peers that have moved to another relay, from which newer ones were received.
        // Returns whether this is the first one for some time, which is reported. The caller holds the lock.
        private bool DropLate(Member sender)
        {
            _node.Metrics.Dropped(DropReason.Backplane);
            if (sender.LateAt is { } last && _node.Ticks - last < LatePause)
                return false;
            sender.LateAt = _node.Ticks;
            TellGap(sender.Name);
            return true;
        }

        private RoomFailure? SendToOne(ReadOnlySpan<byte> from, byte flags, Member to, ReadOnlySpan<byte> key,
            in ReadOnlySequence<byte> payload)
        {
            if (to.Peer is not { } peer)
                return RoomFailure.NoSuchPeer;
            Span<byte> head = stackalloc byte[RelayFrames.MostMessageHead];
            int length = RelayFrames.WriteMessage(head, Number, flags, from, key, default, payload.Length);
            peer.Outbox.Send(head.Slice(0, length), payload, (flags & RoomFlags.Sheddable) != 0, Number);
            return null;
        }

        private void SendHere(ReadOnlySpan<byte> from, byte flags, ReadOnlySpan<byte> key, in ReadOnlySequence<byte> payload)
        {
            Span<byte> head = stackalloc byte[RelayFrames.MostMessageHead];
            head = head.Slice(0, RelayFrames.WriteMessage(head, Number, flags, from, key, default, payload.Length));
            lock (Gate)
            {
                _history?.Add(new PastMessage(default, flags, from.ToArray(), key.ToArray(), payload.ToArray()));
                SendToMembers(head, from, flags, payload);
            }
        }

        // The caller holds the lock.
        private void SendToMembers(ReadOnlySpan<byte> head, ReadOnlySpan<byte> from, byte flags, in ReadOnlySequence<byte> payload)
        {
            bool isToOthers = (flags & RoomFlags.Target) == RoomFlags.ToOthers, isSheddable = (flags & RoomFlags.Sheddable) != 0;
            foreach (Member member in _members)
            {
                if (member.Relay != _node.Relay || (isToOthers && from.SequenceEqual(member.Id)))
                    continue;
                if (member.Peer is { } peer)
                    peer.Outbox.Send(head, payload, isSheddable, Number);
                else
                    _node.Metrics.Dropped(DropReason.Away);
            }
        }

        /// <summary>
        /// Returns whether many bytes wait for most receivers of a message although they are receiving. A receiver that is stalled does not
        /// count, because it does not delay the others.
        /// </summary>
        public bool IsCongested(byte[]? target)
        {
            if (target != null)
                return _byId.TryGetValue(target, out Member? to) && to.Peer?.Outbox is { IsCongested: true };
            int congested = 0, receivers = 0;
            lock (Gate)
            {
                foreach (Member member in _members)
                {
                    if (member.Peer?.Outbox is not { IsStalled: false } outbox)
                        continue;
                    receivers++;
                    congested += outbox.IsCongested ? 1 : 0;
                }
            }
            // The sender is one of them.
            return congested * 2 > receivers - 1;
        }

        /// <summary>
        /// Stores a message. The task completes when it is stored. All receivers, including those of this relay, get it from its stream.
        /// </summary>
        public ValueTask<KeptPosition> KeepAsync(Member from, byte flags, ReadOnlySpan<byte> key, long serial,
            in ReadOnlySequence<byte> payload)
        {
            Span<byte> head = stackalloc byte[KeptEntries.MostHead];
            flags &= RoomFlags.Target | RoomFlags.HasKey;
            head = head.Slice(0, KeptEntries.Write(head, NameBytes, flags, from.Id, serial, key));
            return _node.Backplane.AppendAsync(Stream, head, payload);
        }

        /// <summary>Delivers a kept message.</summary>
        public void OnKept(PastMessage message)
        {
            Span<byte> head = stackalloc byte[RelayFrames.MostMessageHead];
            head = head.Slice(0, WriteKept(head, message, RoomFlags.Kept));
            var payload = new ReadOnlySequence<byte>(message.Payload);
            bool isToOthers = (message.Flags & RoomFlags.Target) == RoomFlags.ToOthers;
            lock (Gate)
            {
                foreach (Member member in _members)
                {
                    // A peer that is not live yet, or was sent the message as part of the past, finds it in the tail.
                    if (member.Peer is not { } peer || !member.IsLive
                        || (member.LastKept is { } last && !Positions.IsBehind(message.Position, last)))
                        continue;
                    if (peer.Outbox.IsHalfFull && member.LastKept is { } sent)
                    {
                        // The peer is slow, and kept messages can be sent when it has space.
                        _ = CatchUpAsync(member, peer, sent, isContinued: true);
                        continue;
                    }
                    member.LastKept = message.Position;
                    if (!isToOthers || !message.From.AsSpan().SequenceEqual(member.Id))
                        peer.Outbox.Send(head, payload, isSheddable: false, Number);
                }
            }
        }

        private int WriteKept(Span<byte> to, PastMessage message, int more)
        {
            Span<byte> position = stackalloc byte[Positions.Most];
            int length = Positions.Write(position, message.Position);
            return RelayFrames.WriteMessage(to, Number, (byte)(message.Flags | more), message.From, message.Key,
                position.Slice(0, length), message.Payload.Length);
        }
    }
}
