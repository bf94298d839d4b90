using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    /// <summary>
    /// Contains the handlers for messages and requests of peers. Create an instance before the first session and share it between all
    /// sessions.
    /// </summary>
    /// <remarks>
    /// <para>The messages of a session are handled one after the other, in the order in which they were sent: the next message waits
    /// until the task that the previous handler returned is completed, and the peer waits as soon as
    /// <see cref="KitbagSessionOptions.ReceiveWindow"/> is full. Handlers run on the thread that reads the connection: await long
    /// operations, and do not block. A handler that throws ends the session with
    /// <see cref="KitbagCloseReason.HandlerFailed"/>.</para>
    /// <para>A payload refers to the receive buffer, and is valid until the handler's task is completed.</para>
    /// </remarks>
    public sealed class KitbagHandlers
    {
        private readonly Dictionary<string, MessageHandler> _messages = new Dictionary<string, MessageHandler>();
        private readonly Dictionary<string, RequestHandler> _requests = new Dictionary<string, RequestHandler>();
        private Action<KitbagSession, string, Exception>? _requestFailed;
        private bool _isInUse;

        internal Func<KitbagSession, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask>? Raw { get; private set; }

        internal Func<KitbagSession, string, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask>? Unknown { get; private set; }

        /// <summary>
        /// Adds a handler for messages of a type. The peer's type with the same name is read as this type, whatever its version.
        /// </summary>
        /// <typeparam name="T">The type. Two types with the same name in different namespaces cannot both be handled.</typeparam>
        /// <param name="handle">The handler, which gets the session, the message and the payload that came with it.</param>
        /// <returns>This instance, for chaining.</returns>
        /// <exception cref="ArgumentException">There already is a handler for a type with that name.</exception>
        public KitbagHandlers On<[KitbagRoot(Json = false)] T>(Func<KitbagSession, T, ReadOnlySequence<byte>, ValueTask> handle)
        {
            Add(_messages, new MessageHandler<T>(handle ?? throw new ArgumentNullException(nameof(handle))));
            return this;
        }

        /// <summary>Adds a handler for messages of a type without a payload; a payload is ignored.</summary>
        /// <typeparam name="T">The type. Two types with the same name in different namespaces cannot both be handled.</typeparam>
        /// <param name="handle">The handler, which gets the session and the message.</param>
        /// <returns>This instance, for chaining.</returns>
        /// <exception cref="ArgumentException">There already is a handler for a type with that name.</exception>
        public KitbagHandlers On<[KitbagRoot(Json = false)] T>(Func<KitbagSession, T, ValueTask> handle)
        {
            if (handle == null)
                throw new ArgumentNullException(nameof(handle));
            return On<T>((session, message, payload) => handle(session, message));
        }

        /// <summary>
        /// Adds a handler for requests. Handlers are started in the order in which requests and messages were sent; up to
        /// <see cref="KitbagSessionOptions.MaxRequests"/> run at a time, and responses are sent as they are ready.
        /// </summary>
        /// <typeparam name="TQuestion">The type of the request.</typeparam>
        /// <typeparam name="TAnswer">The type of the response.</typeparam>
        /// <param name="answer">
        /// The handler, which gets the session, the request, and a token that is canceled if the requester cancels the request or the
        /// session ends. If it throws, the request fails; the requester gets the message only of a <see cref="KitbagRemoteException"/>,
        /// and <see cref="OnRequestFailed"/> gets any other exception.
        /// </param>
        /// <returns>This instance, for chaining.</returns>
        /// <exception cref="ArgumentException">There already is a handler for requests with that name.</exception>
        public KitbagHandlers OnRequest<[KitbagRoot(Json = false)] TQuestion, [KitbagRoot(Json = false)] TAnswer>(
            Func<KitbagSession, TQuestion, CancellationToken, ValueTask<TAnswer>> answer)
        {
            Add(_requests, new RequestHandler<TQuestion, TAnswer>(answer ?? throw new ArgumentNullException(nameof(answer))));
            return this;
        }

        /// <summary>Sets the handler for raw messages, whose header consists of the program's own bytes.</summary>
        /// <param name="handle">The handler, which gets the session, and the header and the payload in the receive buffer.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagHandlers OnRaw(Func<KitbagSession, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask> handle)
        {
            Check();
            Raw = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>
        /// Sets the handler for messages of types that have no handler, for example of a newer peer. Without it, such a message ends the
        /// session with <see cref="KitbagCloseReason.UnknownMessage"/>, so that no message is lost silently.
        /// </summary>
        /// <param name="handle">The handler, which gets the session, the name of the type, the message and the payload.</param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagHandlers OnUnknown(Func<KitbagSession, string, ReadOnlySequence<byte>, ReadOnlySequence<byte>, ValueTask> handle)
        {
            Check();
            Unknown = handle ?? throw new ArgumentNullException(nameof(handle));
            return this;
        }

        /// <summary>
        /// Sets a function that gets the exceptions of request handlers, for example to log them, because the requester learns only that
        /// the request failed. It gets an exception before the requester does. Without it, or if it throws itself,
        /// <see cref="TaskScheduler.UnobservedTaskException"/> is raised for the exception.
        /// </summary>
        /// <param name="report">
        /// The function, which gets the session, the name of the request's type, and the exception: of the handler, or because its response
        /// cannot be written. It must not block or throw. It is not called for a <see cref="KitbagRemoteException"/>, which is a response,
        /// or if the handler was canceled.
        /// </param>
        /// <returns>This instance, for chaining.</returns>
        public KitbagHandlers OnRequestFailed(Action<KitbagSession, string, Exception> report)
        {
            Check();
            _requestFailed = report ?? throw new ArgumentNullException(nameof(report));
            return this;
        }

        internal void Use() => _isInUse = true;

        /// <summary>Reports an exception of a request handler to the program, which has no other way to learn of it.</summary>
        internal void ReportFailedRequest(KitbagSession session, string type, Exception exception)
        {
            if (_requestFailed == null)
            {
                Unobserved.Report(exception);
                return;
            }
            try
            {
                _requestFailed(session, type, exception);
            }
            catch (Exception e)
            {
                Unobserved.Report(e);
            }
        }

        /// <summary>Looks up the handlers for the peer's type by its name.</summary>
        /// <exception cref="KitbagException">The peer's type cannot be read as the local type of the same name.</exception>
        internal void Bind(PeerType type)
        {
            if (_messages.TryGetValue(type.Name, out MessageHandler? message))
                message.Prepare(type);
            if (_requests.TryGetValue(type.Name, out RequestHandler? request))
                request.Prepare(type);
            type.Handler = message;
            type.RequestHandler = request;
        }

        /// <summary>Describes that there is no handler for messages or requests of the peer's type, and what to write.</summary>
        internal string DescribeMissing(PeerType type, bool isRequest) => isRequest
            ? Handler.DescribeMissing(type, true, _requests.Values, _messages.Values)
            : Handler.DescribeMissing(type, false, _messages.Values, _requests.Values);

        private void Add<THandler>(Dictionary<string, THandler> handlers, THandler handler)
            where THandler : Handler
        {
            Check();
            if (!handlers.TryAdd(handler.Type.Name, handler))
                throw new ArgumentException("A handler for a type named '" + handler.Type.Name + "' has already been added.");
        }

        private void Check()
        {
            if (_isInUse)
                throw new InvalidOperationException("Handlers cannot be added after a session has started to use this instance.");
        }
    }
}
