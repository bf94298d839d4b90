using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>Reads requests of one type, which the program answers.</summary>
    internal abstract class RequestHandler
    {
        public abstract void Prepare(PeerType type);

        /// <summary>Receives a request, and reads it unless it has to wait.</summary>
        /// <exception cref="KitbagException">The request cannot be read.</exception>
        public abstract ReceivedRequest Receive(KitbagSession session, PeerType type, long id, in ReadOnlySequence<byte> body, bool waits);
    }

    /// <summary>Handles requests of one type with responses of one type.</summary>
    internal sealed class RequestHandler<TQuestion, TAnswer> : RequestHandler
    {
        public RequestHandler(Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> answer) => Answer = answer;

        /// <summary>Gets the function of the program.</summary>
        public Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> Answer { get; }

        public override void Prepare(PeerType type) => type.As<TQuestion>();

        public override ReceivedRequest Receive(KitbagSession session, PeerType type, long id, in ReadOnlySequence<byte> body,
            bool waits) => new ReceivedRequest<TQuestion, TAnswer>(this, session, type, id, body, waits);
    }
}
