using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Sessions;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;
using Kitbag.Relay.Identity;
using Kitbag.Relay.Kept;
using Kitbag.Relay.Metrics;
using Kitbag.Relay.Peers;
using Kitbag.Relay.Remote;
using Kitbag.Relay.Rooms;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay
{
    /// <summary>
    /// Represents one relay with its peers, its rooms and its backplane. Connections are passed to it from any transport.
    /// </summary>
    internal sealed class RelayNode : IAsyncDisposable
    {
        // The ends of aborted sessions are handled at once, unless a transport does not respond.
        private static readonly TimeSpan s_mostEnd = TimeSpan.FromSeconds(5);

        // After the sessions, HTTP requests that were received completely are answered within this time.
        private static readonly TimeSpan s_mostAnswer = TimeSpan.FromSeconds(1);

        private readonly KitbagHandlers _handlers;
        private readonly KitbagSessionOptions _session;
        private readonly Admission _admission;
        private readonly SessionTable _table = new();
        private readonly ConcurrentDictionary<Peer, KitbagSession> _peers = new();
        private readonly Dictionary<string, Peer> _byId = new(StringComparer.Ordinal);
        private readonly Lock _gate = new();
        private readonly CancellationTokenSource _stopping = new(), _drained = new();
        private readonly RelayOptions _options;
        private readonly long _began;
        private RelayNumbers _past;
        private volatile bool _isReady;

        public RelayNode(RelayOptions options, IBackplane backplane, SignedTokens? tokens,
            Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask<RelayIdentity>> identify, TimeProvider time, ILogger log)
        {
            _options = options;
            Backplane = backplane;
            Relay = backplane.Relay;
            IsAlone = backplane is LocalBackplane;
            Tokens = tokens;
            AsksForCredentials = identify != Admission.Open;
            Time = time;
            Log = log;
            Metrics = new RelayMetrics(Read);
            Kept = new KeptRooms(backplane, options.Limits);
            Rooms = new RoomTable(this);
            Remote = new RemoteRooms(this);
            _began = time.GetTimestamp();
            _admission = new Admission(identify, Begin);
            _handlers = new KitbagHandlers().OnRaw(Handle);
            RelayLimits limits = options.Limits;
            _session = new KitbagSessionOptions
            {
                ReceiveWindow = limits.ReceiveWindow,
                SendBuffer = limits.SendBuffer,
                MaxSendBuffer = int.MaxValue,
                MaxFrame = Math.Max(limits.MaxMessage, Wire.RelayFrames.MostControl) + (64 << 10),
                MaxHeader = 64 << 10,
                MaxTypes = 0,
                HandshakeTimeout = limits.HandshakeTimeout,
                HeartbeatInterval = limits.HeartbeatInterval,
                SilenceTimeout = limits.SilenceTimeout,
                FrameTimeout = limits.FrameTimeout,
                SendTimeout = limits.SendTimeout,
                ResumeTimeout = limits.AwayTime,
                Time = time,
            };
        }

        public RelayLimits Limits => _options.Limits;

        public string Name => _options.Name;

        public IBackplane Backplane { get; }

        /// <summary>Gets the id of this relay.</summary>
        public Guid Relay { get; }

        /// <summary>Gets a value indicating whether there cannot be other relays.</summary>
        public bool IsAlone { get; }

        public SignedTokens? Tokens { get; }

        /// <summary>Gets a value indicating whether peers must authenticate.</summary>
        public bool AsksForCredentials { get; }

        public TimeProvider Time { get; }

        public ILogger Log { get; }

        public RelayMetrics Metrics { get; }

        public KeptRooms Kept { get; }

        public RoomTable Rooms { get; }

        public RemoteRooms Remote { get; }

        /// <summary>Gets a value indicating whether peers are accepted and messages reach other relays.</summary>
        public bool IsReady => _isReady && Backplane.State == BackplaneState.Ready;

        /// <summary>Gets a value indicating whether all peers are asked to disconnect; they may reconnect to another relay.</summary>
        public bool IsStopping => _stopping.IsCancellationRequested;

        /// <summary>
        /// Gets a token that is canceled soon after the sessions of all peers have ended. Connections that still exist then, for example of
        /// a client that has sent half of an HTTP request, must be closed, because nothing else limits how long they are awaited.
        /// </summary>
        public CancellationToken Drained => _drained.Token;

        /// <summary>Gets a value indicating whether any peer has a session.</summary>
        public bool HasPeers => !_peers.IsEmpty;

        /// <summary>Gets the time in milliseconds since 1970.</summary>
        public long NowMilliseconds => Time.GetUtcNow().ToUnixTimeMilliseconds();

        /// <summary>Gets the milliseconds since the start, which are independent of changes of the system clock.</summary>
        public long Ticks => (long)Time.GetElapsedTime(_began).TotalMilliseconds;

        /// <summary>Connects to the other relays; peers are accepted after that.</summary>
        public async Task StartAsync(CancellationToken cancellation)
        {
            await Backplane.StartAsync(new RemoteReceiver(this), cancellation);
            await Backplane.ListenAsync(RemoteRooms.QuestionBucket, cancellation);
            _isReady = true;
        }

        /// <summary>Runs a new or a resumed session over a connection. The task completes when the connection is no longer used.</summary>
        public async Task ServeAsync(IDuplexPipe pipe)
        {
            var watched = new WatchedPipe(pipe);
            try
            {
                await KitbagSession.AcceptAsync(watched, _handlers, _session, _table, _admission, _stopping.Token);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                Metrics.Refused();
                Log.LogDebug(e, "A connection was not given a session.");
            }
            await watched.Closed;
        }

        /// <summary>Adds a peer with its session, which ends when the relay stops.</summary>
        public void Add(Peer peer, KitbagSession session) => _peers.TryAdd(peer, session);

        /// <summary>Registers a peer that has sent its id. An older session of the same peer ends.</summary>
        public void Enter(Peer peer)
        {
            Peer? old;
            lock (_gate)
            {
                _byId.TryGetValue(peer.Id, out old);
                _byId[peer.Id] = peer;
            }
            if (old != null)
                old.Replace();
            Log.LogDebug("{Peer} has entered.", peer.Id);
        }

        /// <summary>Removes a peer whose session has ended.</summary>
        public void Leave(Peer peer)
        {
            lock (_gate)
            {
                if (_byId.TryGetValue(peer.Id, out Peer? found) && found == peer)
                    _byId.Remove(peer.Id);
                Add(ref _past, peer);
            }
            _peers.TryRemove(peer, out _);
        }

        /// <summary>Stops accepting peers, and sends a goodbye to all that says whether and when to reconnect.</summary>
        public async Task DrainAsync()
        {
            _isReady = false;
            await _stopping.CancelAsync();
            // What was confirmed reaches all receivers before their goodbyes, and its confirmation the sender.
            await Task.WhenAny(FinishMessagesAsync(), Task.Delay(_options.DrainTime, Time));
            var closing = new List<Task>();
            Task[] ends = EndsOfPeers();
            foreach (KitbagSession session in _peers.Values)
            {
                int again = Random.Shared.Next((int)_options.ComeBackWithin.TotalMilliseconds + 1);
                string text = _options.ComeBack ? "again in " + again + " ms" : "do not come back";
                closing.Add(session.CloseFinallyAsync(KitbagCloseReason.GoingAway, text).AsTask());
            }
            await Task.WhenAny(Task.WhenAll(closing), Task.Delay(_options.DrainTime, Time));
            await AbortAsync(ends);
            _drained.CancelAfter(s_mostAnswer);
        }

        private async Task FinishMessagesAsync()
        {
            while (_peers.Keys.Any(peer => peer.IsBusy))
                await Task.Delay(1);
            await Backplane.PassOnAllAsync();
        }

        public async ValueTask DisposeAsync()
        {
            await _stopping.CancelAsync();
            await AbortAsync(EndsOfPeers());
            await Backplane.DisposeAsync();
            Metrics.Dispose();
        }

        private Task[] EndsOfPeers() => [.. _peers.Keys.Select(p => p.Ended)];

        // The other relays are told that the peers are away before the backplane is disposed: after that they would take them for lost.
        private async Task AbortAsync(Task[] ends)
        {
            foreach (KitbagSession session in _peers.Values)
                session.Abort();
            await Task.WhenAny(Task.WhenAll(ends), Task.Delay(s_mostEnd, Time));
        }

        private Peer Begin(RelayIdentity identity)
        {
            if (!_isReady || _peers.Count >= Limits.MaxPeers)
                throw new KitbagSessionException(KitbagCloseReason.Busy, _isReady ? "The relay is full." : "The relay is not ready.");
            return new Peer(this, identity);
        }

        private static ValueTask Handle(KitbagSession session, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload) =>
            ((Peer)session.State!).HandleAsync(session, header, payload);

        private RelayNumbers Read()
        {
            RelayNumbers numbers;
            lock (_gate)
                numbers = _past;
            numbers.Rooms = Rooms.Count;
            numbers.Relays = Remote.Relays;
            numbers.KeptBytes = Kept.Bytes;
            foreach ((Peer peer, KitbagSession session) in _peers)
            {
                numbers.Sessions++;
                numbers.QueueBytes += peer.Outbox.WaitingBytes;
                numbers.PendingBytes += session.PendingBytes;
                Add(ref numbers, peer);
            }
            return numbers;
        }

        private static void Add(ref RelayNumbers numbers, Peer peer)
        {
            numbers.FramesIn += peer.Frames;
            numbers.BytesIn += peer.Bytes;
            numbers.FramesOut += peer.Outbox.Frames;
            numbers.BytesOut += peer.Outbox.Bytes;
        }
    }
}
