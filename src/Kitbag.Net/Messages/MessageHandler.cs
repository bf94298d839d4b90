using System;
using System.Buffers;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>Reads messages of one type and passes them to the program.</summary>
    internal abstract class MessageHandler
    {
        /// <summary>Finds out whether the peer's type can be read; a failure is better now than at the first message.</summary>
        public abstract void Prepare(PeerType type);

        public abstract ValueTask Handle(KitbagSession session, PeerType type, in ReadOnlySequence<byte> header,
            in ReadOnlySequence<byte> payload);
    }

    /// <summary>Messages of one type, with payloads.</summary>
    internal sealed class MessageHandler<T> : MessageHandler
    {
        private readonly Func<KitbagSession, T, ReadOnlySequence<byte>, ValueTask> _handle;

        public MessageHandler(Func<KitbagSession, T, ReadOnlySequence<byte>, ValueTask> handle) => _handle = handle;

        public override void Prepare(PeerType type) => type.As<T>();

        public override ValueTask Handle(KitbagSession session, PeerType type, in ReadOnlySequence<byte> header,
            in ReadOnlySequence<byte> payload) => _handle(session, type.As<T>().Deserialize(header), payload);
    }
}
