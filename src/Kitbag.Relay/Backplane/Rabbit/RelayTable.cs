using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Threading;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Contains the other relays: which are alive, and the number up to which this one has received their batches of each bucket. Messages
    /// are handled by one thread at a time; <see cref="Tick"/> may be called on another one.
    /// </summary>
    internal sealed class RelayTable
    {
        private const long Unknown = -1;
        private static readonly TimeSpan s_forgetAfter = TimeSpan.FromMinutes(10);

        private readonly Guid _self;
        private readonly IBackplaneReceiver _receiver;
        private readonly TimeProvider _time;
        private readonly TimeSpan _timeout;
        private readonly Lock _lock = new();
        private readonly Dictionary<Guid, Other> _others = [];
        private long _selfHeardAt;

        // How many times listening to each bucket was started or stopped: odd while it is listened to.
        private readonly int[] _turns = new int[BackplaneSizes.Buckets];

        public RelayTable(Guid self, IBackplaneReceiver receiver, TimeSpan timeout, TimeProvider time)
        {
            _self = self;
            _receiver = receiver;
            _timeout = timeout;
            _time = time;
        }

        /// <summary>Occurs when a relay appears for the first time or again, because it may not know this one.</summary>
        public event Action? Met;

        /// <summary>Returns whether a bucket is listened to.</summary>
        public bool Listens(int bucket) => (Volatile.Read(ref _turns[bucket]) & 1) != 0;

        /// <summary>Starts or stops listening to a bucket. Returns false if nothing changes.</summary>
        public bool SetListens(int bucket, bool listens)
        {
            int turn = Volatile.Read(ref _turns[bucket]);
            return (turn & 1) != 0 != listens && Interlocked.CompareExchange(ref _turns[bucket], turn + 1, turn) == turn;
        }

        /// <summary>Handles a message that does not belong to a stream.</summary>
        public void Take(in BatchHeader header, ReadOnlyMemory<byte> body)
        {
            lock (_lock)
            {
                if (header.Sender == _self)
                {
                    _selfHeardAt = _time.GetTimestamp();
                    return;
                }
                if (header.Kind == BatchKind.Goodbye)
                {
                    if (_others.Remove(header.Sender, out Other? gone) && gone.IsAlive)
                        _receiver.OnRelay(header.Sender, alive: false);
                    return;
                }
                Other other = Heard(header.Sender);
                if (header.Kind == BatchKind.Heartbeat)
                    Compare(other, body.Span);
                else if (header.Kind == BatchKind.Fast && header.Place < BackplaneSizes.Buckets)
                    TakeBatch(other, header, body);
            }
        }

        /// <summary>
        /// Detects relays that were silent for too long. If this relay does not receive its own heartbeats either, the broker accepts
        /// nothing, or this process was suspended: then the silence of the others is meaningless.
        /// </summary>
        public void Tick()
        {
            lock (_lock)
            {
                if (_time.GetElapsedTime(_selfHeardAt) > _timeout / 2)
                {
                    foreach (Other other in _others.Values)
                        other.HeardAt = _time.GetTimestamp();
                    return;
                }
                foreach ((Guid relay, Other other) in _others)
                {
                    TimeSpan silent = _time.GetElapsedTime(other.HeardAt);
                    if (other.IsAlive && silent > _timeout)
                    {
                        other.IsAlive = false;
                        _receiver.OnRelay(relay, alive: false);
                    }
                    else if (silent > s_forgetAfter)
                    {
                        _others.Remove(relay);
                    }
                }
            }
        }

        /// <summary>Restarts the timeouts after this relay was itself disconnected.</summary>
        public void Restart()
        {
            lock (_lock)
            {
                _selfHeardAt = _time.GetTimestamp();
                foreach (Other other in _others.Values)
                    other.HeardAt = _selfHeardAt;
            }
        }

        private Other Heard(Guid relay)
        {
            if (!_others.TryGetValue(relay, out Other? other))
                _others.Add(relay, other = new Other(relay));
            other.HeardAt = _time.GetTimestamp();
            if (!other.IsAlive)
            {
                other.IsAlive = true;
                _receiver.OnRelay(relay, alive: true);
                Met?.Invoke();
            }
            return other;
        }

        private void TakeBatch(Other other, in BatchHeader header, ReadOnlyMemory<byte> body)
        {
            int bucket = header.Place;
            if (!Listens(bucket))
                return;
            long last = Last(other, bucket);
            if (last != Unknown && header.Number <= last)
                return;
            if (last != Unknown && header.Number != last + 1)
                _receiver.OnFastGap(bucket, other.Relay);
            other.Numbers[bucket] = header.Number;
            while (BatchBuffer.TryRead(ref body, out ReadOnlyMemory<byte> entry))
                _receiver.OnFast(bucket, other.Relay, new System.Buffers.ReadOnlySequence<byte>(entry));
        }

        // A heartbeat follows the batches whose numbers it contains.
        private void Compare(Other other, ReadOnlySpan<byte> numbers)
        {
            for (int bucket = 0; bucket < BackplaneSizes.Buckets && numbers.Length >= (bucket + 1) * sizeof(long); bucket++)
            {
                if (!Listens(bucket))
                    continue;
                long number = BinaryPrimitives.ReadInt64LittleEndian(numbers[(bucket * sizeof(long))..]);
                long last = Last(other, bucket);
                other.Numbers[bucket] = Math.Max(number, last);
                if (last != Unknown && number > last)
                    _receiver.OnFastGap(bucket, other.Relay);
            }
        }

        // Numbers from before the time when a bucket was ignored are meaningless.
        private long Last(Other other, int bucket)
        {
            int turn = Volatile.Read(ref _turns[bucket]);
            if (other.Turns[bucket] == turn)
                return other.Numbers[bucket];
            other.Turns[bucket] = turn;
            return other.Numbers[bucket] = Unknown;
        }

        private sealed class Other(Guid relay)
        {
            public Guid Relay { get; } = relay;

            public bool IsAlive { get; set; }

            public long HeardAt { get; set; }

            public long[] Numbers { get; } = new long[BackplaneSizes.Buckets];

            public int[] Turns { get; } = new int[BackplaneSizes.Buckets];
        }
    }
}
