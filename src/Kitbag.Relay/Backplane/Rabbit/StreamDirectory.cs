using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.Logging;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Tracks the epoch of each stream, using a stream of records that all relays read from its start. The name of a stream's queue
    /// contains its epoch. A relay that finds that the queue does not exist declares one with a new epoch, then appends a record that
    /// contains the previous epoch; of several such records the first one counts, and the queues of the others are deleted. So a deleted
    /// queue never reappears under its name, and messages that relays still send to it are discarded.
    /// </summary>
    internal sealed class StreamDirectory : IAsyncDisposable
    {
        private readonly Guid _relay;
        private readonly RabbitOptions _options;
        private readonly ILogger _logger;
        private readonly RabbitLink _link;
        private readonly SemaphoreSlim _turn = new(1);
        private readonly Lock _lock = new();
        private readonly long[] _known = new long[BackplaneSizes.Streams];
        private long[] _read = new long[BackplaneSizes.Streams];
        private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private TaskCompletionSource<Session> _session = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public StreamDirectory(Guid relay, RabbitOptions options, ILogger logger)
        {
            _relay = relay;
            _options = options;
            _logger = logger;
            _link = new RabbitLink("streams", options, logger, Use);
        }

        public void Start() => _link.Start();

        public ValueTask DisposeAsync() => _link.DisposeAsync();

        /// <summary>
        /// Returns the epoch of a stream whose queue exists, and creates a new one if there is none. Retries until canceled.
        /// </summary>
        public async Task<long> GetAsync(int stream, CancellationToken cancellation)
        {
            return await Ask(stream, 0, cancellation);
        }

        /// <summary>Recreates a stream with the given epoch, because it is damaged.</summary>
        public async Task ReplaceAsync(int stream, long damaged, CancellationToken cancellation)
        {
            await Ask(stream, damaged, cancellation);
        }

        private async Task<long> Ask(int stream, long damaged, CancellationToken cancellation)
        {
            while (true)
            {
                await _turn.WaitAsync(cancellation);
                try
                {
                    Session session = await Current().WaitAsync(cancellation);
                    long epoch;
                    lock (_lock)
                        epoch = _read[stream];
                    if (epoch != 0 && epoch != damaged && await Exists(session, stream, epoch, cancellation))
                        return epoch;
                    await Replace(session, stream, epoch, cancellation);
                }
                catch (Exception e) when (!cancellation.IsCancellationRequested)
                {
                    _logger.LogWarning("RabbitMQ, stream {Stream}: {Reason} Retrying.", stream, e.Message);
                    await Task.Delay(200, cancellation);
                }
                finally
                {
                    _turn.Release();
                }
            }
        }

        /// <summary>
        /// Returns whether a response means that the queue does not exist. A broker that is starting returns the same code for existing
        /// queues that are not ready, with another text.
        /// </summary>
        public static bool IsMissing(ShutdownEventArgs? answer)
        {
            return answer is { ReplyCode: Constants.NotFound }
                && answer.ReplyText.StartsWith("NOT_FOUND - no queue", StringComparison.Ordinal);
        }

        private async Task<bool> Exists(Session session, int stream, long epoch, CancellationToken cancellation)
        {
            IChannel channel = await session.Connection.CreateChannelAsync(cancellationToken: cancellation);
            try
            {
                await channel.QueueDeclarePassiveAsync(_options.StreamName(stream, epoch), cancellation);
                return true;
            }
            catch (OperationInterruptedException e) when (IsMissing(e.ShutdownReason))
            {
                return false;
            }
            finally
            {
                await channel.DisposeAsync();
            }
        }

        private async Task Replace(Session session, int stream, long before, CancellationToken cancellation)
        {
            long epoch = EpochNumber.New();
            IChannel channel = await session.Connection.CreateChannelAsync(cancellationToken: cancellation);
            try
            {
                await channel.QueueDeclareAsync(_options.StreamName(stream, epoch), durable: true, exclusive: false, autoDelete: false,
                    new Dictionary<string, object?>
                    {
                        ["x-queue-type"] = "stream",
                        ["x-max-length-bytes"] = _options.StreamBytes,
                        ["x-stream-max-segment-size-bytes"] = _options.SegmentBytes,
                    },
                    cancellationToken: cancellation);
                await Append(session, new BatchHeader(BatchKind.Epoch, _relay, epoch, before, stream), cancellation);
                long found = await ReadOther(stream, before, cancellation);
                if (found == epoch)
                    _logger.LogInformation("RabbitMQ, stream {Stream}: recreated with epoch {Epoch}.", stream, epoch);
                else
                    await channel.QueueDeleteAsync(_options.StreamName(stream, epoch), false, false, cancellationToken: cancellation);
            }
            finally
            {
                await channel.DisposeAsync();
            }
        }

        // Waits until a record that replaces an epoch was read.
        private async Task<long> ReadOther(int stream, long before, CancellationToken cancellation)
        {
            while (true)
            {
                Task changed;
                lock (_lock)
                {
                    if (_read[stream] != before)
                        return _read[stream];
                    changed = _changed.Task;
                }
                await changed.WaitAsync(_options.ConnectTimeout, cancellation);
            }
        }

        private async Task Append(Session session, BatchHeader record, CancellationToken cancellation)
        {
            await session.Publishing.WaitAsync(cancellation);
            try
            {
                ValueTask publishing = session.Publisher.BasicPublishAsync("", _options.Directory, mandatory: true, new BasicProperties(),
                    record.ToMessage(), cancellation);
                await publishing.AsTask().WaitAsync(_options.PublishTimeout, cancellation);
            }
            finally
            {
                session.Publishing.Release();
            }
        }

        private Task<Session> Current()
        {
            lock (_lock)
                return _session.Task;
        }

        private async Task Use(IConnection connection, CancellationToken cancellation)
        {
            IChannel publisher = await connection.CreateChannelAsync(
                new CreateChannelOptions(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: true), cancellation);
            var session = new Session(connection, publisher);
            await publisher.QueueDeclareAsync(_options.Directory, durable: true, exclusive: false, autoDelete: false,
                new Dictionary<string, object?> { ["x-queue-type"] = "stream", ["x-stream-max-segment-size-bytes"] = 1L << 20 },
                cancellationToken: cancellation);

            var read = new long[BackplaneSizes.Streams];
            var caughtUp = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            long mark = Random.Shared.NextInt64();
            IChannel channel = await connection.CreateChannelAsync(cancellationToken: cancellation);
            await channel.BasicQosAsync(0, _options.Prefetch, global: false, cancellation);
            var consumer = new Consumer(channel, _options.Prefetch, (_, body) =>
            {
                if (!BatchHeader.TryRead(body.Span, out BatchHeader record))
                    return;
                if (record.Kind == BatchKind.Mark && record.Number == mark && record.Sender == _relay)
                    caughtUp.TrySetResult();
                else if (record.Kind == BatchKind.Epoch && record.Place < read.Length)
                    Apply(read, record);
            });
            await channel.BasicConsumeAsync(_options.Directory, autoAck: false, "", noLocal: false, exclusive: false,
                new Dictionary<string, object?> { ["x-stream-offset"] = "first" }, consumer, cancellation);
            await Append(session, new BatchHeader(BatchKind.Mark, _relay, mark, 0, 0), cancellation);
            await caughtUp.Task.WaitAsync(_options.ConnectTimeout, cancellation);
            TaskCompletionSource<Session> opened;
            lock (_lock)
            {
                _read = read;
                opened = _session;
            }
            await Adopt(session, cancellation);
            opened.TrySetResult(session);
            try
            {
                throw new BackplaneException($"The directory of streams has ended: {await consumer.Ended.WaitAsync(cancellation)}");
            }
            finally
            {
                lock (_lock)
                    _session = new TaskCompletionSource<Session>(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }

        private void Apply(long[] read, in BatchHeader record)
        {
            TaskCompletionSource changed;
            lock (_lock)
            {
                if (read[record.Place] != record.Since)
                    return;
                read[record.Place] = _known[record.Place] = record.Number;
                changed = _changed;
                _changed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }
            changed.TrySetResult();
        }

        // If the directory was deleted, the streams that this relay knows are registered again. Whether they still exist is detected later.
        private async Task Adopt(Session session, CancellationToken cancellation)
        {
            for (int i = 0; i < BackplaneSizes.Streams; i++)
            {
                long known, found;
                lock (_lock)
                    (known, found) = (_known[i], _read[i]);
                if (found != 0 || known == 0)
                    continue;
                await Append(session, new BatchHeader(BatchKind.Epoch, _relay, known, 0, i), cancellation);
                await ReadOther(i, 0, cancellation);
            }
        }

        /// <summary>Represents one connection.</summary>
        private sealed record Session(IConnection Connection, IChannel Publisher)
        {
            public SemaphoreSlim Publishing { get; } = new(1);
        }
    }
}
