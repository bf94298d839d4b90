using System;
using System.Buffers;
using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// Connects relays of one process for tests; on its own it is the backplane of a single relay, see <see cref="LocalBackplane"/>.
    /// </summary>
    internal class MemoryBackplane : IBackplane
    {
        private readonly MemoryBackplaneHub _hub;

        // The receiver is called by a single loop, never by a sender, because it may acquire locks that the sender holds.
        private readonly Channel<MemoryEvent> _events =
            Channel.CreateUnbounded<MemoryEvent>(new UnboundedChannelOptions { SingleReader = true });

        private readonly bool[] _listens = new bool[BackplaneSizes.Buckets];
        private readonly Lock _endsLock = new();
        private readonly KeptPosition[] _ends = new KeptPosition[BackplaneSizes.Streams];
        private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private IBackplaneReceiver? _receiver;
        private Task _loop = Task.CompletedTask;

        public MemoryBackplane(MemoryBackplaneHub hub)
        {
            _hub = hub;
        }

        public Guid Relay { get; } = Guid.NewGuid();

        public BackplaneState State { get; private set; } = BackplaneState.Connecting;

        public int Buckets => BackplaneSizes.Buckets;

        public int Streams => BackplaneSizes.Streams;

        public int MaxEntry => Array.MaxLength;

        /// <summary>
        /// Gets or sets a task before whose end nothing is passed to the receiver, as if this process were stopped. For tests.
        /// </summary>
        public Task Held { get; set; } = Task.CompletedTask;

        public ValueTask StartAsync(IBackplaneReceiver receiver, CancellationToken cancellation = default)
        {
            if (_receiver != null)
                throw new InvalidOperationException("The backplane has already been started.");
            _receiver = receiver;
            _hub.Join(this);
            SetState(BackplaneState.Ready);
            Enqueue(new MemoryEvent(MemoryEventKind.Done, 0, default, default, null, default) { Done = _started });
            _loop = Task.Run(Run, CancellationToken.None);
            return new ValueTask(_started.Task.WaitAsync(cancellation));
        }

        public ValueTask ListenAsync(int bucket, CancellationToken cancellation = default)
        {
            Volatile.Write(ref _listens[bucket], true);
            return ValueTask.CompletedTask;
        }

        public void Ignore(int bucket) => Volatile.Write(ref _listens[bucket], false);

        /// <summary>Returns whether this backplane listens to a bucket.</summary>
        public bool Listens(int bucket) => Volatile.Read(ref _listens[bucket]);

        public bool TryPublish(int bucket, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload)
        {
            if (State != BackplaneState.Ready)
                return false;
            if (_hub.IsHeard(this, bucket))
                _hub.Publish(this, bucket, Join(head, payload));
            return true;
        }

        public ValueTask<KeptPosition> AppendAsync(int stream, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload,
            CancellationToken cancellation = default)
        {
            if (State != BackplaneState.Ready)
                return ValueTask.FromException<KeptPosition>(new BackplaneException("The backplane is not connected."));
            return ValueTask.FromResult(_hub.Append(stream, Join(head, payload)));
        }

        public async ValueTask PassOnAllAsync()
        {
            var passed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            if (_events.Writer.TryWrite(new MemoryEvent(MemoryEventKind.Done, 0, default, default, null, default) { Done = passed }))
                await passed.Task;
        }

        public KeptPosition End(int stream)
        {
            lock (_endsLock)
                return _ends[stream];
        }

        public ValueTask<KeptPosition> FindEndAsync(int stream) => ValueTask.FromResult(_hub.End(stream));

        public ValueTask<KeptHistory> ReadAsync(int stream, KeptPosition after, Func<KeptPosition, ReadOnlySequence<byte>, bool> entry,
            CancellationToken cancellation = default)
        {
            var entries = _hub.Read(stream, after, out bool isComplete, out KeptPosition through);
            foreach ((KeptPosition position, byte[] bytes) in entries)
            {
                cancellation.ThrowIfCancellationRequested();
                if (!entry(position, new ReadOnlySequence<byte>(bytes)))
                    return ValueTask.FromResult(new KeptHistory(isComplete, position));
            }
            return ValueTask.FromResult(new KeptHistory(isComplete, through));
        }

        /// <summary>Changes the state, for example to that of a broker whose memory is full. Also used by tests.</summary>
        public void SetState(BackplaneState state)
        {
            if (State == BackplaneState.Closed)
                return;
            State = state;
            Enqueue(new MemoryEvent(MemoryEventKind.State, (int)state, default, default, null, default));
        }

        /// <summary>Notifies the receiver that fast entries of a relay are lost. For tests.</summary>
        public void LoseFast(int bucket, Guid relay)
        {
            Enqueue(new MemoryEvent(MemoryEventKind.FastGap, bucket, relay, default, null, default));
        }

        /// <summary>Queues an event for the receiver after all earlier ones.</summary>
        public void Enqueue(in MemoryEvent item) => _events.Writer.TryWrite(item);

        public async ValueTask DisposeAsync()
        {
            _hub.Leave(this);
            SetState(BackplaneState.Closed);
            _events.Writer.TryComplete();
            await _loop;
        }

        private static byte[] Join(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> payload)
        {
            var entry = new byte[head.Length + checked((int)payload.Length)];
            head.CopyTo(entry);
            payload.CopyTo(entry.AsSpan(head.Length));
            return entry;
        }

        private async Task Run()
        {
            await foreach (MemoryEvent item in _events.Reader.ReadAllAsync())
            {
                await Held;
                PassOn(item, _receiver!);
            }
        }

        private void PassOn(in MemoryEvent item, IBackplaneReceiver receiver)
        {
            switch (item.Kind)
            {
                case MemoryEventKind.Begin:
                    MoveEnd(item.Number, item.Position);
                    break;
                case MemoryEventKind.Fast:
                    receiver.OnFast(item.Number, item.From, new ReadOnlySequence<byte>(item.Entry!));
                    break;
                case MemoryEventKind.FastGap:
                    receiver.OnFastGap(item.Number, item.From);
                    break;
                case MemoryEventKind.Kept:
                    MoveEnd(item.Number, item.Position);
                    receiver.OnKept(item.Number, item.Position, new ReadOnlySequence<byte>(item.Entry!));
                    break;
                case MemoryEventKind.KeptGap:
                    MoveEnd(item.Number, item.Position);
                    receiver.OnKeptGap(item.Number, item.Expected, item.Position);
                    break;
                case MemoryEventKind.RelayAlive:
                case MemoryEventKind.RelayGone:
                    receiver.OnRelay(item.From, item.Kind == MemoryEventKind.RelayAlive);
                    break;
                case MemoryEventKind.State:
                    receiver.OnStateChanged((BackplaneState)item.Number);
                    break;
                case MemoryEventKind.Done:
                    item.Done!.TrySetResult();
                    break;
            }
        }

        private void MoveEnd(int stream, KeptPosition position)
        {
            lock (_endsLock)
                _ends[stream] = position;
        }
    }
}
