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
        internal ValueTask SendAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, in KitbagSend how, CancellationToken cancellationToken)
        {
            Check(how);
            // A message may not overtake those that wait for a session.
            return _sendTurn.CurrentCount != 0 && room.Place is { } place
                && TrySend(place, payload, how, cancellationToken, out ValueTask sent) ? sent
                : SendLaterAsync(room, payload, how, cancellationToken);
        }

        internal async Task<byte[]> SendConfirmedAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, KitbagSend how,
            CancellationToken cancellationToken)
        {
            Check(how);
            RoomRequest request;
            Task sending;
            await _confirmedTurn.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await ReadyAsync(cancellationToken).ConfigureAwait(false);
                if (!_unconfirmed.Wait(0))
                    await ConfirmedAsync(cancellationToken).ConfigureAwait(false);
                try
                {
                    request = AddConfirmed(room, payload, how, cancellationToken);
                }
                catch
                {
                    _unconfirmed.Release();
                    throw;
                }
                sending = SendOrFailAsync(request, cancellationToken);
            }
            finally
            {
                _confirmedTurn.Release();
            }
            try
            {
                using CancellationTokenRegistration canceled = cancellationToken.Register(() => FailIfCanceled(request));
                await sending.ConfigureAwait(false);
                return (await request.Task.ConfigureAwait(false)).Position;
            }
            finally
            {
                _unconfirmed.Release();
            }
        }

        private RoomRequest AddConfirmed(KitbagRoom room, ReadOnlyMemory<byte> payload, in KitbagSend how,
            CancellationToken cancellationToken)
        {
            lock (_gate)
            {
                bool isKept = room.IsKept && how.To == null && !how.IsSheddable;
                var request = new RoomRequest(++_lastRequest, RoomOp.Done)
                {
                    Room = room,
                    IsKept = isKept,
                    How = how,
                    // The caller may reuse the memory after a cancellation, even if the message is just being sent again.
                    Payload = isKept && cancellationToken.CanBeCanceled ? payload.ToArray() : payload,
                    Cancellation = cancellationToken,
                };
                CheckOpen();
                // Otherwise a message to be kept would wait until the room is joined again.
                if (!_rooms.Contains(room))
                    throw NotInRoom(room);
                _requests.Add(request.Number, request);
                return request;
            }
        }

        private async Task SendOrFailAsync(RoomRequest request, CancellationToken cancellationToken)
        {
            try
            {
                await SendAsync(request, cancellationToken).ConfigureAwait(false);
            }
            catch (KitbagSessionException e) when (e.ClosedSession != null)
            {
                // Requests that are kept are sent again in the next session.
                if (!request.IsKept)
                    Fail(request.Number, Lost(e));
            }
            catch (Exception e)
            {
                Fail(request.Number, e);
            }
        }

        private static void Check(in KitbagSend how)
        {
            if (how.Key.Length > RoomLimits.Key)
                throw new ArgumentOutOfRangeException(nameof(how), "A key must have at most 64 bytes.");
            if (how.To != null && Encoding.UTF8.GetByteCount(how.To) > RoomLimits.Peer)
                throw new ArgumentOutOfRangeException(nameof(how), "An id must have at most 96 bytes.");
        }

        // Waits until one of the messages that wait for a confirmation was confirmed.
        private async Task ConfirmedAsync(CancellationToken cancellationToken)
        {
            using var linked = CancellationTokenSource.CreateLinkedTokenSource(_ending.Token, cancellationToken);
            try
            {
                await _unconfirmed.WaitAsync(linked.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                throw new OperationCanceledException(cancellationToken);
            }
            catch (OperationCanceledException)
            {
                throw ToException(await Completion.ConfigureAwait(false));
            }
        }

        // Messages that wait for a session are sent in the order of the calls.
        private async ValueTask SendLaterAsync(KitbagRoom room, ReadOnlyMemory<byte> payload, KitbagSend how,
            CancellationToken cancellationToken)
        {
            ValueTask sent;
            await _sendTurn.WaitAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                RoomPlace? place;
                do
                {
                    await ReadyAsync(cancellationToken).ConfigureAwait(false);
                    place = room.Place;
                    // The session may have been lost meanwhile.
                    if (place == null && (IsReady || !IsIn(room)))
                        throw NotInRoom(room);
                }
                while (place == null || !TrySend(place, payload, how, cancellationToken, out sent));
            }
            finally
            {
                _sendTurn.Release();
            }
            await sent.ConfigureAwait(false);
        }

        // Returns false if the session has ended, in which case nothing was sent.
        private static bool TrySend(RoomPlace place, ReadOnlyMemory<byte> payload, in KitbagSend how, CancellationToken cancellationToken,
            out ValueTask sent)
        {
            try
            {
                if (place.Session.IsOpen)
                {
                    sent = place.Session.SendRawAsync(new SendHeader(place.Number, how, 0), SendHeader.Writer, payload, cancellationToken);
                    return true;
                }
            }
            catch (KitbagSessionException e) when (e.ClosedSession == place.Session)
            {
                // It has ended just now.
            }
            sent = default;
            return false;
        }

        private bool IsIn(KitbagRoom room)
        {
            lock (_gate)
                return _rooms.Contains(room);
        }

        // If the room is not joined now, the request is sent again when it is.
        private static ValueTask SendAsync(RoomRequest request, CancellationToken cancellationToken)
        {
            if (request.Room!.Place is not { } place)
                return request.IsKept ? default : throw NotInRoom(request.Room);
            return place.Session.SendRawAsync(new SendHeader(place.Number, request.How, request.Number), SendHeader.Writer,
                request.Payload, cancellationToken);
        }

        private static KitbagRoomException NotInRoom(KitbagRoom room) =>
            new KitbagRoomException(KitbagRoomFailure.NotInRoom, "The room '" + room.Name + "' is not joined.");

        private Task JoinAsync(KitbagSession session, KitbagRoom room, bool isAgain, CancellationToken cancellationToken)
        {
            KitbagRoomOptions options = room.Options;
            // A restarted relay has no rooms, so the client that created a room may create it again.
            JoinMode mode = options.MustCreate ? (isAgain ? JoinMode.ExistingOrNew : JoinMode.New)
                : options.MayCreate ? JoinMode.ExistingOrNew : JoinMode.Existing;
            byte[] position = room.Position;
            return AskAsync(session, RoomOp.Joined, (frame, number) => frame.Join(number, room.Name, mode,
                Encoding.UTF8.GetBytes(options.PresentedSecret), position, options.Settings()), room.Own, room, cancellationToken);
        }

        // A request about a room contains the number of the room in the session that the request is sent to.
        private async Task AskInAsync(KitbagRoom room, Func<FrameBuilder, long, long, FrameBuilder> header,
            ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
        {
            await ReadyAsync(cancellationToken).ConfigureAwait(false);
            RoomPlace place = room.Place ?? throw NotInRoom(room);
            await AskAsync(place.Session, RoomOp.Done, (frame, request) => header(frame, request, place.Number), payload, null,
                cancellationToken).ConfigureAwait(false);
        }

        // If isSentAnyway is set, a cancellation only ends the wait for the response.
        private async Task<RoomRequest> AskAsync(KitbagSession session, byte answer, Func<FrameBuilder, long, FrameBuilder> header,
            ReadOnlyMemory<byte> payload, KitbagRoom? room, CancellationToken cancellationToken, bool isSentAnyway = false)
        {
            cancellationToken.ThrowIfCancellationRequested();
            RoomRequest request;
            byte[] bytes;
            lock (_gate)
            {
                CheckOpen();
                // It may have been left while the rooms before it were joined again.
                if (room != null && !_rooms.Contains(room))
                    throw NotInRoom(room);
                request = new RoomRequest(++_lastRequest, answer) { Room = room, Cancellation = cancellationToken };
                bytes = header(_frame, request.Number).EndHeader().ToArray();
                _requests.Add(request.Number, request);
            }
            using ITimer timer = _options.Time.CreateTimer(state => Fail(request.Number, TimedOut()), null, _options.RequestTimeout,
                Timeout.InfiniteTimeSpan);
            using CancellationTokenRegistration ended = session.Ended.Register(() => Fail(request.Number, Lost(session.EndException)));
            using CancellationTokenRegistration canceled = cancellationToken.Register(() => FailIfCanceled(request));
            try
            {
                ValueTask sent = session.SendRawAsync(bytes, static (output, all) => System.Buffers.BuffersExtensions.Write(output, all),
                    payload, isSentAnyway ? default : cancellationToken);
                if (!isSentAnyway)
                    await sent.ConfigureAwait(false);
                if (!session.IsOpen)
                    Fail(request.Number, Lost(session.EndException));
            }
            catch (KitbagSessionException e)
            {
                Fail(request.Number, Lost(e));
                TakeUnwanted(request.Number);
            }
            catch (OperationCanceledException)
            {
                FailIfCanceled(request);
                // The request was not sent, so the relay will never respond to it.
                TakeUnwanted(request.Number);
            }
            return await request.Task.ConfigureAwait(false);
        }

        private Task ReadyAsync(CancellationToken cancellationToken)
        {
            Task ready;
            lock (_gate)
            {
                // The session has ended, but OnLost was not called yet.
                if (IsReady && _session is { IsOpen: false })
                    Volatile.Write(ref _ready, NewSource());
                ready = _ready.Task;
            }
            return ready.IsCompleted || !cancellationToken.CanBeCanceled ? ready : WaitAsync(ready, cancellationToken);
        }

        private static async Task WaitAsync(Task task, CancellationToken cancellationToken)
        {
            TaskCompletionSource<bool> canceled = NewSource();
            using CancellationTokenRegistration registration = cancellationToken.Register(() => canceled.TrySetResult(true));
            if (await Task.WhenAny(task, canceled.Task).ConfigureAwait(false) != task)
                throw new OperationCanceledException(cancellationToken);
            await task.ConfigureAwait(false);
        }

        private void CheckOpen()
        {
            if (_isDisposed)
                throw new ObjectDisposedException(nameof(KitbagRoomClient));
        }

        private RoomRequest? Take(long number, bool isAnswered)
        {
            lock (_gate)
            {
                if (_requests.TryGetValue(number, out RoomRequest? request))
                    _requests.Remove(number);
                // The relay may still add this program to the room.
                if (!isAnswered && request?.Answer == RoomOp.Joined)
                    _unwanted[number] = request.Room!.Name;
                return request;
            }
        }

        private void FailIfCanceled(RoomRequest request)
        {
            if (request.Cancellation.IsCancellationRequested)
                Fail(request.Number, new OperationCanceledException(request.Cancellation));
        }

        private void Fail(long number, Exception exception) => Take(number, isAnswered: false)?.Fail(exception);
    }
}
