using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Sends fast entries, in batches for each bucket that are numbered, so that other relays see where one is missing. What is refused
    /// takes
    /// a number as well.
    /// </summary>
    internal sealed class FastPublisher
    {
        private readonly Guid _relay;
        private readonly RabbitOptions _options;
        private readonly Lock _lock = new();
        private readonly Signal _signal = new();
        private readonly Bucket[] _buckets = new Bucket[BackplaneSizes.Buckets];
        private readonly Queue<(int Bucket, BatchBuffer Batch, long Number)> _waiting = new();
        private long _pending, _beat;
        private bool _takes, _isFull;
        private TaskCompletionSource? _left;

        public FastPublisher(Guid relay, RabbitOptions options)
        {
            _relay = relay;
            _options = options;
            for (int i = 0; i < _buckets.Length; i++)
                _buckets[i] = new Bucket(Key(i));
        }

        /// <summary>The routing key of signs of life.</summary>
        public const string HeartbeatKey = "relays";

        /// <summary>Is told the bucket of a batch of which it is unknown whether it arrived.</summary>
        public event Action<int>? Lost;

        /// <summary>The routing key of a bucket.</summary>
        public static string Key(int bucket) => "bucket." + bucket;

        /// <summary>Whether entries are taken: where there is no connection they are refused.</summary>
        public void SetTakes(bool takes)
        {
            lock (_lock)
                _takes = takes && _left == null;
        }

        /// <summary>Adds an entry to the batch of its bucket.</summary>
        public bool TryPublish(int bucket, ReadOnlySpan<byte> head, in ReadOnlySequence<byte> payload)
        {
            long length = head.Length + payload.Length;
            if (length > _options.MaxEntry)
                throw new ArgumentException($"The entry is longer than the {_options.MaxEntry} bytes that are allowed.", nameof(payload));
            lock (_lock)
            {
                Bucket its = _buckets[bucket];
                // Where it was full, it takes entries again when half of it is sent: else each refusal would end a batch of a few entries.
                _isFull = _pending != 0 && _pending + length > (_isFull ? _options.MaxFastPending / 2 : _options.MaxFastPending);
                if (!_takes || _isFull)
                {
                    its.Skip();
                    return false;
                }
                if (its.Open == null)
                {
                    its.Open = new BatchBuffer();
                    its.Waiting++;
                    _waiting.Enqueue((bucket, its.Open, ++its.Number));
                }
                int before = its.Open.Count == 0 ? 0 : its.Open.Length;
                its.Open.Add(head, payload);
                _pending += its.Open.Length - before;
                if (its.Open.Length >= _options.BatchBytes)
                    its.Open = null;
            }
            _signal.Set();
            return true;
        }

        /// <summary>Sends what waits, and signs of life, until the token is cancelled.</summary>
        public async Task RunAsync(ConfirmedChannel channel, CancellationToken cancellation)
        {
            using var beats = new Timer(_ => _signal.Set(), null, TimeSpan.Zero, _options.HeartbeatInterval);
            try
            {
                while (true)
                {
                    await channel.WaitForRoomAsync(cancellation);
                    await SendOne(channel, cancellation);
                }
            }
            finally
            {
                foreach (int bucket in channel.Unconfirmed())
                {
                    if (bucket >= 0)
                        Lost?.Invoke(bucket);
                }
            }
        }

        /// <summary>Tells other relays at once that this one is there.</summary>
        public void Beat()
        {
            Volatile.Write(ref _beat, 0);
            _signal.Set();
        }

        /// <summary>Sends what waits, then tells other relays that this one goes.</summary>
        public Task LeaveAsync()
        {
            lock (_lock)
            {
                _takes = false;
                _left ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                _signal.Set();
                return _left.Task;
            }
        }

        private async Task SendOne(ConfirmedChannel channel, CancellationToken cancellation)
        {
            while (true)
            {
                if (_left == null && Environment.TickCount64 - Volatile.Read(ref _beat) >= _options.HeartbeatInterval.TotalMilliseconds)
                {
                    Volatile.Write(ref _beat, Environment.TickCount64);
                    await channel.PublishAsync(_options.Exchange, HeartbeatKey, mandatory: false, -1, Heartbeat(), cancellation);
                    return;
                }
                if (TryTake(out int bucket, out BatchBuffer? batch, out long number))
                {
                    var header = new BatchHeader(BatchKind.Fast, _relay, number, 0, bucket);
                    await channel.PublishAsync(_options.Exchange, _buckets[bucket].Key, mandatory: false, bucket, batch!.ToMessage(header),
                        cancellation);
                    batch.Release();
                    return;
                }
                if (_left is { Task.IsCompleted: false } left)
                {
                    byte[] goodbye = new BatchHeader(BatchKind.Goodbye, _relay, 0, 0, 0).ToMessage();
                    await channel.PublishAsync(_options.Exchange, HeartbeatKey, mandatory: false, -1, goodbye, cancellation);
                    left.TrySetResult();
                    return;
                }
                await _signal.WaitAsync(cancellation);
            }
        }

        private bool TryTake(out int bucket, out BatchBuffer? batch, out long number)
        {
            lock (_lock)
            {
                if (!_waiting.TryDequeue(out (int Bucket, BatchBuffer Batch, long Number) next))
                {
                    (bucket, batch, number) = (0, null, 0);
                    return false;
                }
                (bucket, batch, number) = next;
                _pending -= batch.Length;
                _buckets[bucket].Take(batch, number);
                return true;
            }
        }

        private byte[] Heartbeat()
        {
            var message = new byte[BatchHeader.Size + sizeof(long) * BackplaneSizes.Buckets];
            new BatchHeader(BatchKind.Heartbeat, _relay, 0, 0, 0).Write(message);
            lock (_lock)
            {
                for (int i = 0; i < _buckets.Length; i++)
                    BinaryPrimitives.WriteInt64LittleEndian(message.AsSpan(BatchHeader.Size + i * sizeof(long)), _buckets[i].Sent);
            }
            return message;
        }

        /// <summary>The batches of one bucket.</summary>
        private sealed class Bucket(string key)
        {
            public string Key { get; } = key;

            /// <summary>The last of the waiting batches, if it takes more entries.</summary>
            public BatchBuffer? Open { get; set; }

            /// <summary>How many batches wait.</summary>
            public int Waiting { get; set; }

            /// <summary>The last number that was given.</summary>
            public long Number { get; set; }

            /// <summary>The last number before those that wait: whoever listens has all up to it, or has lost some.</summary>
            public long Sent { get; private set; }

            /// <summary>A batch is sent.</summary>
            public void Take(BatchBuffer batch, long number)
            {
                if (Open == batch)
                    Open = null;
                Waiting--;
                Sent = Waiting == 0 ? Number : number;
            }

            /// <summary>An entry is refused, between what waits and what comes later.</summary>
            public void Skip()
            {
                Open = null;
                Number++;
                if (Waiting == 0)
                    Sent = Number;
            }
        }
    }
}
