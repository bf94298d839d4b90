using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Contains the batches that this relay appends to one stream until they are stored, which is when this relay's own consumer has read
    /// them. Batches whose state is uncertain are sent again, in order.
    /// </summary>
    internal sealed class KeptAppender
    {
        private const string Ends = "The relay is stopping.";

        private readonly int _stream;
        private readonly RabbitOptions _options;
        private readonly PendingBytes _pending;
        private readonly Lock _lock = new();

        // In the order of their numbers. Batches from _next on are not sent, or are to be sent again.
        private readonly LinkedList<KeptBatch> _batches = new();
        private LinkedListNode<KeptBatch>? _next;
        private long _number, _epoch, _lastOffset;
        private bool _isClosed;

        // After a failure, only one batch is sent until it was read. Otherwise a broker that is starting could reject some batches and
        // accept later ones, which would then have overtaken the rejected ones.
        private bool _isProbing;
        private (long Number, bool IsAgain) _probe;

        public KeptAppender(Guid relay, int stream, RabbitOptions options, PendingBytes pending)
        {
            Relay = relay;
            _stream = stream;
            _options = options;
            _pending = pending;
        }

        /// <summary>Gets the id of this relay.</summary>
        public Guid Relay { get; }

        /// <summary>Appends an entry. The task completes when the entry is in the stream.</summary>
        public Task<KeptPosition> Append(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> payload)
        {
            lock (_lock)
            {
                if (_isClosed)
                    return Task.FromException<KeptPosition>(new BackplaneException(Ends));
                KeptBatch batch = Open();
                int before = batch.Length;
                Task<KeptPosition> done = batch.Add(head, payload);
                _pending.Add(batch.Length - before);
                return done;
            }
        }

        /// <summary>Appends a batch without entries. The task completes when it is in the stream.</summary>
        public Task<KeptPosition> AppendMark()
        {
            lock (_lock)
                return _isClosed ? Task.FromException<KeptPosition>(new BackplaneException(Ends)) : Open().Wait();
        }

        /// <summary>Sets the current stream, and its last known offset; the epoch is 0 if there is none.</summary>
        public void SetStream(long epoch, long lastOffset)
        {
            lock (_lock)
            {
                bool isOther = epoch != _epoch;
                (_epoch, _lastOffset) = (epoch, lastOffset);
                if (isOther)
                    Restart();
            }
        }

        /// <summary>Returns the next message to send, and the epoch of its stream. Returns false if there is none.</summary>
        public bool TryTake(out byte[]? message, out long epoch)
        {
            lock (_lock)
            {
                epoch = _epoch;
                message = null;
                if (_isProbing && _next != _batches.First)
                    return false;
                while (_epoch != 0 && _next != null && message == null)
                {
                    KeptBatch batch = _next.Value;
                    message = batch.Send(Relay, _stream, _epoch, _lastOffset, Environment.TickCount64);
                    _probe = (batch.Number, batch.IsAgain);
                    _next = _next.Next;
                }
                return message != null;
            }
        }

        /// <summary>Prepares to send all batches again, because sent ones may be lost.</summary>
        public void SendAgain()
        {
            lock (_lock)
                Restart();
        }

        /// <summary>Records that the stream was read up to an offset.</summary>
        public void Passed(long offset)
        {
            lock (_lock)
                _lastOffset = offset;
        }

        /// <summary>Handles a batch of this relay that was read from the stream. Returns whether other batches can be sent now.</summary>
        public bool Arrived(long number, bool isAgain, long epoch, long offset)
        {
            lock (_lock)
            {
                _lastOffset = offset;
                while (_batches.First is { } first && first.Value.Number <= number)
                {
                    Remove(first);
                    if (first.Value.Number == number)
                        first.Value.Complete(epoch, offset);
                    else
                        first.Value.Fail("The entry was overtaken by a later one.");
                }
                bool hasWaited = _isProbing && _next != null;
                // Batches that were sent before the failure do not count.
                if (_probe == (number, isAgain))
                    _isProbing = false;
                return hasWaited;
            }
        }

        /// <summary>Fails batches that have waited too long.</summary>
        public void Expire()
        {
            lock (_lock)
            {
                long limit = Environment.TickCount64 - (long)_options.AppendTimeout.TotalMilliseconds;
                while (_batches.First is { } first && first.Value.CreatedAt < limit)
                {
                    Remove(first);
                    first.Value.Fail($"The entry could not be kept within {_options.AppendTimeout.TotalSeconds} s.");
                }
            }
        }

        /// <summary>Fails all batches, and accepts no more.</summary>
        public void Close()
        {
            lock (_lock)
            {
                _isClosed = true;
                while (_batches.First is { } first)
                {
                    Remove(first);
                    first.Value.Fail(Ends);
                }
            }
        }

        /// <summary>Returns for how many milliseconds the oldest sent batch has not been read; 0 if there is none.</summary>
        public long OldestUnread()
        {
            lock (_lock)
            {
                return _batches.First is { } first && first != _next && first.Value.Attempts != 0
                    ? Environment.TickCount64 - first.Value.SentAt
                    : 0;
            }
        }

        private void Restart()
        {
            _next = _batches.First;
            _isProbing = true;
        }

        private KeptBatch Open()
        {
            // Only a batch that was never sent accepts more entries: a batch that is sent again must not change.
            if (_next != null && _batches.Last!.Value is { Attempts: 0 } last && last.Length < _options.BatchBytes)
                return last;
            LinkedListNode<KeptBatch> added = _batches.AddLast(new KeptBatch(++_number, Environment.TickCount64));
            _next ??= added;
            return added.Value;
        }

        private void Remove(LinkedListNode<KeptBatch> node)
        {
            if (_next == node)
                _next = node.Next;
            _batches.Remove(node);
            _pending.Add(BatchHeader.Size - node.Value.Length);
        }
    }
}
