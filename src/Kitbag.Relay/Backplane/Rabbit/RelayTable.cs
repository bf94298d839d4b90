using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Threading;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// The other relays: which are alive, and up to which number this one has their batches of each bucket. One thread at a time takes
    /// messages; <see cref="Tick"/> may come from another.
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

        // How many times each bucket has been listened to or ignored: odd while it is listened to.
        private readonly int[] _turns = new int[BackplaneSizes.Buckets];

        public RelayTable(Guid self, IBackplaneReceiver receiver, TimeSpan timeout, TimeProvider time)
        {
            _self = self;
            _receiver = receiver;
            _timeout = timeout;
            _time = time;
        }

        /// <summary>Is raised when a relay is heard for the first time or again: it may not know this one.</summary>
        public event Action? Met;

        /// <summary>Whether a bucket is listened to.</summary>
        public bool Listens(int bucket) => (Volatile.Read(ref _turns[bucket]) & 1) != 0;

        /// <summary>Listens to a bucket, or no longer; false where that is so already.</summary>
        public bool SetListens(int bucket, bool listens)
        {
            int turn = Volatile.Read(ref _turns[bucket]);
            return (turn & 1) != 0 != listens && Interlocked.CompareExchange(ref _turns[bucket], turn + 1, turn) == turn;
        }

        /// <summary>Takes a message that is of no stream.</summary>
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
        /// Looks which relays were silent for too long. Where this one does not hear itself either, the broker takes nothing, or this relay
        /// stood still: then the others' silence says nothing.
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

        /// <summary>This relay hears again, after it was itself cut off: silence counts from now.</summary>
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

        // A sign of life comes behind the batches that it numbers.
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

        // What was counted before a bucket was ignored says nothing any more.
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
