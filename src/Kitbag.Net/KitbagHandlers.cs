using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Messages;

namespace Kitbag.Net
{
    /// <summary>
    /// What a program does with what its peers send. Made once, before the first session begins, and shared by any number of sessions.
    /// </summary>
    /// <remarks>
    /// <para>The messages of a session are handled one after the other, in the order in which they were sent: the next one waits until the
    /// task that its predecessor's handler returned is done, and the peer waits as soon as
    /// <see cref="KitbagSessionOptions.ReceiveWindow"/> is full. Handlers run on the thread that reads the connection: what takes long
    /// is to be awaited, not to block. A handler that throws ends the session with <see cref="KitbagCloseReason.HandlerFailed"/>.</para>
    /// <para>A payload lies where it was received, and may be used until the handler's task is done.</para>
    /// </remarks>
    public sealed class KitbagHandlers
    {
        private readonly Dictionary<string, MessageHandler> _messages = new Dictionary<string, MessageHandler>();
        private readonly Dictionary<string, RequestHandler> _requests = new Dictionary<string, RequestHandler>();
        private bool _isInUse;

        internal Func<KitbagSession, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask>? Raw { get; private set; }

        internal Func<KitbagSession, string, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask>? Unknown { get; private set; }

        /// <summary>Handles messages of a type. The peer's type of that name is read as this one, whatever version it is.</summary>
        /// <typeparam name="T">The type. Two types of one name, in different namespaces, cannot both be handled.</typeparam>
        /// <param name="handle">Gets the session, the message and the payload that came with it.</param>
        /// <returns>This object.</returns>
        /// <exception cref="ArgumentException">A type of that name is handled already.</exception>
        public KitbagHandlers On<[KitbagRoot(Json = false)] T>(Func<KitbagSession, T, ReadOnlySequence<byte>, ValueTask> handle)
        {
            Add(_messages, MessageType<T>.Get().Name, new MessageHandler<T>(handle ?? throw new ArgumentNullException(nameof(handle))));
            return this;
        }

        /// <summary>Handles messages of a type that come without a payload; one that comes with it is not looked at.</summary>
        /// <typeparam name="T">The type. Two types of one name, in different namespaces, cannot both be handled.</typeparam>
        /// <param name="handle">Gets the session and the message.</param>
        /// <returns>This object.</returns>
        /// <exception cref="ArgumentException">A type of that name is handled already.</exception>
        public KitbagHandlers On<[KitbagRoot(Json = false)] T>(Func<KitbagSession, T, ValueTask> handle)
        {
            if (handle == null)
                throw new ArgumentNullException(nameof(handle));
            return On<T>((session, message, payload) => handle(session, message));
        }

        /// <summary>
        /// Answers requests. They are begun in the order in which they were sent, among the messages; up to
        /// <see cref="KitbagSessionOptions.MaxRequests"/> are under way at a time, and answers are sent as they are ready.
        /// </summary>
        /// <typeparam name="TQuestion">The type of the question.</typeparam>
        /// <typeparam name="TAnswer">The type of the answer.</typeparam>
        /// <param name="answer">
        /// Gets the session, the question, and a token that is canceled when the requester gives up or the session ends. What it throws
        /// goes to the requester, who is told the text of a <see cref="KitbagRemoteException"/> only.
        /// </param>
        /// <returns>This object.</returns>
        /// <exception cref="ArgumentException">Questions of that name are answered already.</exception>
        public KitbagHandlers OnRequest<[KitbagRoot(Json = false)] TQuestion, [KitbagRoot(Json = false)] TAnswer>(
            Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> answer)
        {
            Add(_requests, MessageType<TQuestion>.Get().Name,
                new RequestHandler<TQuestion, TAnswer>(answer ?? throw new ArgumentNullException(nameof(answer))));
            return this;
        }

        /// <summary>Handles raw messages, whose header is the program's own bytes.</summary>
        /// <param name="handle">Gets the session, the header and the payload, which both lie where they were received.</param>
        /// <returns>This object.</returns>
        public KitbagHandlers OnRaw(Func<KitbagSession, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask> handle)
        {
            Check();
            Raw = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>
        /// Handles messages of types that have no handler, for example of a newer peer. Without this such a message ends the session with
        /// <see cref="KitbagCloseReason.UnknownMessage"/>: nothing is lost without a word.
        /// </summary>
        /// <param name="handle">Gets the session, the name of the type, the bare bytes of the message and the payload.</param>
        /// <returns>This object.</returns>
        public KitbagHandlers OnUnknown(Func<KitbagSession, string, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask> handle)
        {
            Check();
            Unknown = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        internal void Use() => _isInUse = true;

        /// <summary>Finds out who handles what the peer calls by this name.</summary>
        /// <exception cref="KitbagException">The peer's type cannot be read as the type here.</exception>
        internal void Bind(PeerType type)
        {
            if (_messages.TryGetValue(type.Name, out MessageHandler? message))
                message.Prepare(type);
            if (_requests.TryGetValue(type.Name, out RequestHandler? request))
                request.Prepare(type);
            type.Handler = message;
            type.RequestHandler = request;
        }

        private void Add<THandler>(Dictionary<string, THandler> handlers, string name, THandler handler)
        {
            Check();
            if (!handlers.TryAdd(name, handler))
                throw new ArgumentException("There is a handler for a type of the name '" + name + "' already.");
        }

        private void Check()
        {
            if (_isInUse)
                throw new InvalidOperationException("A session uses these handlers already.");
        }
    }
}
