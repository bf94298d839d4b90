using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Kept entries on their way into a stream, and who waits for them.</summary>
    internal sealed class KeptBatch
    {
        private readonly BatchBuffer _buffer = new();
        // Of each entry, in order; and of who waits for the batch alone, which has no place among the entries.
        private readonly List<TaskCompletionSource<KeptPosition>> _waiting = [], _marks = [];
        private bool _isReleased;

        public KeptBatch(long number, long createdAt)
        {
            Number = number;
            CreatedAt = createdAt;
        }

        /// <summary>Of this relay's batches for the stream.</summary>
        public long Number { get; }

        /// <summary>When its first entry came, in milliseconds.</summary>
        public long CreatedAt { get; }

        /// <summary>When it was last sent, in milliseconds.</summary>
        public long SentAt { get; private set; }

        /// <summary>How many times it was sent.</summary>
        public int Attempts { get; private set; }

        /// <summary>Whether it was sent to the same epoch before.</summary>
        public bool IsAgain { get; private set; }

        /// <summary>How many bytes it has.</summary>
        public int Length => _buffer.Length;

        /// <summary>The epoch to which it was last sent, and the last offset that was known when it was first sent there.</summary>
        public long Epoch { get; private set; }

        private long Since { get; set; }

        /// <summary>Adds an entry; the task is done when the batch is in the stream.</summary>
        public Task<KeptPosition> Add(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> payload)
        {
            _buffer.Add(head, payload);
            return AddTo(_waiting);
        }

        /// <summary>A task that is done when the batch is in the stream; its position is that of the last entry.</summary>
        public Task<KeptPosition> Wait() => AddTo(_marks);

        /// <summary>The message that is to be sent now; null where nobody waits for it any more.</summary>
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

        /// <summary>It is in the stream.</summary>
        public void Complete(long epoch, long offset)
        {
            for (int i = 0; i < _waiting.Count; i++)
                _waiting[i].TrySetResult(new KeptPosition(epoch, offset, i));
            foreach (TaskCompletionSource<KeptPosition> mark in _marks)
                mark.TrySetResult(new KeptPosition(epoch, offset, Math.Max(0, _waiting.Count - 1)));
            Release();
        }

        /// <summary>It was given up.</summary>
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
