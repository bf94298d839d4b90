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
    /// A program's place at a relay, over any number of sessions one after the other: where one is lost, another one is begun, and the
    /// rooms are joined again, kept ones behind the last message that was taken.
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

        /// <summary>This program's id at the relay.</summary>
        public string Id { get; private set; } = "";

        /// <summary>What the relay calls itself.</summary>
        public string Relay { get; private set; } = "";

        /// <summary>Whether there is a session now, and all rooms are joined.</summary>
        public bool IsReady => Volatile.Read(ref _ready).Task.IsCompletedSuccessfully;

        /// <summary>Done when the client has ended: it was disposed of, or the relay does not want it any more.</summary>
        public Task<KitbagClose> Completion => _completion.Task;

        /// <summary>How many sessions it has begun.</summary>
        public int Sessions { get; private set; }

        internal KitbagSession? Session => Volatile.Read(ref _session);

        /// <summary>Connects to a relay, or to one of several.</summary>
        /// <param name="connect">Makes a connection; called again where it is lost, then perhaps to another relay.</param>
        /// <param name="handlers">What is done with what happens in rooms.</param>
        /// <param name="options">
        /// What a session may use, with the credentials; null for defaults. Where it says no
        /// <see cref="KitbagSessionOptions.ResumeTimeout"/>, sessions are not resumed, and what is under way in fast rooms is lost with a
        /// connection.
        /// </param>
        /// <param name="cancellationToken">Gives up.</param>
        /// <exception cref="KitbagSessionException">The relay refuses, or does not speak the protocol.</exception>
        public static async Task<KitbagRoomClient> ConnectAsync(Func<CancellationToken, Task<IDuplexPipe>> connect,
            KitbagRoomHandlers handlers, KitbagSessionOptions? options = null, CancellationToken cancellationToken = default)
        {
            var client = new KitbagRoomClient(connect ?? throw new ArgumentNullException(nameof(connect)),
                handlers ?? throw new ArgumentNullException(nameof(handlers)),
                options ?? new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(60) });
            KitbagSession session = await client.BeginSessionAsync(cancellationToken).ConfigureAwait(false);
            client._ready.TrySetResult(true);
            _ = client.KeepAsync(session);
            return client;
        }

        /// <summary>Joins a room.</summary>
        /// <param name="name">Its name: 1 to 128 bytes in UTF-8.</param>
        /// <param name="options">How, and what it is like where it is new; null for a fast room.</param>
        /// <exception cref="KitbagRoomException">The relay does not let this program in.</exception>
        /// <exception cref="InvalidOperationException">This program is in the room already.</exception>
        public async Task<KitbagRoom> JoinAsync(string name, KitbagRoomOptions? options = null)
        {
            int length = System.Text.Encoding.UTF8.GetByteCount(name ?? throw new ArgumentNullException(nameof(name)));
            if (length == 0 || length > RoomLimits.Name)
                throw new ArgumentOutOfRangeException(nameof(name), name, "1 to 128 bytes in UTF-8.");
            (options ?? KitbagRoomOptions.Default).Check();
            var room = new KitbagRoom(this, name, options ?? KitbagRoomOptions.Default);
            await ReadyAsync().ConfigureAwait(false);
            lock (_gate)
            {
                if (_rooms.Exists(r => r.Name == name))
                    throw new InvalidOperationException("This program is in the room '" + name + "' already.");
                _rooms.Add(room);
            }
            try
            {
                await JoinAsync(Session!, room, isAgain: false).ConfigureAwait(false);
                return room;
            }
            catch
            {
                Forget(room);
                throw;
            }
        }

        /// <summary>Lists rooms: those whose names begin with a prefix, and that are not hidden.</summary>
        /// <param name="prefix">What the names begin with.</param>
        /// <exception cref="KitbagRoomException">The relay does not do it.</exception>
        public async Task<IReadOnlyList<KitbagRoomInfo>> ListAsync(string prefix = "")
        {
            var all = new List<KitbagRoomInfo>();
            bool hasMore = true;
            while (hasMore)
            {
                string after = all.Count == 0 ? "" : all[all.Count - 1].Name;
                await ReadyAsync().ConfigureAwait(false);
                RoomRequest answer = await AskAsync(Session!, RoomOp.Rooms, (frame, number) => frame.List(number, prefix, after), default,
                    null).ConfigureAwait(false);
                all.AddRange(answer.Rooms!);
                hasMore = answer.HasMore && answer.Rooms!.Count != 0;
            }
            return all;
        }

        /// <summary>Ends at once, without a goodbye: what was not sent is lost.</summary>
        public void Abort()
        {
            lock (_gate)
            {
                _isDisposed = true;
                _ending.Cancel();
            }
            Session?.Abort();
        }

        /// <summary>Leaves all rooms, and says goodbye.</summary>
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

        internal Task LeaveAsync(KitbagRoom room)
        {
            RoomPlace? place = room.Place;
            Forget(room);
            return place == null ? Task.CompletedTask
                : AskAsync(place.Session, RoomOp.Done, (frame, request) => frame.Leave(request, place.Number), default, null);
        }

        internal Task DescribeAsync(KitbagRoom room, ReadOnlyMemory<byte> metadata, bool isPeer) =>
            AskInAsync(room, (frame, request, number) => frame.Describe(request, number, isPeer), metadata);

        internal Task RemoveAsync(KitbagRoom room, string peer, TimeSpan time) =>
            AskInAsync(room, (frame, request, number) => frame.Remove(request, number, peer, (long)Math.Ceiling(time.TotalSeconds)));

        internal Task HandOverAsync(KitbagRoom room, string peer) =>
            AskInAsync(room, (frame, request, number) => frame.HandOver(request, number, peer));

        private static TaskCompletionSource<bool> NewSource() =>
            new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);

        private void Forget(KitbagRoom room)
        {
            List<RoomRequest> requests;
            lock (_gate)
            {
                requests = _requests.Values.Where(r => r.Room == room).ToList();
                _rooms.Remove(room);
                if (room.Place is { } place && _byNumber.TryGetValue(place.Number, out KitbagRoom? found) && found == room)
                    _byNumber.Remove(place.Number);
            }
            room.Unjoin();
            foreach (RoomRequest request in requests)
                Fail(request.Number, new KitbagRoomException(KitbagRoomFailure.NotInRoom, "This program is not in the room any more."));
        }
    }
}
