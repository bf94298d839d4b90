using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Represents a batch of kept entries that is being appended to a stream, and the tasks that wait for it.</summary>
    internal sealed class KeptBatch
    {
        private readonly BatchBuffer _buffer = new();
        // The waiting tasks of the entries, in order, and of callers that wait for the batch only and have no entry in it.
        private readonly List<TaskCompletionSource<KeptPosition>> _waiting = [], _marks = [];
        private bool _isReleased;

        public KeptBatch(long number, long createdAt)
        {
            Number = number;
            CreatedAt = createdAt;
        }

        /// <summary>Gets the number of the batch among this relay's batches for the stream.</summary>
        public long Number { get; }

        /// <summary>Gets the time when its first entry was added, in milliseconds.</summary>
        public long CreatedAt { get; }

        /// <summary>Gets the time when it was last sent, in milliseconds.</summary>
        public long SentAt { get; private set; }

        /// <summary>Gets the number of times that it was sent.</summary>
        public int Attempts { get; private set; }

        /// <summary>Gets a value indicating whether it was sent to the same epoch before.</summary>
        public bool IsAgain { get; private set; }

        /// <summary>Gets the number of bytes.</summary>
        public int Length => _buffer.Length;

        /// <summary>Gets the epoch to which it was last sent.</summary>
        public long Epoch { get; private set; }

        private long Since { get; set; }

        /// <summary>Adds an entry. The task completes when the batch is in the stream.</summary>
        public Task<KeptPosition> Add(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> payload)
        {
            _buffer.Add(head, payload);
            return AddTo(_waiting);
        }

        /// <summary>Returns a task that completes when the batch is in the stream, with the position of the last entry.</summary>
        public Task<KeptPosition> Wait() => AddTo(_marks);

        /// <summary>Returns the message to send now, or null if nothing waits for it any more.</summary>
        public byte[]? Send(Guid relay, int stream, long epoch, long lastOffset, long now)
        {
            if (_isReleased)
                return null;
            IsAgain = Attempts++ != 0 && Epoch == epoch;
            SentAt = now;
            if (!IsAgain)
                (Epoch, Since) = (epoch, lastOffset);
            BatchKind kind = IsAgain ? BatchKind.KeptAgain : BatchKind.Kept;
            return _buffer.ToMessage(new BatchHeader(kind, relay, Number, Since, stream)).ToArray();
        }

        /// <summary>Completes the waiting tasks when the batch is in the stream.</summary>
        public void Complete(long epoch, long offset)
        {
            for (int i = 0; i < _waiting.Count; i++)
                _waiting[i].TrySetResult(new KeptPosition(epoch, offset, i));
            foreach (TaskCompletionSource<KeptPosition> mark in _marks)
                mark.TrySetResult(new KeptPosition(epoch, offset, Math.Max(0, _waiting.Count - 1)));
            Release();
        }

        /// <summary>Fails the waiting tasks.</summary>
        public void Fail(string message)
        {
            foreach (TaskCompletionSource<KeptPosition> source in _waiting)
                source.TrySetException(new BackplaneException(message, inDoubt: Attempts != 0));
            foreach (TaskCompletionSource<KeptPosition> mark in _marks)
                mark.TrySetException(new BackplaneException(message));
            Release();
        }

        private static Task<KeptPosition> AddTo(List<TaskCompletionSource<KeptPosition>> waiting)
        {
            var source = new TaskCompletionSource<KeptPosition>(TaskCreationOptions.RunContinuationsAsynchronously);
            waiting.Add(source);
            return source.Task;
        }

        private void Release()
        {
            _isReleased = true;
            _buffer.Release();
        }
    }
}
