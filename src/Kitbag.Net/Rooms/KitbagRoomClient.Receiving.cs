using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    // What the relay says. What an answer changes is changed here, before anything that comes behind it is looked at.
    public sealed partial class KitbagRoomClient
    {
        private readonly IdTexts _ids = new IdTexts();

        private ValueTask Receive(KitbagSession session, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload)
        {
            // What an older session has still received belongs to it alone.
            if (Session is { } current && current != session)
                return default;
            var reader = new BodyReader(header, "header");
            byte op = reader.ReadByte();
            long number = reader.ReadNumber(RoomLimits.Number);
            switch (op)
            {
                case RoomOp.Message:
                    return OnMessage(number, ref reader, payload);
                case RoomOp.Peer:
                case RoomOp.Room:
                case RoomOp.Gap:
                case RoomOp.Removed:
                case RoomOp.Live:
                    if (Find(number) is { } room)
                        OnEvent(op, room, ref reader, payload);
                    return default;
                case RoomOp.Failure:
                    OnFailure(session, number, (int)reader.ReadNumber(int.MaxValue), reader.ReadText(RoomLimits.Text));
                    return default;
                case RoomOp.Entered:
                case RoomOp.Joined:
                case RoomOp.Done:
                case RoomOp.Rooms:
                    if (Take(number) is { } request)
                        OnAnswer(op, request, ref reader);
                    return default;
                default:
                    return default;
            }
        }

        private KitbagRoom? Find(long number)
        {
            lock (_gate)
                return _byNumber.TryGetValue(number, out KitbagRoom? room) ? room : null;
        }

        private ValueTask OnMessage(long number, ref BodyReader reader, in ReadOnlySequence<byte> payload)
        {
            if (Find(number) is not { } room)
                return default;
            byte flags = reader.ReadByte();
            string from = _ids.Get(reader.Take(reader.ReadNumber(RoomLimits.Peer)));
            ReadOnlySequence<byte> key = (flags & RoomFlags.HasKey) == 0 ? default : reader.Take(reader.ReadNumber(RoomLimits.Key));
            if ((flags & RoomFlags.Kept) != 0)
                room.Move(reader.ReadBytes(RoomLimits.Position));
            return _handlers.Handle(room, new KitbagRoomMessage(from, flags, key, payload));
        }

        private void OnEvent(byte op, KitbagRoom room, ref BodyReader reader, in ReadOnlySequence<byte> payload)
        {
            switch (op)
            {
                case RoomOp.Peer:
                    var what = (KitbagPeerEvent)reader.ReadByte();
                    KitbagRoomPeer peer = room.OnPeer(what, reader.ReadText(RoomLimits.Peer), payload.ToArray());
                    _handlers.Peer?.Invoke(room, what, peer, (KitbagPeerCause)reader.ReadByte());
                    break;
                case RoomOp.Room:
                    room.OnChanged(reader.ReadText(RoomLimits.Peer), payload.ToArray());
                    _handlers.Changed?.Invoke(room);
                    break;
                case RoomOp.Gap:
                    var cause = (KitbagGapCause)reader.ReadByte();
                    _handlers.Gap?.Invoke(room, new KitbagRoomGap(cause, reader.ReadNumber(), reader.ReadText(RoomLimits.Peer)));
                    break;
                case RoomOp.Removed:
                    Forget(room);
                    _handlers.Removed?.Invoke(room, (KitbagPeerCause)reader.ReadByte());
                    break;
                default:
                    byte[] position = reader.ReadBytes(RoomLimits.Position);
                    if (position.Length != 0)
                        room.Move(position);
                    _handlers.Live?.Invoke(room);
                    break;
            }
        }

        private void OnFailure(KitbagSession session, long number, int code, string text)
        {
            var failure = new KitbagRoomException((KitbagRoomFailure)code, text);
            RoomRequest? request = number == 0 ? null : Take(number);
            if (request is { IsKept: true } && failure.Failure == KitbagRoomFailure.InDoubt && request.Doubts++ < MostDoubts)
            {
                lock (_gate)
                    _requests[number] = request;
                _ = SendAgainAsync(session, request);
            }
            else if (request != null)
            {
                request.Fail(failure);
            }
            else if (number == 0 && _handlers.Undelivered is { } undelivered)
            {
                KitbagRoom? room;
                lock (_gate)
                    room = _rooms.Count == 0 ? null : _rooms[0];
                if (room != null)
                    undelivered(room, failure);
            }
        }

        private async Task SendAgainAsync(KitbagSession session, RoomRequest request)
        {
            try
            {
                await PauseAsync(s_leastPause * request.Doubts).ConfigureAwait(false);
                await SendKept(session, request).ConfigureAwait(false);
            }
            catch (KitbagSessionException)
            {
                // It is sent in the next session.
            }
        }

        private void OnAnswer(byte op, RoomRequest request, ref BodyReader reader)
        {
            switch (op)
            {
                case RoomOp.Entered:
                    Id = reader.ReadText(RoomLimits.Peer);
                    Relay = reader.ReadText(RoomLimits.Name);
                    break;
                case RoomOp.Joined:
                    OnJoined(request.Room!, ref reader);
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

        private void OnJoined(KitbagRoom room, ref BodyReader reader)
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
            bool isAgain = room.Owner.Length != 0;
            lock (_gate)
                _byNumber[number] = room;
            List<(KitbagPeerEvent, KitbagRoomPeer)> changes = room.OnJoined(number, kind == 1, owner, metadata, peers);
            if (!isAgain)
                return;
            foreach ((KitbagPeerEvent what, KitbagRoomPeer peer) in changes)
                _handlers.Peer?.Invoke(room, what, peer, KitbagPeerCause.OwnWill);
            if (!room.IsKept || (flags & 2) != 0)
                _handlers.Gap?.Invoke(room, new KitbagRoomGap(KitbagGapCause.SessionLost, 0, ""));
        }
    }
}
