using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading.Tasks;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Contains the handlers for messages and events of rooms. Handlers are called one after the other, in order; as long as the task of a
    /// handler is not completed, all following events wait, and beyond <see cref="KitbagSessionOptions.ReceiveWindow"/> the relay waits.
    /// Handlers must not join a room or await a confirmation, because the response would be handled only after them. An exception of a
    /// handler, except that of <see cref="OnDisconnected"/>, ends the client with <see cref="KitbagCloseReason.HandlerFailed"/>.
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

        internal Action<KitbagRoom, KitbagRoomMessage, KitbagException>? Unreadable { get; private set; }

        internal Action<KitbagRoomClient, KitbagClose>? Disconnected { get; private set; }

        /// <summary>Sets the handler for all messages except those of types that have their own handler.</summary>
        /// <param name="handle">The handler, which gets the room and the message.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnMessage(Func<KitbagRoom, KitbagRoomMessage, ValueTask> handle)
        {
            Message = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>
        /// Adds a handler for messages that were sent with <see cref="KitbagRoom.SendAsync{T}"/>. The sender may have another version of
        /// the type. Messages that cannot be read as the type are passed to <see cref="OnUnreadable"/>.
        /// </summary>
        /// <typeparam name="T">The type, which is matched by its name without the namespace.</typeparam>
        /// <param name="handle">The handler, which gets the room, the value, and the message that it came in.</param>
        /// <returns>This instance, for chaining.</returns>
        /// <exception cref="ArgumentException">There already is a handler for a type with that name.</exception>
        public KitbagRoomHandlers On<[KitbagRoot(Json = false)] T>(Func<KitbagRoom, T, KitbagRoomMessage, ValueTask> handle)
        {
            if (handle == null)
                throw new ArgumentNullException(nameof(handle));
            _typed.Add(MessageType<T>.Get().Name,
                (room, message, document) => TryRead(room, message, document, out T value) ? handle(room, value, message) : default);
            return this;
        }

        /// <summary>
        /// Sets the handler that is called for a message of a type with its own handler that cannot be read as this type: the sender has an
        /// incompatible version of the type, or has sent invalid bytes. The message is skipped. Without this handler,
        /// <see cref="TaskScheduler.UnobservedTaskException"/> is raised as well. If this handler throws, the client ends, like after an
        /// exception of any other handler: any peer can send such a message, so it should only report it.
        /// </summary>
        /// <param name="handle">The handler, which gets the room, the message with its bytes, and why it cannot be read.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnUnreadable(Action<KitbagRoom, KitbagRoomMessage, KitbagException> handle)
        {
            Unreadable = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Sets the handler for peers that join, leave, are away, come back, or change their metadata.</summary>
        /// <param name="handle">The handler, which gets the room, what has happened, the peer, and why it left.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnPeer(Action<KitbagRoom, KitbagPeerEvent, KitbagRoomPeer, KitbagPeerCause> handle)
        {
            Peer = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Sets the handler that is called where messages are missing.</summary>
        /// <param name="handle">The handler, which gets the room, and what is known.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnGap(Action<KitbagRoom, KitbagRoomGap> handle)
        {
            Gap = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Sets the handler that is called when all past messages have been received.</summary>
        /// <param name="handle">The handler, which gets the room.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnLive(Action<KitbagRoom> handle)
        {
            Live = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Sets the handler that is called when the owner or the metadata of a room have changed.</summary>
        /// <param name="handle">The handler, which gets the room.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnChanged(Action<KitbagRoom> handle)
        {
            Changed = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Sets the handler that is called when this program was removed from a room.</summary>
        /// <param name="handle">The handler, which gets the room and the cause.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnRemoved(Action<KitbagRoom, KitbagPeerCause> handle)
        {
            Removed = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>Sets the handler that is called when a message that was sent without confirmation could not be delivered.</summary>
        /// <param name="handle">The handler, which gets the room and the failure.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnUndelivered(Action<KitbagRoom, KitbagRoomException> handle)
        {
            Undelivered = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>
        /// Sets the handler that is called when the session is lost, and each time an attempt to start the next one fails. It is not called
        /// when the program ends the client itself. After the last session, <see cref="KitbagRoomClient.Completion"/> completes as well.
        /// It may run at the same time as other handlers, and must not block; if it throws,
        /// <see cref="TaskScheduler.UnobservedTaskException"/> is raised.
        /// </summary>
        /// <param name="handle">
        /// The handler, which gets the client and the reason: how the session ended, or why the attempt failed.
        /// </param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagRoomHandlers OnDisconnected(Action<KitbagRoomClient, KitbagClose> handle)
        {
            Disconnected = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        internal ValueTask Handle(KitbagRoom room, in KitbagRoomMessage message)
        {
            if (_typed.Count != 0 && TypedMessages.TryRead(message.Payload, out string name, out ReadOnlySequence<byte> document)
                && _typed.TryGetValue(name, out Func<KitbagRoom, KitbagRoomMessage, ReadOnlySequence<byte>, ValueTask>? handle))
                return handle(room, message, document);
            return Message?.Invoke(room, message) ?? default;
        }

        // One peer must not be able to end the sessions of all others in the room, so an unreadable message is no failure of a handler.
        private bool TryRead<T>(KitbagRoom room, in KitbagRoomMessage message, in ReadOnlySequence<byte> document, out T value)
        {
            try
            {
                value = KitbagSerializer.Deserialize<T>(document);
                return true;
            }
            catch (KitbagException e)
            {
                value = default!;
                if (Unreadable == null)
                    Unobserved.Report(e);
                Unreadable?.Invoke(room, message, e);
                return false;
            }
        }
    }
}
