using System;
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
    // Sends the kept messages after a position to a peer.
    internal sealed partial class Room
    {
        // The number of bytes that are sent before the peer must have received them.
        private const int PastBatch = 128 << 10;

        // Each peer that reads the stream has its own list of senders, so it is shorter than that of the tail.
        private const int MostPastSenders = 1024;

        // The numbers of stream messages before a position, one after the other, in which a peer that continues there may have received
        // the first one of two duplicates: the largest one is read that is unlikely to have more bytes than this.
        private static readonly long[] s_looksBack = [128, 1024, 8192];
        private const long LooksBackBytes = 1 << 20;

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
                SenderSerials? serials = null;
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
                        bool isAll = batch.Count == 0;
                        if (!isAll)
                            after = batch[^1].Position;
                        // The first one of two duplicates may have been read from the stream, and be older than all that the tail knows.
                        if (serials != null)
                            batch.RemoveAll(message => !serials.TryAdd(message));
                        SendPast(member, batch, isContinued);
                        if (isInMemory && isAll)
                        {
                            member.LastKept = after;
                            GoLive(member);
                            return;
                        }
                    }
                    if (isInMemory)
                        continue;
                    serials ??= await ReadSerialsAsync(after);
                    KeptPosition through = await ReadPastAsync(member, peer, after, batch, serials, isContinued, count);
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

        // Returns the numbers of the messages up to a position, as far as duplicates of them may follow. This relay may have been started
        // after all of them were stored.
        private async ValueTask<SenderSerials> ReadSerialsAsync(KeptPosition through)
        {
            var serials = new SenderSerials(MostPastSenders);
            if (through == KeptPosition.Start)
                return serials;
            foreach (long count in s_looksBack)
            {
                long bytes = 0;
                serials = new SenderSerials(MostPastSenders);
                var from = new KeptPosition(through.Epoch, Math.Max(through.Offset - count, -1), 0);
                await _node.Backplane.ReadAsync(Stream, from, (position, entry) =>
                {
                    if (position.Epoch != through.Epoch || position.IsAfter(through))
                        return false;
                    bytes += entry.Length;
                    if (KeptEntries.TryRead(position, entry, out PastMessage? message, out byte[] room)
                        && room.AsSpan().SequenceEqual(NameBytes))
                        serials.TryAdd(message);
                    return position != through;
                });
                if (through.Offset <= count || bytes > LooksBackBytes / 8)
                    break;
            }
            return serials;
        }

        private async Task<KeptPosition> ReadPastAsync(Member member, Peer peer, KeptPosition after, List<PastMessage> batch,
            SenderSerials serials, bool isContinued, int count)
        {
            long bytes = 0;
            bool isMalformed = false;
            KeptHistory read = await _node.Backplane.ReadAsync(Stream, after, (position, entry) =>
            {
                isMalformed = !KeptEntries.TryRead(position, entry, out PastMessage? message, out byte[] room);
                if (isMalformed)
                    return false;
                // The tail knows more if it has received the message since the start, and less if both were stored before.
                if (room.AsSpan().SequenceEqual(NameBytes) && serials.TryAdd(message!) && !_tail!.IsDouble(position))
                {
                    batch.Add(message!);
                    bytes += message!.Bytes;
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
                // It may have been a message of this room.
                if (isMalformed)
                    peer.Outbox.Send(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Trimmed, 0, "")));
            }
            return read.Through;
        }
    }
}
