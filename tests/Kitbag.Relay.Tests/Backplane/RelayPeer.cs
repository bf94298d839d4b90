using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>
    /// A peer in one room, implemented from docs/protocol.md: it sends numbered messages and records the received ones. When its session
    /// ends, it connects to another relay, passes its position, and sends unconfirmed messages again.
    /// </summary>
    internal sealed class RelayPeer : IAsyncDisposable
    {
        private readonly RelayProcess[] _relays;
        private readonly string _name, _room;
        private readonly bool _isKept;
        private readonly byte[] _instance = RandomNumberGenerator.GetBytes(6);
        private readonly Lock _lock = new();
        private readonly SortedDictionary<long, long> _unconfirmed = [];
        private readonly SemaphoreSlim _window = new(128), _order = new(1), _back = new(1);
        private readonly ConcurrentQueue<string> _events = new();
        private readonly CancellationTokenSource _stop = new();
        private KitbagSession? _session;
        private TaskCompletionSource _joined = new(TaskCreationOptions.RunContinuationsAsynchronously);

        // Completed when the room is joined, and unconfirmed messages were sent again.
        private TaskCompletionSource _live = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private long _request, _number, _joins;
        private byte[] _position = [];
        private Task _loop = Task.CompletedTask;
        private int _at;

        public RelayPeer(string name, string room, bool isKept, RelayProcess[] relays, int at)
        {
            (_name, _room, _isKept, _relays, _at) = (name, room, isKept, relays, at);
        }

        public long Received, Disordered, Gaps, Sessions;

        /// <summary>Kept messages in the order of their arrival.</summary>
        public List<(string From, long Number, string Position)> Kept { get; } = [];

        /// <summary>The last number of each sender.</summary>
        public ConcurrentDictionary<string, long> Last { get; } = new();

        /// <summary>The numbers that were confirmed.</summary>
        public ConcurrentDictionary<long, bool> Confirmed { get; } = new();

        public long Failures;

        public IReadOnlyCollection<string> Events => _events;

        public int Unconfirmed
        {
            get
            {
                lock (_lock)
                    return _unconfirmed.Count;
            }
        }

        public async Task Start()
        {
            _position = _isKept ? [0] : [];
            _loop = Task.Run(Run);
            await Until(p => p._live.Task.IsCompletedSuccessfully, 30);
        }

        /// <summary>Sends a kept message as soon as the number of unconfirmed messages is below the limit.</summary>
        public async Task SendKept(long number)
        {
            await _window.WaitAsync(_stop.Token);
            await _order.WaitAsync(_stop.Token);
            try
            {
                long request;
                lock (_lock)
                {
                    request = ++_request;
                    _unconfirmed.Add(request, number);
                }
                if (_live.Task.IsCompletedSuccessfully)
                    await TrySend(request, number);
            }
            finally
            {
                _order.Release();
            }
        }

        /// <summary>Sends a message that is not kept.</summary>
        public ValueTask SendFast(ReadOnlyMemory<byte> payload)
        {
            KitbagSession session = _session!;
            return session.SendRawAsync((_number, RoomFlags.ToOthers), static (to, s) => WriteSend(to, s._number, s.ToOthers, 0), payload);
        }

        /// <summary>Creates and joins rooms of its own. The relay handles one request of a peer after the other.</summary>
        public async Task JoinMore(int count)
        {
            long before = Interlocked.Read(ref _joins);
            for (int i = 0; i < count; i++)
            {
                await Raw(_session!, new FrameBuilder().Join(Next(), $"{_name}{i}", JoinMode.ExistingOrNew, default, default,
                    new RoomSettings()));
            }
            await Until(p => Interlocked.Read(ref p._joins) == before + count, 400);
        }

        /// <summary>Cuts the connection, and does not reconnect.</summary>
        public async Task Leave()
        {
            await _back.WaitAsync();
            _session!.Abort();
            await Until(p => !p._live.Task.IsCompleted, 10);
        }

        /// <summary>Reconnects.</summary>
        public async Task Return()
        {
            _back.Release();
            await Until(p => p._live.Task.IsCompletedSuccessfully, 30);
        }

        public async Task Until(Func<RelayPeer, bool> condition, int seconds)
        {
            var watch = Stopwatch.StartNew();
            while (!condition(this))
            {
                if (watch.Elapsed.TotalSeconds > seconds)
                    throw new TimeoutException($"{Report()} waited {seconds} s in vain.");
                await Task.Delay(10);
            }
        }

        public string Report()
        {
            int kept;
            lock (Kept)
                kept = Kept.Count;
            return $"{_name}: {Sessions} sessions, confirmed {Confirmed.Count}, failures {Failures}, unconfirmed {Unconfirmed}, " +
                $"kept {kept}, received {Received}, disordered {Disordered}, gaps {Gaps}; {string.Join("; ", _events.TakeLast(12))}";
        }

        public async ValueTask DisposeAsync()
        {
            await _stop.CancelAsync();
            _session?.Abort();
            await _loop.WaitAsync(TimeSpan.FromSeconds(10));
        }

        private static void WriteSend(IBufferWriter<byte> to, long room, byte flags, long request)
        {
            Span<byte> bytes = to.GetSpan(32);
            bytes[0] = RoomOp.Send;
            int at = 1 + Varint.Write(bytes[1..], room);
            bytes[at++] = flags;
            if (request != 0)
                at += Varint.Write(bytes[at..], request);
            to.Advance(at);
        }

        private async Task TrySend(long request, long number)
        {
            var payload = new byte[32];
            BinaryPrimitives.WriteInt64LittleEndian(payload, number);
            byte flags = RoomFlags.ToAll | RoomFlags.Confirm;
            try
            {
                if (_session is { } session)
                {
                    await session.SendRawAsync((_number, flags, request),
                        static (to, s) => WriteSend(to, s._number, s.flags, s.request), payload);
                }
            }
            catch (KitbagSessionException)
            {
                // It is sent again in the next session.
            }
        }

        private async Task Run()
        {
            for (; !_stop.IsCancellationRequested; _at++)
            {
                try
                {
                    await _back.WaitAsync(_stop.Token);
                    _back.Release();
                    await Once(_relays[_at % _relays.Length]);
                }
                catch (Exception e) when (e is not OutOfMemoryException)
                {
                    if (e is not (KitbagSessionException or System.Net.Sockets.SocketException or OperationCanceledException))
                        _events.Enqueue(e.ToString());
                    await Task.Delay(100, CancellationToken.None);
                }
                _live = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                _joined = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }

        private async Task Once(RelayProcess relay)
        {
            KitbagHandlers handlers = new KitbagHandlers().OnRaw((_, header, payload) =>
            {
                Handle(header.ToArray(), payload);
                return default;
            });
            var options = new KitbagSessionOptions
            {
                Credentials = Encoding.UTF8.GetBytes(_name),
                HeartbeatInterval = TimeSpan.FromSeconds(2),
                SilenceTimeout = TimeSpan.FromSeconds(10),
                HandshakeTimeout = TimeSpan.FromSeconds(5),
            };
            KitbagSession session = await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", relay.Port, null, _stop.Token), handlers, options, _stop.Token);
            _session = session;
            Sessions++;
            await Raw(session, new FrameBuilder().Enter(Next(), _instance));
            await Raw(session, new FrameBuilder().Join(Next(), _room, JoinMode.ExistingOrNew, default, _position,
                new RoomSettings { IsKept = _isKept }));
            if (await Task.WhenAny(_joined.Task, session.Completion, Task.Delay(20_000, _stop.Token)) == _joined.Task)
            {
                await SendAgain();
                await session.Completion.WaitAsync(_stop.Token);
            }
            session.Abort();
            await session.DisposeAsync();
        }

        // Sends them in order, before anything else.
        private async Task SendAgain()
        {
            await _order.WaitAsync(_stop.Token);
            try
            {
                KeyValuePair<long, long>[] again;
                lock (_lock)
                    again = [.. _unconfirmed];
                foreach ((long request, long number) in again)
                    await TrySend(request, number);
                _live.TrySetResult();
            }
            finally
            {
                _order.Release();
            }
        }

        private long Next()
        {
            lock (_lock)
                return ++_request;
        }

        private static ValueTask Raw(KitbagSession session, FrameBuilder header)
        {
            return session.SendRawAsync(header.EndHeader().ToArray(), static (to, bytes) => to.Write(bytes));
        }

        private void Handle(byte[] header, in ReadOnlySequence<byte> payload)
        {
            var reader = new HeaderReader(header);
            switch (reader.Byte())
            {
                case RoomOp.Joined:
                    reader.Number(long.MaxValue);
                    long number = reader.Number(long.MaxValue);
                    if (_joined.Task.IsCompleted)
                    {
                        Interlocked.Increment(ref _joins);
                        break;
                    }
                    _number = number;
                    if ((reader.Byte() & 2) == 0)
                        break;
                    Note("missing at join");
                    if (_isKept)
                        Gaps++;
                    break;
                case RoomOp.Live:
                    reader.Number(long.MaxValue);
                    byte[] now = reader.Bytes(RoomLimits.Position).ToArray();
                    if (_isKept)
                        _position = now;
                    _joined.TrySetResult();
                    break;
                case RoomOp.Message:
                    OnMessage(reader, payload);
                    break;
                case RoomOp.Done:
                    OnDone(reader.Number(long.MaxValue));
                    break;
                case RoomOp.Failure:
                    long request = reader.Number(long.MaxValue), code = reader.Number(1000);
                    Interlocked.Increment(ref Failures);
                    OnFailure(request, code);
                    break;
                case RoomOp.Gap:
                    reader.Number(long.MaxValue);
                    var cause = (KitbagGapCause)reader.Byte();
                    // In a kept room, gaps between relays affect the presence of peers only.
                    if (!_isKept || cause != KitbagGapCause.Backplane)
                        Gaps++;
                    Note($"gap {cause}");
                    break;
                case RoomOp.Peer:
                    reader.Number(long.MaxValue);
                    var what = (KitbagPeerEvent)reader.Byte();
                    Note($"{what} {Encoding.UTF8.GetString(reader.Bytes(RoomLimits.Peer)).Split('~')[0]} {(KitbagPeerCause)reader.Byte()}");
                    break;
            }
        }

        private void OnMessage(HeaderReader reader, in ReadOnlySequence<byte> payload)
        {
            reader.Number(long.MaxValue);
            byte flags = reader.Byte();
            string from = Encoding.UTF8.GetString(reader.Bytes(RoomLimits.Peer));
            Span<byte> bytes = stackalloc byte[8];
            payload.Slice(0, 8).CopyTo(bytes);
            long number = BinaryPrimitives.ReadInt64LittleEndian(bytes);
            Received++;
            if (Last.TryGetValue(from, out long last) && number <= last)
                Disordered++;
            Last[from] = number;
            if ((flags & RoomFlags.Kept) == 0)
                return;
            _position = reader.Bytes(RoomLimits.Position).ToArray();
            lock (Kept)
                Kept.Add((from.Split('~')[0], number, Convert.ToHexString(_position)));
        }

        private void OnDone(long request)
        {
            lock (_lock)
            {
                if (!_unconfirmed.Remove(request, out long number))
                    return;
                Confirmed[number] = true;
            }
            _window.Release();
        }

        private void OnFailure(long request, long code)
        {
            Note($"failure {code}");
            long number;
            lock (_lock)
            {
                if (!_unconfirmed.TryGetValue(request, out number))
                    return;
            }
            _ = Task.Run(async () =>
            {
                await Task.Delay(200);
                if (_live.Task.IsCompletedSuccessfully)
                    await TrySend(request, number);
            });
        }

        private void Note(string text) => _events.Enqueue(text);
    }
}
