using System;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    // Sends requests and messages to the relay.
    public sealed partial class KitbagRoomClient
    {
        internal ValueTask SendAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, in KitbagSend how)
        {
            Check(how);
            if (room.Place is not { Session.IsOpen: true } place)
                return SendLaterAsync(room, payload, how);
            return place.Session.SendRawAsync(new SendHeader(place.Number, how, 0), SendHeader.Writer, payload);
        }

        internal async Task<byte[]> SendConfirmedAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, KitbagSend how)
        {
            Check(how);
            await ReadyAsync().ConfigureAwait(false);
            await _unconfirmed.WaitAsync(_ending.Token).ConfigureAwait(false);
            try
            {
                RoomRequest request;
                lock (_gate)
                {
                    bool isKept = room.IsKept && how.To == null && !how.IsSheddable;
                    request = new RoomRequest(++_lastRequest, RoomOp.Done) { Room = room, IsKept = isKept, How = how, Payload = payload };
                    CheckOpen();
                    _requests.Add(request.Number, request);
                }
                try
                {
                    await SendAsync(request).ConfigureAwait(false);
                }
                catch (KitbagSessionException e) when (e.ClosedSession != null)
                {
                    // Requests that are kept are sent again in the next session.
                    if (!request.IsKept)
                        Fail(request.Number, Lost());
                }
                catch (Exception e)
                {
                    Fail(request.Number, e);
                }
                return (await request.Task.ConfigureAwait(false)).Position;
            }
            finally
            {
                _unconfirmed.Release();
            }
        }

        private static void Check(in KitbagSend how)
        {
            if (how.Key.Length > RoomLimits.Key)
                throw new ArgumentOutOfRangeException(nameof(how), "A key must have at most 64 bytes.");
            if (how.To != null && Encoding.UTF8.GetByteCount(how.To) > RoomLimits.Peer)
                throw new ArgumentOutOfRangeException(nameof(how), "An id must have at most 96 bytes.");
        }

        private async ValueTask SendLaterAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, KitbagSend how)
        {
            await ReadyAsync().ConfigureAwait(false);
            RoomPlace place = room.Place ?? throw NotInRoom(room);
            await place.Session.SendRawAsync(new SendHeader(place.Number, how, 0), SendHeader.Writer, payload).ConfigureAwait(false);
        }

        // If the room is not joined now, the request is sent again when it is.
        private static ValueTask SendAsync(RoomRequest request)
        {
            if (request.Room!.Place is not { } place)
                return request.IsKept ? default : throw NotInRoom(request.Room);
            return place.Session.SendRawAsync(new SendHeader(place.Number, request.How, request.Number), SendHeader.Writer,
                request.Payload);
        }

        private static KitbagRoomException NotInRoom(KitbagRoom room) =>
            new KitbagRoomException(KitbagRoomFailure.NotInRoom, "The room '" + room.Name + "' is not joined.");

        private Task JoinAsync(KitbagSession session, KitbagRoom room, bool isAgain)
        {
            KitbagRoomOptions options = room.Options;
            // A restarted relay has no rooms, so the client that created a room may create it again.
            JoinMode mode = options.MustCreate ? (isAgain ? JoinMode.ExistingOrNew : JoinMode.New)
                : options.MayCreate ? JoinMode.ExistingOrNew : JoinMode.Existing;
            byte[] position = room.Position;
            return AskAsync(session, RoomOp.Joined, (frame, number) => frame.Join(number, room.Name, mode,
                Encoding.UTF8.GetBytes(options.Secret), position, options.Settings()), room.Own, room);
        }

        // A request about a room contains the number of the room in the session that the request is sent to.
        private async Task AskInAsync(KitbagRoom room, Func<FrameBuilder, long, long, FrameBuilder> header,
            ReadOnlyMemory<byte> payload = default)
        {
            await ReadyAsync().ConfigureAwait(false);
            RoomPlace place = room.Place ?? throw NotInRoom(room);
            await AskAsync(place.Session, RoomOp.Done, (frame, request) => header(frame, request, place.Number), payload, null)
                .ConfigureAwait(false);
        }

        private async Task<RoomRequest> AskAsync(KitbagSession session, byte answer, Func<FrameBuilder, long, FrameBuilder> header,
            ReadOnlyMemory<byte> payload, KitbagRoom? room)
        {
            RoomRequest request;
            byte[] bytes;
            lock (_gate)
            {
                CheckOpen();
                request = new RoomRequest(++_lastRequest, answer) { Room = room };
                bytes = header(_frame, request.Number).EndHeader().ToArray();
                _requests.Add(request.Number, request);
            }
            using ITimer timer = _options.Time.CreateTimer(state => Fail(request.Number, Lost()), null, _options.RequestTimeout,
                Timeout.InfiniteTimeSpan);
            using CancellationTokenRegistration ended = session.Ended.Register(() => Fail(request.Number, Lost()));
            try
            {
                await session.SendRawAsync(bytes, static (output, all) => System.Buffers.BuffersExtensions.Write(output, all), payload)
                    .ConfigureAwait(false);
                if (!session.IsOpen)
                    Fail(request.Number, Lost());
            }
            catch (KitbagSessionException)
            {
                Fail(request.Number, Lost());
            }
            return await request.Task.ConfigureAwait(false);
        }

        private Task ReadyAsync() => Volatile.Read(ref _ready).Task;

        private void CheckOpen()
        {
            if (_isDisposed)
                throw new ObjectDisposedException(nameof(KitbagRoomClient));
        }

        private RoomRequest? Take(long number)
        {
            lock (_gate)
            {
                if (_requests.TryGetValue(number, out RoomRequest? request))
                    _requests.Remove(number);
                return request;
            }
        }

        private void Fail(long number, Exception exception) => Take(number)?.Fail(exception);
    }
}
