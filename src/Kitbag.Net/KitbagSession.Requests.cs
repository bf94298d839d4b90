using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Sends requests and responses, and passes responses of the peer to the requests that wait for them.
    public sealed partial class KitbagSession
    {
        private readonly Dictionary<long, PendingRequest> _pendingRequests = new Dictionary<long, PendingRequest>();
        private long _lastRequest;

        /// <summary>Sends a request and waits for its response.</summary>
        /// <typeparam name="TQuestion">The type of the request. The peer handles it by its name.</typeparam>
        /// <typeparam name="TAnswer">The type of the response.</typeparam>
        /// <param name="question">The request.</param>
        /// <param name="timeout">
        /// The maximum time to wait, null to use <see cref="KitbagSessionOptions.RequestTimeout"/>, or
        /// <see cref="Timeout.InfiniteTimeSpan"/> to wait until the request is canceled or the session ends.
        /// </param>
        /// <param name="cancellationToken">A token to cancel the request, of which the peer is notified.</param>
        /// <returns>The response.</returns>
        /// <exception cref="KitbagRemoteException">The handler of the peer failed.</exception>
        /// <exception cref="TimeoutException">There was no response in time. The peer is notified.</exception>
        /// <exception cref="KitbagException">The request cannot be written, or the response cannot be read.</exception>
        /// <exception cref="KitbagSessionException">The session has ended, or there are too many pending requests.</exception>
        public Task<TAnswer> RequestAsync<[KitbagRoot(Json = false)] TQuestion, [KitbagRoot(Json = false)] TAnswer>(TQuestion question,
            TimeSpan? timeout = null, CancellationToken cancellationToken = default)
        {
            if (timeout is { } given)
                KitbagSessionOptions.IsTimeOrInfinite(given, nameof(timeout));
            cancellationToken.ThrowIfCancellationRequested();
            MessageType<TQuestion> type = MessageType<TQuestion>.Get();
            PendingRequest<TAnswer> request;
            WriteSignal signal;
            lock (Gate)
            {
                int number = BeginMessage(type);
                try
                {
                    if (_pendingRequests.Count >= Options.MaxPendingRequests)
                        throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                            "More than " + Options.MaxPendingRequests
                                + " requests (KitbagSessionOptions.MaxPendingRequests) are waiting for responses.");
                    type.Format.Serialize(Log, question);
                    signal = EndNumbered(FrameKind.Request, _lastRequest + 1, number, out _);
                }
                catch
                {
                    Log.Abort();
                    throw;
                }
                request = new PendingRequest<TAnswer>(this, ++_lastRequest);
                _pendingRequests.Add(request.Id, request);
            }
            _connection!.Write(signal);
            request.Limit(timeout ?? Options.RequestTimeout, cancellationToken);
            return request.Answered;
        }

        internal ValueTask SendAnswer<T>(long id, T answer)
        {
            MessageType<T> type = MessageType<T>.Get();
            ValueTask sent;
            WriteSignal signal;
            lock (Gate)
            {
                int number = BeginMessage(type);
                try
                {
                    type.Format.Serialize(Log, answer);
                    signal = EndNumbered(FrameKind.Answer, id, number, out sent);
                }
                catch
                {
                    Log.Abort();
                    throw;
                }
            }
            _connection!.Write(signal);
            return sent;
        }

        /// <summary>Reports the exception of a request handler to the program.</summary>
        internal void ReportFailedRequest(string type, Exception exception) => _handlers.ReportFailedRequest(this, type, exception);

        internal ValueTask SendFailure(long id, Exception exception)
        {
            var known = exception as KitbagRemoteException;
            return SendFrame(new FrameBuilder().Begin(FrameKind.Failure).Number(id).Number(known?.Code ?? 0)
                .Text(known?.Message ?? "The request failed. KitbagHandlers.OnRequestFailed of the peer gets the exception.",
                    Goodbye.MaxMessage)
                .End());
        }

        /// <summary>Abandons a request: the peer is notified, and a response that arrives later is ignored.</summary>
        internal void Forget(long id)
        {
            lock (Gate)
            {
                if (!_pendingRequests.Remove(id) || _close != null)
                    return;
            }
            _ = SendFrame(new FrameBuilder().Begin(FrameKind.Cancel).Number(id).End());
        }

        private ValueTask SendFrame(ReadOnlyMemory<byte> frame)
        {
            ValueTask sent;
            WriteSignal signal;
            lock (Gate)
            {
                CheckSend();
                Log.Append(frame.Span);
                sent = Appended(null, out signal)?.Task ?? default;
            }
            _connection!.Write(signal);
            return sent;
        }

        private WriteSignal EndNumbered(byte kind, long id, int number, out ValueTask sent)
        {
            CheckHeader(Log.HeaderLength);
            Span<byte> prefix = stackalloc byte[1 + 2 * Varint.MostBytes];
            prefix[0] = kind;
            int length = 1 + Varint.Write(prefix.Slice(1), id);
            length += Varint.Write(prefix.Slice(length), number);
            sent = Appended(Log.End(prefix.Slice(0, length), default), out WriteSignal signal)?.Task ?? default;
            return signal;
        }

        private void OnAnswer(in Frame frame)
        {
            var body = new BodyReader(frame.Body, "answer");
            long id = body.ReadNumber();
            if (frame.Kind == FrameKind.Answer)
            {
                PeerType type = TypeOf(body.ReadNumber());
                TakePending(id)?.Answer(type, body.Rest);
                return;
            }
            int code = (int)body.ReadNumber(int.MaxValue);
            string message = body.ReadText(Goodbye.MaxMessage);
            body.End();
            TakePending(id)?.Fail(new KitbagRemoteException(message, code));
        }

        // Returns null if the requester has given up, or received the response before a connection was lost.
        private PendingRequest? TakePending(long id)
        {
            lock (Gate)
                return _pendingRequests.Remove(id, out PendingRequest? request) ? request : null;
        }
    }
}
