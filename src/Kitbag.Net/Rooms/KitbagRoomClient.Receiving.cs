using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    // Handles frames of the relay. The effects of a response are applied here, before any later frame is handled.
    public sealed partial class KitbagRoomClient
    {
        private readonly IdTexts _ids = new IdTexts();

        // The room of the last message, which is nearly always the room of the next one, too.
        private KitbagRoom? _recent;

        private ValueTask Receive(KitbagSession session, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload)
        {
            // Frames that an older session still receives must not affect the current one.
            if (Session is { } current && current != session)
                return default;
            // A relay that violates the protocol must not be reported as a failure of the program's handlers.
            session.IsInHandler = false;
            ReadOnlySpan<byte> first = header.First.Span;
            if (first.Length != 0 && first[0] == RoomOp.Message)
                return OnMessage(session, first.Length == header.Length ? first : Sequences.Copy(header), header, payload);
            var reader = new BodyReader(header, "header");
            byte op = reader.ReadByte();
            long number = reader.ReadNumber(RoomLimits.Number);
            switch (op)
            {
                case RoomOp.Peer:
                case RoomOp.Room:
                case RoomOp.Gap:
                case RoomOp.Removed:
                case RoomOp.Live:
                    if (Find(session, number) is { } room)
                        OnEvent(session, op, room, ref reader, payload);
                    return default;
                case RoomOp.Failure:
                    var failure = new KitbagRoomException((KitbagRoomFailure)reader.ReadNumber(int.MaxValue),
                        reader.ReadText(RoomLimits.Text));
                    if (number != 0)
                        OnFailure(number, failure);
                    else
                        OnUndelivered(session, reader.ReadNumber(RoomLimits.Number), failure);
                    return default;
                case RoomOp.Entered:
                case RoomOp.Joined:
                case RoomOp.Done:
                case RoomOp.Rooms:
                    if (Take(number, isAnswered: true) is { } request)
                        OnAnswer(session, op, request, ref reader);
                    else if (op == RoomOp.Joined && TakeUnwanted(number) is { } name)
                        LeaveUnwanted(session, reader.ReadNumber(RoomLimits.Number), name);
                    return default;
                default:
                    return default;
            }
        }

        private KitbagRoom? Find(KitbagSession session, long number)
        {
            KitbagRoom? room = Volatile.Read(ref _recent);
            if (room?.Place is { } recent && recent.Number == number && recent.Session == session)
                return room;
            lock (_gate)
                _byNumber.TryGetValue(number, out room);
            if (room?.Place is not { } place || place.Session != session)
                return null;
            Volatile.Write(ref _recent, room);
            return room;
        }

        private ValueTask OnMessage(KitbagSession session, ReadOnlySpan<byte> bytes, in ReadOnlySequence<byte> header,
            in ReadOnlySequence<byte> payload)
        {
            var reader = new HeaderReader(bytes.Slice(1));
            if (Find(session, reader.Number(RoomLimits.Number)) is not { } room)
                return default;
            byte flags = reader.Byte();
            string from = _ids.Get(reader.Bytes(RoomLimits.Peer));
            ReadOnlySequence<byte> key = default;
            if ((flags & RoomFlags.HasKey) != 0)
            {
                int length = reader.Bytes(RoomLimits.Key).Length;
                key = header.Slice(header.Length - reader.Rest.Length - length, length);
            }
            if ((flags & RoomFlags.Kept) != 0)
                room.Move(reader.Bytes(RoomLimits.Position).ToArray());
            session.IsInHandler = true;
            return _handlers.Handle(room, new KitbagRoomMessage(from, flags, key, payload));
        }

        private void OnEvent(KitbagSession session, byte op, KitbagRoom room, ref BodyReader reader, in ReadOnlySequence<byte> payload)
        {
            switch (op)
            {
                case RoomOp.Peer:
                    var what = (KitbagPeerEvent)reader.ReadByte();
                    string id = reader.ReadText(RoomLimits.Peer);
                    var why = (KitbagPeerCause)reader.ReadByte();
                    KitbagRoomPeer peer = room.OnPeer(what, id, Sequences.Copy(payload));
                    session.IsInHandler = true;
                    _handlers.Peer?.Invoke(room, what, peer, why);
                    break;
                case RoomOp.Room:
                    room.OnChanged(reader.ReadText(RoomLimits.Peer), Sequences.Copy(payload));
                    session.IsInHandler = true;
                    _handlers.Changed?.Invoke(room);
                    break;
                case RoomOp.Gap:
                    var gap = new KitbagRoomGap((KitbagGapCause)reader.ReadByte(), reader.ReadNumber(), reader.ReadText(RoomLimits.Peer));
                    session.IsInHandler = true;
                    _handlers.Gap?.Invoke(room, gap);
                    break;
                case RoomOp.Removed:
                    var cause = (KitbagPeerCause)reader.ReadByte();
                    Forget(room, out _);
                    session.IsInHandler = true;
                    _handlers.Removed?.Invoke(room, cause);
                    break;
                default:
                    byte[] position = reader.ReadBytes(RoomLimits.Position);
                    if (position.Length != 0)
                        room.Move(position);
                    session.IsInHandler = true;
                    _handlers.Live?.Invoke(room);
                    break;
            }
        }

        private string? TakeUnwanted(long request)
        {
            lock (_gate)
                return _unwanted.Remove(request, out string? name) ? name : null;
        }

        // The room was left before the relay confirmed that it was joined, so the relay must be notified. If the program has requested to
        // join it again, the relay regards both requests as one membership. That request must not overtake this one, hence the lock.
        private void LeaveUnwanted(KitbagSession session, long room, string name)
        {
            lock (_gate)
            {
                if (_rooms.Exists(r => r.Name == name))
                    return;
                byte[] bytes = _frame.Leave(++_lastRequest, room).EndHeader().ToArray();
                try
                {
                    _ = session.SendRawAsync(bytes, static (output, all) => System.Buffers.BuffersExtensions.Write(output, all));
                }
                catch (KitbagSessionException)
                {
                    // The session has ended, and so has the membership in its rooms.
                }
            }
        }

        // If the program is no longer in the room, it knows that its messages are not delivered.
        private void OnUndelivered(KitbagSession session, long number, KitbagRoomException failure)
        {
            if (_handlers.Undelivered is not { } undelivered || Find(session, number) is not { } room)
                return;
            session.IsInHandler = true;
            undelivered(room, failure);
        }

        private void OnFailure(long number, KitbagRoomException failure)
        {
            RoomRequest? request = Take(number, isAnswered: true);
            TakeUnwanted(number);
            if (request is { IsKept: true } && failure.Failure == KitbagRoomFailure.InDoubt && request.Doubts++ < MostDoubts)
            {
                lock (_gate)
                    _requests[number] = request;
                // It may have been canceled just now, when it was not among the requests.
                FailIfCanceled(request);
                _ = SendAgainAsync(request);
            }
            else
            {
                request?.Fail(failure);
            }
        }

        private async Task SendAgainAsync(RoomRequest request)
        {
            await PauseAsync(s_leastPause * request.Doubts).ConfigureAwait(false);
            if (!request.Cancellation.IsCancellationRequested)
                await SendOrFailAsync(request, default).ConfigureAwait(false);
        }

        private void OnAnswer(KitbagSession session, byte op, RoomRequest request, ref BodyReader reader)
        {
            if (op != request.Answer)
            {
                request.Fail(Lost(HeaderReader.Malformed()));
                throw HeaderReader.Malformed();
            }
            switch (op)
            {
                case RoomOp.Entered:
                    Id = reader.ReadText(RoomLimits.Peer);
                    Relay = reader.ReadText(RoomLimits.Name);
                    break;
                case RoomOp.Joined:
                    OnJoined(session, request.Room!, ref reader);
                    break;
                case RoomOp.Done:
                    request.Position = reader.ReadBytes(RoomLimits.Position);
                    break;
                default:
                    request.HasMore = reader.ReadByte() != 0;
                    request.Rooms = new List<KitbagRoomInfo>();
                    for (long count = reader.ReadNumber(RoomLimits.Listed); count > 0; count--)
                        request.Rooms.Add(new KitbagRoomInfo(reader.ReadText(RoomLimits.Name), reader.ReadByte() != 0,
                            reader.ReadByte() != 0, (int)reader.ReadNumber(int.MaxValue), (int)reader.ReadNumber(int.MaxValue),
                            reader.ReadBytes(RoomLimits.Metadata)));
                    break;
            }
            request.Complete();
        }

        private void OnJoined(KitbagSession session, KitbagRoom room, ref BodyReader reader)
        {
            long number = reader.ReadNumber(RoomLimits.Number);
            byte flags = reader.ReadByte(), kind = reader.ReadByte();
            string owner = reader.ReadText(RoomLimits.Peer);
            byte[] metadata = reader.ReadBytes(RoomLimits.Metadata);
            var peers = new List<KitbagRoomPeer>();
            for (long count = reader.ReadNumber(int.MaxValue); count > 0; count--)
            {
                string id = reader.ReadText(RoomLimits.Peer);
                bool isAway = reader.ReadByte() != 0;
                peers.Add(new KitbagRoomPeer(id, isAway, reader.ReadBytes(RoomLimits.Metadata)));
            }
            bool isAgain = room.WasJoined;
            lock (_gate)
                _byNumber[number] = room;
            List<(KitbagPeerEvent, KitbagRoomPeer)> changes = room.OnJoined(new RoomPlace(session, number), kind == 1, owner, metadata,
                peers);
            bool isLeft;
            lock (_gate)
                isLeft = !_rooms.Contains(room);
            if (isLeft && Unjoin(room) != null)
                LeaveUnwanted(session, number, room.Name);
            if (!isAgain || isLeft)
                return;
            session.IsInHandler = true;
            foreach ((KitbagPeerEvent what, KitbagRoomPeer peer) in changes)
                _handlers.Peer?.Invoke(room, what, peer, KitbagPeerCause.OwnWill);
            if (!room.IsKept || (flags & 2) != 0)
                _handlers.Gap?.Invoke(room, new KitbagRoomGap(KitbagGapCause.SessionLost, 0, ""));
        }
    }
}
