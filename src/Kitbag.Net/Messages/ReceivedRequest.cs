using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>A request of the peer that this end has not answered yet.</summary>
    internal abstract class ReceivedRequest : IDisposable
    {
        // The approximate size of this object with its source of cancellation, the request's object and an entry of the dictionary.
        private const int Overhead = 512;

        private readonly CancellationTokenSource _cancellation;

        protected ReceivedRequest(KitbagSession session, long id, long length)
        {
            Session = session;
            Id = id;
            Size = length + Overhead;
            _cancellation = CancellationTokenSource.CreateLinkedTokenSource(session.Ended);
        }

        /// <summary>Gets the number of the request, which the peer has assigned.</summary>
        public long Id { get; }

        /// <summary>Gets the approximate size of the request in memory, in bytes.</summary>
        public long Size { get; }

        protected KitbagSession Session { get; }

        protected CancellationToken CancellationToken => _cancellation.Token;

        /// <summary>
        /// Calls the program, and sends its response or its failure. The task completes when there is space in the send buffer again.
        /// </summary>
        public abstract Task AnswerAsync();

        /// <summary>Cancels the token of the program's handler.</summary>
        public void Cancel()
        {
            try
            {
                _cancellation.Cancel();
            }
            catch (ObjectDisposedException)
            {
                // The response was sent just before this call.
            }
        }

        public void Dispose() => _cancellation.Dispose();
    }

    /// <summary>A request of one type, which is answered by a response of one type.</summary>
    internal sealed class ReceivedRequest<TQuestion, TAnswer> : ReceivedRequest
    {
        private readonly RequestHandler<TQuestion, TAnswer> _handler;
        private readonly PeerType _type;

        // What was received, if the request has to wait, otherwise the request.
        private readonly byte[]? _body;
        private readonly TQuestion _question;

        public ReceivedRequest(RequestHandler<TQuestion, TAnswer> handler, KitbagSession session, PeerType type, long id, long length,
            byte[]? body, TQuestion question)
            : base(session, id, length)
        {
            _handler = handler;
            _type = type;
            _body = body;
            _question = question;
        }

        public override async Task AnswerAsync()
        {
            ValueTask sent;
            try
            {
                // The peer may have canceled the request while it waited.
                CancellationToken.ThrowIfCancellationRequested();
                if (!TryRead(out TQuestion question))
                    return;
                if (_type.IsDropped(question))
                    throw new KitbagRemoteException("A request of the type '" + _type.Name + "' is of an unknown derived type.");
                TAnswer answer = await _handler.Answer(Session, question, CancellationToken).ConfigureAwait(false);
                sent = answer is null ? SendNull() : Session.SendAnswer(Id, answer);
            }
            catch (Exception e) when ((e as KitbagSessionException)?.ClosedSession != Session)
            {
                bool isCanceled = e is OperationCanceledException && CancellationToken.IsCancellationRequested;
                if (e is not KitbagRemoteException && !isCanceled)
                    Session.ReportFailedRequest(_type.Name, e);
                sent = Session.SendFailure(Id, e);
            }
            await sent.ConfigureAwait(false);
        }

        // Collections and strings, for example, can be null in a response, but objects cannot, because they have no header.
        private ValueTask SendNull()
        {
            try
            {
                return Session.SendAnswer<TAnswer>(Id, default!);
            }
            catch (KitbagException e)
            {
                throw new KitbagException(e.Reason, "The handler of requests of the type '" + _type.Name + "' returned null, but a "
                    + "response of the type '" + MessageType<TAnswer>.Get().Name + "' cannot be null. Return an object with a member that "
                    + "may be null, or throw a KitbagRemoteException, whose message and code the requester gets.", -1, e);
            }
        }

        // Returns false if the request cannot be read. As for one that did not wait, the session ends then.
        private bool TryRead(out TQuestion question)
        {
            try
            {
                question = _body == null ? _question : _type.As<TQuestion>().Deserialize(_body);
                return true;
            }
            catch (Exception e)
            {
                Session.OnUnreadable(e);
                question = default!;
                return false;
            }
        }
    }
}
