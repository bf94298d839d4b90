using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Kept;
using Kitbag.Relay.Peers;
using Kitbag.Relay.Wire;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Rooms
{
    // Sends the messages of the past to peers that join later.
    internal sealed partial class Room
    {
        // The number of bytes that are sent before the peer must have received them.
        private const int PastBatch = 128 << 10;

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

        /// <summary>
        /// Sends the kept messages after a position at the speed of the peer: from memory, and older ones from the stream. Messages that
        /// arrive meanwhile are in the tail; when all of the tail was sent, the member is live.
        /// </summary>
        private async Task CatchUpAsync(Member member, Peer peer, KeptPosition after, bool isContinued)
        {
            member.IsLive = false;
            int count = ++member.PastCount;
            try
            {
                // The caller holds the lock.
                await Task.Yield();
                KeptPosition processed = _node.Kept.Processed(Stream);
                if (await IsLostAsync(after, processed))
                {
                    after = processed;
                    lock (Gate)
                    {
                        if (member.Peer != peer || member.PastCount != count)
                            return;
                        peer.Outbox.Send(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Trimmed, 0, "")));
                    }
                }
                var batch = new List<PastMessage>();
                while (true)
                {
                    await peer.Outbox.WhenRoomAsync();
                    batch.Clear();
                    bool isInMemory;
                    lock (Gate)
                    {
                        if (member.Peer != peer || member.PastCount != count)
                            return;
                        isInMemory = _tail!.TryRead(after, PastBatch, batch);
                        SendPast(member, batch, isContinued);
                        if (batch.Count != 0)
                            after = batch[^1].Position;
                        if (isInMemory && batch.Count == 0)
                        {
                            member.LastKept = after;
                            GoLive(member);
                            return;
                        }
                    }
                    if (isInMemory)
                        continue;
                    KeptPosition through = await ReadPastAsync(member, peer, after, batch, isContinued, count);
                    // The stream was recreated, and the tail will be soon.
                    if (through == after)
                        await Task.Delay(10);
                    after = through;
                }
            }
            catch (KitbagSessionException)
            {
                // The session has ended.
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                _node.Log.LogError(e, "The kept messages of room {Room} cannot be read for {Peer}.", Name, member.Name);
                peer.Cut(KitbagCloseReason.Busy, "The kept messages cannot be read at the moment.");
            }
        }

        // Returns whether a position is after the end of the stream: after a power failure the broker may have lost the last messages, and
        // other messages will get their positions. Another relay, where the peer was before, may also be slightly ahead of this one.
        private async ValueTask<bool> IsLostAsync(KeptPosition after, KeptPosition processed)
        {
            if (after.Epoch != processed.Epoch || !after.IsAfter(processed))
                return false;
            KeptPosition end = await _node.Backplane.FindEndAsync(Stream);
            return after.Epoch == end.Epoch && after.IsAfter(end);
        }

        private async Task<KeptPosition> ReadPastAsync(Member member, Peer peer, KeptPosition after, List<PastMessage> batch,
            bool isContinued, int count)
        {
            long bytes = 0;
            KeptHistory read = await _node.Backplane.ReadAsync(Stream, after, (position, entry) =>
            {
                PastMessage message = KeptEntries.Read(position, entry, out byte[] room, out _);
                if (room.AsSpan().SequenceEqual(NameBytes) && !_tail!.IsDouble(position))
                {
                    batch.Add(message);
                    bytes += message.Bytes;
                }
                return bytes < PastBatch;
            });
            lock (Gate)
            {
                if (member.Peer != peer || member.PastCount != count)
                    return read.Through;
                if (!read.IsComplete && after != KeptPosition.Start)
                    peer.Outbox.Send(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Trimmed, 0, "")));
                SendPast(member, batch, isContinued);
            }
            return read.Through;
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
