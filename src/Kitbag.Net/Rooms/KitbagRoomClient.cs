using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Represents a client of a relay, independently of individual sessions. If a session is lost, a new one is started and the rooms are
    /// joined again; kept rooms continue after the last message that was received.
    /// </summary>
    public sealed partial class KitbagRoomClient : IAsyncDisposable
    {
        private readonly Func<CancellationToken, Task<IDuplexPipe>> _connect;
        private readonly KitbagRoomHandlers _handlers;
        private readonly KitbagHandlers _sessionHandlers;
        private readonly KitbagSessionOptions _options;
        private readonly byte[] _instance = new byte[RoomLimits.Instance];
        private readonly object _gate = new object();
        private readonly FrameBuilder _frame = new FrameBuilder();
        private readonly Dictionary<long, RoomRequest> _requests = new Dictionary<long, RoomRequest>();
        private readonly Dictionary<long, KitbagRoom> _byNumber = new Dictionary<long, KitbagRoom>();
        private readonly List<KitbagRoom> _rooms = new List<KitbagRoom>();

        // Requests of this session to join a room that are no longer awaited: their numbers, and the names of the rooms.
        private readonly Dictionary<long, string> _unwanted = new Dictionary<long, string>();

        // Held while a message waits for a session, so that messages that wait are sent in the order of the calls: SemaphoreSlim admits
        // asynchronous callers in this order.
        private readonly SemaphoreSlim _sendTurn = new SemaphoreSlim(1), _confirmedTurn = new SemaphoreSlim(1);
        private readonly SemaphoreSlim _unconfirmed = new SemaphoreSlim(RoomLimits.Unconfirmed - 1);
        private readonly CancellationTokenSource _ending = new CancellationTokenSource();
        private readonly TaskCompletionSource<KitbagClose> _completion =
            new TaskCompletionSource<KitbagClose>(TaskCreationOptions.RunContinuationsAsynchronously);

        private KitbagSession? _session;
        private TaskCompletionSource<bool> _ready = NewSource();
        private long _lastRequest;
        private bool _isDisposed;

        private KitbagRoomClient(Func<CancellationToken, Task<IDuplexPipe>> connect, KitbagRoomHandlers handlers,
            KitbagSessionOptions options)
        {
            _connect = connect;
            _handlers = handlers;
            _options = options;
            _sessionHandlers = new KitbagHandlers().OnRaw(Receive);
            using RandomNumberGenerator random = RandomNumberGenerator.Create();
            random.GetBytes(_instance);
        }

        /// <summary>Gets the id of this program at the relay.</summary>
        public string Id { get; private set; } = "";

        /// <summary>Gets the name of the relay.</summary>
        public string Relay { get; private set; } = "";

        /// <summary>Gets a value indicating whether there currently is a session and all rooms are joined.</summary>
        public bool IsReady => Volatile.Read(ref _ready).Task.IsCompletedSuccessfully;

        /// <summary>Gets a task that completes when the client has ended, because it was disposed or the relay rejected it.</summary>
        public Task<KitbagClose> Completion => _completion.Task;

        /// <summary>Gets the number of sessions that the client has started.</summary>
        public int Sessions { get; private set; }

        /// <summary>Gets the number of joins that have failed here, but to which the relay may still respond.</summary>
        internal int Unwanted
        {
            get
            {
                lock (_gate)
                    return _unwanted.Count;
            }
        }

        internal KitbagSession? Session => Volatile.Read(ref _session);

        /// <summary>Connects to a relay, or to one of several relays.</summary>
        /// <param name="connect">
        /// A function that creates a connection. It is called again when the connection is lost, and may then connect to another relay.
        /// </param>
        /// <param name="handlers">The handlers for messages and events of rooms.</param>
        /// <param name="options">
        /// Options for the sessions, including the credentials, or null to use the default options. Without a
        /// <see cref="KitbagSessionOptions.ResumeTimeout"/>, sessions are not resumed, and messages in transit in fast rooms are lost with
        /// a connection.
        /// </param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The client.</returns>
        /// <exception cref="KitbagSessionException">The relay rejected the session, or violated the protocol.</exception>
        public static async Task<KitbagRoomClient> ConnectAsync(Func<CancellationToken, Task<IDuplexPipe>> connect,
            KitbagRoomHandlers handlers, KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            var client = new KitbagRoomClient(connect ?? throw new ArgumentNullException(nameof(connect)),
                handlers ?? throw new ArgumentNullException(nameof(handlers)),
                options ?? new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60) });
            KitbagSession session = await client.BeginSessionAsync(cancellationToken, cancellationToken).ConfigureAwait(false);
            client._ready.TrySetResult(true);
            _ = client.KeepAsync(session);
            return client;
        }

        /// <summary>Joins a room.</summary>
        /// <param name="name">The name of the room, 1 to 128 bytes in UTF-8.</param>
        /// <param name="options">Options for joining, and for creating the room if it does not exist, or null for a fast room.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation. If the relay has already added this program to the room, the room is left again.
        /// </param>
        /// <returns>The room.</returns>
        /// <exception cref="KitbagRoomException">The relay rejected the request.</exception>
        /// <exception cref="KitbagSessionException">The client has ended.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and the room is not joined.</exception>
        /// <exception cref="InvalidOperationException">This program is already in the room.</exception>
        public async Task<KitbagRoom> JoinAsync(string name, KitbagRoomOptions? options = null,
            CancellationToken cancellationToken = default)
        {
            int length = System.Text.Encoding.UTF8.GetByteCount(name ?? throw new ArgumentNullException(nameof(name)));
            if (length == 0 || length > RoomLimits.Name)
                throw new ArgumentOutOfRangeException(nameof(name), name, "The name must have 1 to 128 bytes in UTF-8.");
            (options ?? KitbagRoomOptions.Default).Check();
            var room = new KitbagRoom(this, name, options ?? KitbagRoomOptions.Default);
            await ReadyAsync(cancellationToken).ConfigureAwait(false);
            lock (_gate)
            {
                if (_rooms.Exists(r => r.Name == name))
                    throw new InvalidOperationException("The room '" + name + "' is already joined.");
                _rooms.Add(room);
            }
            try
            {
                await JoinAsync(Session!, room, isAgain: false, cancellationToken).ConfigureAwait(false);
                return room;
            }
            catch
            {
                ForgetAndLeave(room);
                throw;
            }
        }

        /// <summary>Lists the rooms whose names start with a prefix, except unlisted rooms.</summary>
        /// <param name="prefix">The prefix of the names.</param>
        /// <param name="cancellationToken">A token to cancel the operation.</param>
        /// <returns>The rooms.</returns>
        /// <exception cref="KitbagRoomException">The relay rejected the request.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public async Task<IReadOnlyList<KitbagRoomInfo>> ListAsync(string prefix = "", CancellationToken cancellationToken = default)
        {
            var all = new List<KitbagRoomInfo>();
            bool hasMore = true;
            while (hasMore)
            {
                string after = all.Count == 0 ? "" : all[all.Count - 1].Name;
                await ReadyAsync(cancellationToken).ConfigureAwait(false);
                RoomRequest answer = await AskAsync(Session!, RoomOp.Rooms, (frame, number) => frame.List(number, prefix, after), default,
                    null, cancellationToken).ConfigureAwait(false);
                all.AddRange(answer.Rooms!);
                hasMore = answer.HasMore && answer.Rooms!.Count != 0;
            }
            return all;
        }

        /// <summary>Ends the client immediately, without a goodbye. Unsent messages are lost.</summary>
        public void Abort()
        {
            lock (_gate)
            {
                _isDisposed = true;
                _ending.Cancel();
            }
            Session?.Abort();
        }

        /// <summary>Leaves all rooms, and closes the session.</summary>
        public async ValueTask DisposeAsync()
        {
            lock (_gate)
            {
                _isDisposed = true;
                _ending.Cancel();
            }
            if (Session is { } session)
                await session.CloseAsync().ConfigureAwait(false);
            await Completion.ConfigureAwait(false);
        }

        internal Task LeaveAsync(KitbagRoom room, CancellationToken cancellationToken)
        {
            if (cancellationToken.IsCancellationRequested)
                return Task.FromCanceled(cancellationToken);
            Forget(room, out RoomPlace? place);
            return place == null ? Task.CompletedTask
                : AskAsync(place.Session, RoomOp.Done, (frame, request) => frame.Leave(request, place.Number), default, null,
                    cancellationToken, isSentAnyway: true);
        }

        internal Task DescribeAsync(KitbagRoom room, ReadOnlyMemory<byte> metadata, bool isPeer, CancellationToken cancellationToken) =>
            AskInAsync(room, (frame, request, number) => frame.Describe(request, number, isPeer), metadata, cancellationToken);

        internal Task RemoveAsync(KitbagRoom room, string peer, TimeSpan time, CancellationToken cancellationToken) =>
            AskInAsync(room, (frame, request, number) => frame.Remove(request, number, peer, (long)Math.Ceiling(time.TotalSeconds)),
                default, cancellationToken);

        internal Task HandOverAsync(KitbagRoom room, string peer, CancellationToken cancellationToken) =>
            AskInAsync(room, (frame, request, number) => frame.HandOver(request, number, peer), default, cancellationToken);

        private static TaskCompletionSource<bool> NewSource() =>
            new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);

        // Joining has failed, but meanwhile the room may have been joined in a new session.
        private void ForgetAndLeave(KitbagRoom room)
        {
            Forget(room, out RoomPlace? place);
            if (place != null)
                LeaveUnwanted(place.Session, place.Number, room.Name);
        }

        // Returns false if the room was not known any more, because it was left.
        private bool Forget(KitbagRoom room, out RoomPlace? place)
        {
            bool isKnown;
            List<RoomRequest> requests;
            lock (_gate)
            {
                requests = _requests.Values.Where(r => r.Room == room).ToList();
                isKnown = _rooms.Remove(room);
            }
            place = Unjoin(room);
            foreach (RoomRequest request in requests)
                Fail(request.Number, new KitbagRoomException(KitbagRoomFailure.NotInRoom, "The room is no longer joined."));
            return isKnown;
        }

        private RoomPlace? Unjoin(KitbagRoom room)
        {
            RoomPlace? place = room.Unjoin();
            lock (_gate)
            {
                if (place != null && _byNumber.TryGetValue(place.Number, out KitbagRoom? found) && found == room)
                    _byNumber.Remove(place.Number);
            }
            return place;
        }
    }
}
