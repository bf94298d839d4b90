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
    /// Sends fast entries in batches for each bucket. The batches are numbered, so that other relays detect missing ones. A rejected entry
    /// uses a number as well.
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

        /// <summary>The routing key of heartbeats.</summary>
        public const string HeartbeatKey = "relays";

        /// <summary>Occurs with the bucket of a batch when it is unknown whether the batch arrived.</summary>
        public event Action<int>? Lost;

        /// <summary>Returns the routing key of a bucket.</summary>
        public static string Key(int bucket) => "bucket." + bucket;

        /// <summary>Sets whether entries are accepted; without a connection they are rejected.</summary>
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
                throw new ArgumentException($"The entry is longer than the limit of {_options.MaxEntry} bytes.", nameof(payload));
            lock (_lock)
            {
                Bucket its = _buckets[bucket];
                // After the queue was full, it accepts entries again when half of it is sent. Otherwise each rejection would end a batch of
                // a few entries.
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

        /// <summary>Sends waiting batches and heartbeats until the token is canceled.</summary>
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

        /// <summary>Sends a heartbeat to other relays at once.</summary>
        public void Beat()
        {
            Volatile.Write(ref _beat, 0);
            _signal.Set();
        }

        /// <summary>Sends the waiting batches, then tells other relays that this one disconnects.</summary>
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

        /// <summary>Contains the batches of one bucket.</summary>
        private sealed class Bucket(string key)
        {
            public string Key { get; } = key;

            /// <summary>Gets or sets the last of the waiting batches, if it accepts more entries.</summary>
            public BatchBuffer? Open { get; set; }

            /// <summary>Gets or sets the number of waiting batches.</summary>
            public int Waiting { get; set; }

            /// <summary>Gets or sets the last number that was assigned.</summary>
            public long Number { get; set; }

            /// <summary>
            /// Gets the last number before those that wait: listeners have received all batches up to it, or have lost some.
            /// </summary>
            public long Sent { get; private set; }

            /// <summary>Removes a batch that is sent.</summary>
            public void Take(BatchBuffer batch, long number)
            {
                if (Open == batch)
                    Open = null;
                Waiting--;
                Sent = Waiting == 0 ? Number : number;
            }

            /// <summary>Counts a rejected entry between the waiting ones and later ones.</summary>
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
