using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;

namespace Kitbag.Net
{
    // Answers requests of the peer. Up to MaxRequests handlers run at a time. Further requests wait outside the receive buffer, because
    // the peer may be unable to take the responses of the running handlers before this end acknowledges what follows those requests.
    public sealed partial class KitbagSession
    {
        // All requests that are not answered, and those of them whose handlers were not called yet, in order.
        private readonly Dictionary<long, ReceivedRequest> _receivedRequests = new Dictionary<long, ReceivedRequest>();
        private readonly Queue<ReceivedRequest> _waitingRequests = new Queue<ReceivedRequest>();
        private int _runningRequests;

        // Whether a thread is calling the handlers of waiting requests. The request whose handler is being called counts as waiting, so
        // that no other handler is called at the same time. Only the reading loop adds requests.
        private bool _isStartingRequests;
        private volatile int _unstartedRequests;
        private long _unstartedSize;

        // Completes when the reading loop should try again to handle the frame that waits for requests.
        private TaskCompletionSource<bool>? _turn;

        /// <summary>
        /// Returns null if a frame can be handled now, otherwise a task after which this has to be called again: messages wait until the
        /// handlers of all earlier requests were called, and requests until those that wait take less memory.
        /// </summary>
        internal Task? TurnOf(byte kind)
        {
            if (_unstartedRequests == 0)
                return null;
            lock (Gate)
            {
                if (_isOver)
                    return Completion;
                if (_unstartedRequests == 0 || (kind == FrameKind.Request && _unstartedSize < Options.ReceiveWindow))
                    return null;
                _turn ??= new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
                return _turn.Task;
            }
        }

        /// <summary>Gets the number of requests whose handlers were not called yet.</summary>
        internal int WaitingRequests => _unstartedRequests;

        private ValueTask HandleRequest(in ReadOnlySequence<byte> frame)
        {
            var body = new BodyReader(frame, "request");
            long id = body.ReadNumber();
            PeerType type = TypeOf(body.ReadNumber());
            if (type.RequestHandler == null)
                return SendFailure(id, new KitbagRemoteException(_handlers.DescribeMissing(type, isRequest: true)));
            bool waits;
            lock (Gate)
                waits = HasToWait;
            // A request that waits is kept as it was sent, because its object may be much larger.
            ReceivedRequest request = type.RequestHandler.Receive(this, type, id, body.Rest, waits ? Sequences.Copy(body.Rest) : null);
            lock (Gate)
            {
                if (!_receivedRequests.TryAdd(id, request))
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "Request " + id + " is already running.");
                if (HasToWait)
                {
                    _waitingRequests.Enqueue(request);
                    _unstartedRequests++;
                    _unstartedSize += request.Size;
                    return default;
                }
                _runningRequests++;
            }
            _ = RunAsync(request);
            return default;
        }

        // Whether a new request has to wait. Other requests may end at any time, but only the reading loop adds some. The caller holds the
        // lock.
        private bool HasToWait => _runningRequests == Options.MaxRequests || _unstartedRequests != 0;

        private async Task RunAsync(ReceivedRequest request)
        {
            try
            {
                await request.AnswerAsync().ConfigureAwait(false);
            }
            catch (KitbagSessionException)
            {
                // The session has ended, or its send buffer has no space for the response, so the requester does not receive one.
            }
            finally
            {
                bool startsOthers;
                lock (Gate)
                {
                    _receivedRequests.Remove(request.Id);
                    _runningRequests--;
                    startsOthers = _waitingRequests.Count != 0 && !_isStartingRequests;
                    _isStartingRequests |= startsOthers;
                }
                request.Dispose();
                if (startsOthers)
                    ThreadPool.UnsafeQueueUserWorkItem(state => ((KitbagSession)state!).StartWaitingRequests(), this);
            }
        }

        // Calls the handlers of waiting requests one after the other, each until it awaits something.
        private void StartWaitingRequests()
        {
            while (true)
            {
                ReceivedRequest request;
                lock (Gate)
                {
                    if (_isOver || _waitingRequests.Count == 0 || _runningRequests == Options.MaxRequests)
                    {
                        _isStartingRequests = false;
                        return;
                    }
                    request = _waitingRequests.Dequeue();
                    _runningRequests++;
                }
                _ = RunAsync(request);
                TaskCompletionSource<bool>? turn = null;
                lock (Gate)
                {
                    _unstartedRequests--;
                    _unstartedSize -= request.Size;
                    if (_unstartedRequests == 0 || _unstartedSize <= Options.ReceiveWindow / 2)
                    {
                        turn = _turn;
                        _turn = null;
                    }
                }
                turn?.TrySetResult(true);
            }
        }

        /// <summary>Cancels all requests of the peer, which is gone.</summary>
        internal void CancelRequests()
        {
            ReceivedRequest[] requests;
            lock (Gate)
            {
                requests = new ReceivedRequest[_receivedRequests.Count];
                _receivedRequests.Values.CopyTo(requests, 0);
            }
            foreach (ReceivedRequest request in requests)
                request.Cancel();
        }

        private void OnCancel(in ReadOnlySequence<byte> frame)
        {
            var body = new BodyReader(frame, "cancel");
            long id = body.ReadNumber();
            body.End();
            ReceivedRequest? request;
            lock (Gate)
                _receivedRequests.TryGetValue(id, out request);
            request?.Cancel();
        }
    }
}
