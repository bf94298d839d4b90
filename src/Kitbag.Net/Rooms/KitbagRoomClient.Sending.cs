using System;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    // What is said to the relay.
    public sealed partial class KitbagRoomClient
    {
        internal ValueTask SendAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, in KitbagSend how)
        {
            Check(how);
            long number = room.Number;
            if (number == 0 || Session is not { IsOpen: true } session)
                return SendLaterAsync(room, payload, how);
            return session.SendRawAsync(new SendHeader(number, how, 0), SendHeader.Writer, payload);
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
                    request = new RoomRequest(++_lastRequest) { Room = room, IsKept = isKept, How = how, Payload = payload };
                    CheckOpen();
                    _requests.Add(request.Number, request);
                }
                try
                {
                    await SendKept(Session!, request).ConfigureAwait(false);
                }
                catch (KitbagSessionException) when (Session is { IsOpen: false })
                {
                    // What is kept is sent again in the next session; what is not fails when this one's end is found.
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
                throw new ArgumentOutOfRangeException(nameof(how), "A key has at most 64 bytes.");
            if (how.To != null && Encoding.UTF8.GetByteCount(how.To) > RoomLimits.Peer)
                throw new ArgumentOutOfRangeException(nameof(how), "An id has at most 96 bytes.");
        }

        private async ValueTask SendLaterAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, KitbagSend how)
        {
            await ReadyAsync().ConfigureAwait(false);
            if (room.Number == 0)
                throw new KitbagRoomException(KitbagRoomFailure.NotInRoom, "This program is not in the room '" + room.Name + "'.");
            await Session!.SendRawAsync(new SendHeader(room.Number, how, 0), SendHeader.Writer, payload).ConfigureAwait(false);
        }

        // Where the room is not joined now, it will be, and then this is sent again.
        private static ValueTask SendKept(KitbagSession session, RoomRequest request)
        {
            long number = request.Room!.Number;
            if (number == 0)
            {
                return request.IsKept ? default
                    : throw new KitbagRoomException(KitbagRoomFailure.NotInRoom, "This program is not in the room.");
            }
            return session.SendRawAsync(new SendHeader(number, request.How, request.Number), SendHeader.Writer, request.Payload);
        }

        private Task JoinAsync(KitbagRoom room, bool isAgain)
        {
            KitbagRoomOptions options = room.Options;
            // A relay that was started anew has no rooms, and who has created one may do so once more.
            JoinMode mode = options.MustCreate ? (isAgain ? JoinMode.ExistingOrNew : JoinMode.New)
                : options.MayCreate ? JoinMode.ExistingOrNew : JoinMode.Existing;
            byte[] position = room.Position;
            return AskAsync(Session!, (frame, number) => frame.Join(number, room.Name, mode, Encoding.UTF8.GetBytes(options.Secret),
                position, options.Settings()), room.Own, room);
        }

        private async Task<RoomRequest> AskAsync(Func<FrameBuilder, long, FrameBuilder> header, ReadOnlyMemory<byte> payload = default)
        {
            await ReadyAsync().ConfigureAwait(false);
            return await AskAsync(Session!, header, payload, null).ConfigureAwait(false);
        }

        private async Task<RoomRequest> AskAsync(KitbagSession session, Func<FrameBuilder, long, FrameBuilder> header,
            ReadOnlyMemory<byte> payload, KitbagRoom? room)
        {
            RoomRequest request;
            byte[] bytes;
            lock (_gate)
            {
                CheckOpen();
                request = new RoomRequest(++_lastRequest) { Room = room };
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
