using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading.Tasks;
using Kitbag.Net.Messages;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// What a program does with what happens in rooms. Handlers are called one after the other, in the order of what happened; one whose
    /// task is not done keeps all that follows waiting, and after <see cref="KitbagSessionOptions.ReceiveWindow"/> the relay. A room must
    /// not be joined, nor a request awaited, in them: the answer comes behind. What a handler throws ends the session.
    /// </summary>
    public sealed class KitbagRoomHandlers
    {
        private readonly Dictionary<string, Func<KitbagRoom, KitbagRoomMessage, ReadOnlySequence<byte>, ValueTask>> _typed =
            new Dictionary<string, Func<KitbagRoom, KitbagRoomMessage, ReadOnlySequence<byte>, ValueTask>>();

        internal Func<KitbagRoom, KitbagRoomMessage, ValueTask>? Message { get; private set; }

        internal Action<KitbagRoom, KitbagPeerEvent, KitbagRoomPeer, KitbagPeerCause>? Peer { get; private set; }

        internal Action<KitbagRoom, KitbagRoomGap>? Gap { get; private set; }

        internal Action<KitbagRoom>? Live { get; private set; }

        internal Action<KitbagRoom>? Changed { get; private set; }

        internal Action<KitbagRoom, KitbagPeerCause>? Removed { get; private set; }

        internal Action<KitbagRoom, KitbagRoomException>? Undelivered { get; private set; }

        /// <summary>Handles messages whatever is in them, but for those of types that have a handler.</summary>
        /// <param name="handle">Gets the room and the message.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnMessage(Func<KitbagRoom, KitbagRoomMessage, ValueTask> handle)
        {
            Message = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>
        /// Handles messages that were sent as a type: <see cref="KitbagRoom.SendAsync{T}"/>. The sender's version of it may be another one.
        /// </summary>
        /// <typeparam name="T">The type; it is found by its name without the namespace.</typeparam>
        /// <param name="handle">Gets the room, the value, and the message that it came in.</param>
        /// <returns>This object.</returns>
        /// <exception cref="ArgumentException">A type of that name is handled already.</exception>
        public KitbagRoomHandlers On<[KitbagRoot(Json = false)] T>(Func<KitbagRoom, T, KitbagRoomMessage, ValueTask> handle)
        {
            if (handle == null)
                throw new ArgumentNullException(nameof(handle));
            _typed.Add(MessageType<T>.Get().Name,
                (room, message, document) => handle(room, KitbagSerializer.Deserialize<T>(document), message));
            return this;
        }

        /// <summary>Learns of peers that join, leave, are away, come back, or have new metadata.</summary>
        /// <param name="handle">Gets the room, what has happened, the peer, and why it left.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnPeer(Action<KitbagRoom, KitbagPeerEvent, KitbagRoomPeer, KitbagPeerCause> handle)
        {
            Peer = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Learns that messages are missing at this place.</summary>
        /// <param name="handle">Gets the room, and what is known.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnGap(Action<KitbagRoom, KitbagRoomGap> handle)
        {
            Gap = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Learns that all messages of the past have come.</summary>
        /// <param name="handle">Gets the room.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnLive(Action<KitbagRoom> handle)
        {
            Live = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Learns of a new owner, or of new metadata of the room.</summary>
        /// <param name="handle">Gets the room.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnChanged(Action<KitbagRoom> handle)
        {
            Changed = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Learns that this program is not in the room any more, against its will.</summary>
        /// <param name="handle">Gets the room and the cause.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnRemoved(Action<KitbagRoom, KitbagPeerCause> handle)
        {
            Removed = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Learns that a message could not be delivered that was sent without confirmation.</summary>
        /// <param name="handle">Gets a room of the client, not always that of the message, and what the relay says.</param>
        /// <returns>This object.</returns>
        public KitbagRoomHandlers OnUndelivered(Action<KitbagRoom, KitbagRoomException> handle)
        {
            Undelivered = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        internal ValueTask Handle(KitbagRoom room, in KitbagRoomMessage message)
        {
            if (_typed.Count != 0 && TypedMessages.TryRead(message.Payload, out string name, out ReadOnlySequence<byte> document)
                && _typed.TryGetValue(name, out Func<KitbagRoom, KitbagRoomMessage, ReadOnlySequence<byte>, ValueTask>? handle))
                return handle(room, message, document);
            return Message?.Invoke(room, message) ?? default;
        }
    }
}
