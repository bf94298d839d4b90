using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Consumes fast entries from a queue of this relay, which has a new name for each connection.</summary>
    internal sealed class FastConsumer
    {
        private readonly Guid _relay;
        private readonly RabbitOptions _options;
        private readonly RelayTable _relays;
        private readonly Lock _lock = new();
        private TaskCompletionSource<Session> _session = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _sessions;

        public FastConsumer(Guid relay, RabbitOptions options, RelayTable relays)
        {
            _relay = relay;
            _options = options;
            _relays = relays;
        }

        /// <summary>Consumes until the token is canceled; <paramref name="ready"/> is called when all buckets are bound.</summary>
        public async Task RunAsync(IConnection connection, Action ready, CancellationToken cancellation)
        {
            IChannel channel = await connection.CreateChannelAsync(cancellationToken: cancellation);
            await channel.ExchangeDeclareAsync(_options.Exchange, ExchangeType.Topic, durable: true, autoDelete: false,
                cancellationToken: cancellation);
            string queue = $"{_options.Prefix}.relay.{_relay:N}.{++_sessions}";
            var arguments = new Dictionary<string, object?> { ["x-max-length-bytes"] = _options.QueueBytes };
            await channel.QueueDeclareAsync(queue, durable: false, exclusive: true, autoDelete: true, arguments,
                cancellationToken: cancellation);
            await channel.BasicQosAsync(0, _options.Prefetch, global: false, cancellation);
            var session = new Session(channel, queue);
            await channel.QueueBindAsync(queue, _options.Exchange, FastPublisher.HeartbeatKey, cancellationToken: cancellation);
            for (int i = 0; i < BackplaneSizes.Buckets; i++)
            {
                if (_relays.Listens(i))
                    await Bind(session, i, cancellation);
            }
            _relays.Restart();
            var consumer = new Consumer(channel, _options.Prefetch, (_, body) =>
            {
                if (BatchHeader.TryRead(body.Span, out BatchHeader header))
                    _relays.Take(header, body[BatchHeader.Size..]);
            });
            await channel.BasicConsumeAsync(queue, autoAck: false, "", noLocal: false, exclusive: true, null, consumer, cancellation);
            TaskCompletionSource<Session> opened;
            lock (_lock)
                opened = _session;
            opened.TrySetResult(session);
            ready();
            try
            {
                using var timer = new PeriodicTimer(_options.HeartbeatInterval);
                while (true)
                {
                    if (await Task.WhenAny(consumer.Ended, timer.WaitForNextTickAsync(cancellation).AsTask()) == consumer.Ended)
                        throw new BackplaneException($"The queue of fast entries has ended: {await consumer.Ended}");
                    cancellation.ThrowIfCancellationRequested();
                    _relays.Tick();
                }
            }
            finally
            {
                lock (_lock)
                    _session = new TaskCompletionSource<Session>(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }

        /// <summary>Listens to a bucket, now or when there is a connection.</summary>
        public async Task ListenAsync(int bucket, CancellationToken cancellation)
        {
            _relays.SetListens(bucket, listens: true);
            while (true)
            {
                Session session = await Current().WaitAsync(cancellation);
                // A request to the broker takes milliseconds, and each new room listens to its bucket.
                if (session.IsBound(bucket))
                    return;
                try
                {
                    await Bind(session, bucket, cancellation);
                    return;
                }
                catch (Exception) when (!cancellation.IsCancellationRequested)
                {
                    // The next connection binds the bucket, or this one is about to end.
                    await Task.Delay(100, cancellation);
                }
            }
        }

        /// <summary>Stops listening to a bucket.</summary>
        public void Ignore(int bucket)
        {
            if (_relays.SetListens(bucket, listens: false) && Current() is { IsCompletedSuccessfully: true } current)
                _ = Unbind(current.Result, bucket);
        }

        private Task<Session> Current()
        {
            lock (_lock)
                return _session.Task;
        }

        private async Task Bind(Session session, int bucket, CancellationToken cancellation)
        {
            await session.Topology.WaitAsync(cancellation);
            try
            {
                if (session.IsBound(bucket))
                    return;
                await session.Channel.QueueBindAsync(session.Queue, _options.Exchange, FastPublisher.Key(bucket),
                    cancellationToken: cancellation);
                session.SetBound(bucket, isBound: true);
            }
            finally
            {
                session.Topology.Release();
            }
        }

        private async Task Unbind(Session session, int bucket)
        {
            try
            {
                await session.Topology.WaitAsync();
                try
                {
                    // The bucket may be listened to again by now. It counts as not bound before that is checked, so that ListenAsync, which
                    // first records that it listens, either is noticed here, or does not rely on this binding.
                    if (!session.SetBound(bucket, isBound: false))
                        return;
                    if (_relays.Listens(bucket))
                        session.SetBound(bucket, isBound: true);
                    else
                        await session.Channel.QueueUnbindAsync(session.Queue, _options.Exchange, FastPublisher.Key(bucket));
                }
                finally
                {
                    session.Topology.Release();
                }
            }
            catch (Exception)
            {
                // The connection is lost, and the queue with it.
            }
        }

        /// <summary>Represents the queue of one connection. Requests to the broker are sent one at a time.</summary>
        private sealed record Session(IChannel Channel, string Queue)
        {
            private readonly int[] _isBound = new int[BackplaneSizes.Buckets];

            public SemaphoreSlim Topology { get; } = new(1);

            public bool IsBound(int bucket) => Volatile.Read(ref _isBound[bucket]) != 0;

            /// <summary>Returns the previous value. This is a full memory barrier, which Unbind needs before its next read.</summary>
            public bool SetBound(int bucket, bool isBound) => Interlocked.Exchange(ref _isBound[bucket], isBound ? 1 : 0) != 0;
        }
    }
}
