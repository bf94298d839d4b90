using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using RabbitMQ.Client;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Connects relays over RabbitMQ: fast entries over an exchange, kept ones over streams.</summary>
    internal sealed class RabbitBackplane : IBackplane
    {
        private static readonly TimeSpan s_introduction = TimeSpan.FromMilliseconds(250);

        private readonly RabbitOptions _options;
        private readonly ILogger _logger;
        private readonly FastPublisher _fast;
        private readonly KeptPublisher _kept;
        private readonly KeptAppender[] _appenders = new KeptAppender[BackplaneSizes.Streams];
        private readonly KeptConsumer[] _streams = new KeptConsumer[BackplaneSizes.Streams];
        private readonly PendingBytes _pending = new();
        private readonly StreamDirectory _directory;
        private readonly RabbitLink _publishing, _consuming;
        private readonly Lock _stateLock = new(), _showLock = new();
        private readonly SemaphoreSlim _histories = new(8);
        private TaskCompletionSource<IConnection> _connection = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private FastConsumer? _listener;
        private IBackplaneReceiver? _receiver;
        private Timer? _expiry;
        private bool _publishes, _listens, _blocked, _closed;

        public RabbitBackplane(RabbitOptions options, ILogger? logger = null)
        {
            _options = options;
            _logger = logger ?? NullLogger.Instance;
            _fast = new FastPublisher(Relay, options);
            _directory = new StreamDirectory(Relay, options, _logger);
            for (int i = 0; i < _appenders.Length; i++)
                _appenders[i] = new KeptAppender(Relay, i, options, _pending);
            _kept = new KeptPublisher(options, _appenders);
            _publishing = new RabbitLink("out", options, _logger, Publish);
            _consuming = new RabbitLink("in", options, _logger, Consume);
        }

        public Guid Relay { get; } = Guid.NewGuid();

        public BackplaneState State { get; private set; } = BackplaneState.Connecting;

        public int Buckets => BackplaneSizes.Buckets;

        public int Streams => BackplaneSizes.Streams;

        public int MaxEntry => _options.MaxEntry;

        /// <summary>Gets the number of batches of kept entries that were in streams twice and were dropped.</summary>
        public long Doubles => _streams.Sum(s => s.Doubles);

        public async ValueTask StartAsync(IBackplaneReceiver receiver, CancellationToken cancellation = default)
        {
            if (_receiver != null)
                throw new InvalidOperationException("The backplane has already been started.");
            _receiver = receiver;
            var relays = new RelayTable(Relay, receiver, _options.RelayTimeout, TimeProvider.System);
            relays.Met += _fast.Beat;
            _listener = new FastConsumer(Relay, _options, relays);
            for (int i = 0; i < _streams.Length; i++)
            {
                _streams[i] = new KeptConsumer(i, _options, _directory, _appenders[i], receiver, () => _blocked, _logger);
                _streams[i].Sendable += _kept.Wake;
            }
            _kept.Missing += stream => _streams[stream].SetMissing();
            _fast.Lost += bucket => receiver.OnFastGap(bucket, Relay);
            _expiry = new Timer(_ => Expire(), null, 1_000, 1_000);
            _directory.Start();
            _publishing.Start();
            _consuming.Start();
            await Task.WhenAll(_streams.Select(s => s.CaughtUp)).WaitAsync(cancellation);
            while (State is BackplaneState.Connecting)
                await Task.Delay(20, cancellation);
            // The other relays reply to the first heartbeat.
            _fast.Beat();
            await Task.Delay(s_introduction, cancellation);
        }

        public ValueTask ListenAsync(int bucket, CancellationToken cancellation = default)
        {
            return new ValueTask(Started(_listener).ListenAsync(bucket, cancellation));
        }

        public void Ignore(int bucket) => Started(_listener).Ignore(bucket);

        public bool TryPublish(int bucket, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload)
        {
            return _fast.TryPublish(bucket, head, payload);
        }

        public ValueTask<KeptPosition> AppendAsync(int stream, ReadOnlySpan<byte> head, ReadOnlySequence<byte> payload,
            CancellationToken cancellation = default)
        {
            if (head.Length + payload.Length > _options.MaxEntry)
                throw new ArgumentException($"The entry is longer than the limit of {_options.MaxEntry} bytes.", nameof(payload));
            if (_pending.Value > _options.MaxKeptPending)
                return ValueTask.FromException<KeptPosition>(new BackplaneException("Too many kept entries are waiting."));
            Task<KeptPosition> done = _appenders[stream].Append(head, payload);
            _kept.Wake();
            return new ValueTask<KeptPosition>(cancellation.CanBeCanceled ? done.WaitAsync(cancellation) : done);
        }

        // The next relay reads the entries from the broker.
        public ValueTask PassOnAllAsync() => ValueTask.CompletedTask;

        public KeptPosition End(int stream) => Started(_streams[stream]).End;

        public ValueTask<KeptPosition> FindEndAsync(int stream)
        {
            Task<KeptPosition> done = _appenders[stream].AppendMark();
            _kept.Wake();
            return new ValueTask<KeptPosition>(done);
        }

        public async ValueTask<KeptHistory> ReadAsync(int stream, KeptPosition after,
            Func<KeptPosition, ReadOnlySequence<byte>, bool> entry, CancellationToken cancellation = default)
        {
            KeptPosition end = End(stream);
            await _histories.WaitAsync(cancellation);
            try
            {
                Task<IConnection> connecting;
                lock (_stateLock)
                    connecting = _connection.Task;
                IConnection connection = await connecting.WaitAsync(_options.ConnectTimeout, cancellation);
                return await new KeptHistoryReader(stream, _options, after, end, entry).ReadAsync(connection, cancellation);
            }
            catch (Exception e) when (e is not (BackplaneException or OperationCanceledException))
            {
                throw new BackplaneException($"The history of the stream could not be read: {e.Message}", inner: e);
            }
            finally
            {
                _histories.Release();
            }
        }

        public async ValueTask DisposeAsync()
        {
            lock (_stateLock)
            {
                if (_closed)
                    return;
                _closed = true;
            }
            if (State == BackplaneState.Ready)
                await Task.WhenAny(_fast.LeaveAsync(), Task.Delay(1_000));
            if (_expiry != null)
                await _expiry.DisposeAsync();
            await Task.WhenAll(_publishing.DisposeAsync().AsTask(), _consuming.DisposeAsync().AsTask(), _directory.DisposeAsync().AsTask());
            foreach (KeptAppender appender in _appenders)
                appender.Close();
            ShowState();
        }

        private static T Started<T>(T? part)
            where T : class
        {
            return part ?? throw new InvalidOperationException("The backplane has not been started.");
        }

        private async Task Publish(IConnection connection, CancellationToken cancellation)
        {
            ConfirmedChannel fast = await ConfirmedChannel.OpenAsync(connection, _options.Window, _options.PublishTimeout, cancellation);
            ConfirmedChannel kept = await ConfirmedChannel.OpenAsync(connection, _options.Window, _options.PublishTimeout, cancellation);
            connection.ConnectionBlockedAsync += (_, e) => SetBlocked(true, e.Reason);
            connection.ConnectionUnblockedAsync += (_, _) => SetBlocked(false, "");
            await fast.Channel.ExchangeDeclareAsync(_options.Exchange, ExchangeType.Topic, durable: true, autoDelete: false,
                cancellationToken: cancellation);
            try
            {
                _fast.SetTakes(true);
                Change(() => _publishes = true);
                await RunAll(cancellation, fast.WatchAsync, kept.WatchAsync, c => _fast.RunAsync(fast, c), c => _kept.RunAsync(kept, c));
            }
            finally
            {
                _fast.SetTakes(false);
                Change(() => _publishes = _blocked = false);
            }

            Task SetBlocked(bool blocked, string reason)
            {
                if (blocked)
                    _logger.LogWarning("RabbitMQ temporarily accepts no messages: {Reason}.", reason);
                fast.SetBlocked(blocked);
                kept.SetBlocked(blocked);
                Change(() => _blocked = blocked && _publishes);
                return Task.CompletedTask;
            }
        }

        private async Task Consume(IConnection connection, CancellationToken cancellation)
        {
            TaskCompletionSource<IConnection> opened;
            lock (_stateLock)
                opened = _connection;
            opened.TrySetResult(connection);
            try
            {
                IEnumerable<Func<CancellationToken, Task>> readers =
                    _streams.Select<KeptConsumer, Func<CancellationToken, Task>>(s => c => s.RunAsync(connection, c));
                await RunAll(cancellation, [c => _listener!.RunAsync(connection, () => Change(() => _listens = true), c), .. readers]);
            }
            finally
            {
                Change(() =>
                {
                    _listens = false;
                    _connection = new TaskCompletionSource<IConnection>(TaskCreationOptions.RunContinuationsAsynchronously);
                });
            }
        }

        // Runs all parts until the first one ends, then ends the others. Throws the exception of that part.
        private static async Task RunAll(CancellationToken cancellation, params Func<CancellationToken, Task>[] parts)
        {
            using var all = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
            Task[] tasks = parts.Select(part => Task.Run(() => part(all.Token), CancellationToken.None)).ToArray();
            Task first = await Task.WhenAny(tasks);
            await all.CancelAsync();
            await Task.WhenAll(tasks).ContinueWith(_ => { }, TaskScheduler.Default);
            await first;
        }

        private void Change(Action change)
        {
            lock (_stateLock)
                change();
            ShowState();
        }

        private void ShowState()
        {
            // States are reported in order. Meanwhile the receiver may call methods that need the other lock.
            lock (_showLock)
            {
                BackplaneState state;
                lock (_stateLock)
                {
                    state = _closed ? BackplaneState.Closed
                        : !_publishes || !_listens ? BackplaneState.Connecting
                        : _blocked ? BackplaneState.Blocked
                        : BackplaneState.Ready;
                }
                if (State == state)
                    return;
                State = state;
                _receiver?.OnStateChanged(state);
            }
        }

        private void Expire()
        {
            foreach (KeptAppender appender in _appenders)
                appender.Expire();
        }
    }
}
