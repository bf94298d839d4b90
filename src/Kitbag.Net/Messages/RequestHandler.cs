using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>Reads requests of one type, passes them to the program, and sends its responses.</summary>
    internal abstract class RequestHandler
    {
        public abstract void Prepare(PeerType type);

        /// <summary>Reads the request and calls the program. The task completes when the response was sent.</summary>
        /// <exception cref="KitbagException">The request cannot be read.</exception>
        public abstract Task Handle(KitbagSession session, PeerType type, long id, in ReadOnlySequence<byte> body,
            CancellationToken cancellationToken);
    }

    /// <summary>Handles requests of one type with responses of one type.</summary>
    internal sealed class RequestHandler<TQuestion, TAnswer> : RequestHandler
    {
        private readonly Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> _answer;

        public RequestHandler(Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> answer) => _answer = answer;

        public override void Prepare(PeerType type) => type.As<TQuestion>();

        public override Task Handle(KitbagSession session, PeerType type, long id, in ReadOnlySequence<byte> body,
            CancellationToken cancellationToken) =>
            AnswerAsync(session, type, type.As<TQuestion>().Deserialize(body), id, cancellationToken);

        private async Task AnswerAsync(KitbagSession session, PeerType type, TQuestion question, long id,
            CancellationToken cancellationToken)
        {
            ValueTask sent;
            try
            {
                if (type.IsDropped(question))
                    throw new KitbagRemoteException("A request of the type '" + type.Name + "' is of an unknown derived type.");
                TAnswer answer = await _answer(session, question, cancellationToken).ConfigureAwait(false);
                sent = session.SendAnswer(id, answer);
            }
            catch (Exception e) when ((e as KitbagSessionException)?.ClosedSession != session)
            {
                bool isCanceled = e is OperationCanceledException && cancellationToken.IsCancellationRequested;
                if (e is not KitbagRemoteException && !isCanceled)
                    session.ReportFailedRequest(type.Name, e);
                sent = session.SendFailure(id, e);
            }
            await sent.ConfigureAwait(false);
        }
    }
}
