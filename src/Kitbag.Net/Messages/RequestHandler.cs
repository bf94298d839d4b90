using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>Reads requests of one type, which the program answers.</summary>
    internal abstract class RequestHandler : Handler
    {
        /// <summary>Receives a request, and reads it unless it has to wait.</summary>
        /// <param name="session">The session.</param>
        /// <param name="type">The type that the peer has introduced.</param>
        /// <param name="id">The number of the request.</param>
        /// <param name="body">What was received.</param>
        /// <param name="held">A copy of it if the request has to wait, otherwise null.</param>
        /// <exception cref="KitbagException">The request cannot be read.</exception>
        public abstract ReceivedRequest Receive(KitbagSession session, PeerType type, long id, in ReadOnlySequence<byte> body,
            byte[]? held);
    }

    /// <summary>Handles requests of one type with responses of one type.</summary>
    internal sealed class RequestHandler<TQuestion, TAnswer> : RequestHandler
    {
        public RequestHandler(Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> answer) => Answer = answer;

        /// <summary>Gets the function of the program.</summary>
        public Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> Answer { get; }

        public override MessageType Type => MessageType<TQuestion>.Get();

        public override void Prepare(PeerType type) => type.As<TQuestion>();

        public override ReceivedRequest Receive(KitbagSession session, PeerType type, long id, in ReadOnlySequence<byte> body,
            byte[]? held) => new ReceivedRequest<TQuestion, TAnswer>(this, session, type, id, body.Length, held,
            held == null ? type.As<TQuestion>().Deserialize(body) : default!);
    }
}
