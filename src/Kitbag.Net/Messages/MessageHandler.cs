using System;
using System.Buffers;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>Reads messages of one type and passes them to the program.</summary>
    internal abstract class MessageHandler : Handler
    {
        public abstract ValueTask Handle(KitbagSession session, PeerType type, in ReadOnlySequence<byte> header,
            in ReadOnlySequence<byte> payload);
    }

    /// <summary>Handles messages of one type together with their payloads.</summary>
    internal sealed class MessageHandler<T> : MessageHandler
    {
        private readonly Func<KitbagSession, T, ReadOnlySequence<byte>, ValueTask> _handle;

        public MessageHandler(Func<KitbagSession, T, ReadOnlySequence<byte>, ValueTask> handle) => _handle = handle;

        public override MessageType Type => MessageType<T>.Get();

        public override void Prepare(PeerType type) => type.As<T>();

        public override ValueTask Handle(KitbagSession session, PeerType type, in ReadOnlySequence<byte> header,
            in ReadOnlySequence<byte> payload)
        {
            T message = type.As<T>().Deserialize(header);
            if (type.IsDropped(message))
                return default;
            session.IsInHandler = true;
            ValueTask handled = _handle(session, message, payload);
            session.IsInHandler = false;
            return handled;
        }
    }
}
