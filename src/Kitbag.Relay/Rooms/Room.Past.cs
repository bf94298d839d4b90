using System;
using System.Buffers;
using System.Collections.Generic;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Peers;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    // Sends the messages of the past to peers that join later.
    internal sealed partial class Room
    {
        // Sends everything at once: it is small, and the peer has space. The caller holds the lock.
        private void SendPast(Member member)
        {
            if (_history != null)
            {
                foreach (PastMessage message in _history.ToList())
                    SendPast(member, message);
            }
            else if (_tail != null && (Settings!.History != 0 || Settings.Keys != 0))
            {
                var history = new RoomHistory(Math.Min(Settings.History, _node.Limits.MaxHistory),
                    Math.Min(Settings.Keys, _node.Limits.MaxHistory), _node.Limits.MaxHistoryBytes);
                _tail.ForEach(history.Add);
                foreach (PastMessage message in history.ToList())
                    SendPast(member, message);
            }
            member.LastKept = _tail?.Last;
            GoLive(member);
        }

        private void GoLive(Member member)
        {
            member.IsLive = true;
            member.PastCount++;
            byte[] position = _tail == null ? []
                : Positions.ToBytes(member.LastKept ?? _tail.Last ?? _node.Kept.Processed(Stream));
            member.Peer?.Outbox.Send(RelayFrames.Control(_frame.Live(Number, position)));
        }

        // A peer that continues already has the messages that it sent itself to the others. The caller holds the lock.
        private void SendPast(Member member, List<PastMessage> batch, bool isContinued)
        {
            foreach (PastMessage message in batch)
            {
                member.LastKept = message.Position;
                bool isOwn = (message.Flags & RoomFlags.Target) == RoomFlags.ToOthers && message.From.AsSpan().SequenceEqual(member.Id);
                if (!isOwn || !isContinued)
                    SendPast(member, message);
            }
        }

        private void SendPast(Member member, PastMessage message)
        {
            Span<byte> head = stackalloc byte[RelayFrames.MostMessageHead];
            int length = WriteKept(head, message, _tail == null ? RoomFlags.Past : RoomFlags.Past | RoomFlags.Kept);
            member.Peer?.Outbox.Send(head.Slice(0, length), new ReadOnlySequence<byte>(message.Payload), isSheddable: false, Number);
        }

        /// <summary>Handles the loss of kept messages.</summary>
        public void OnKeptGap()
        {
            lock (Gate)
            {
                if (_tail != null)
                    Tell(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Trimmed, 0, "")));
            }
        }
    }
}
