using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Reads a part of a stream once, for a peer that continues at a position that is no longer in memory.</summary>
    internal sealed class KeptHistoryReader
    {
        private readonly string _queue;
        private readonly RabbitOptions _options;
        private readonly KeptPosition _after, _end;
        private readonly Func<KeptPosition, ReadOnlySequence<byte>, bool> _entry;
        private readonly KeptCursor _cursor;
        private readonly long _from;
        private bool _isComplete, _hasBegun;
        private KeptPosition _through;

        /// <param name="stream">The number of the stream.</param>
        /// <param name="options">The name of its queue, and the timeout.</param>
        /// <param name="after">The position after which to start.</param>
        /// <param name="end">The position of the last entry to read; its epoch is that of the stream.</param>
        /// <param name="entry">A delegate that handles each entry and returns whether to continue.</param>
        public KeptHistoryReader(int stream, RabbitOptions options, KeptPosition after, KeptPosition end,
            Func<KeptPosition, ReadOnlySequence<byte>, bool> entry)
        {
            _queue = options.StreamName(stream, end.Epoch);
            _options = options;
            _after = after;
            _end = end;
            _entry = entry;
            _from = after.Epoch == end.Epoch ? Math.Max(after.Offset, 0) : 0;
            _cursor = new KeptCursor(end.Epoch, _from);
            _through = end;
        }

        public async Task<KeptHistory> ReadAsync(IConnection connection, CancellationToken cancellation)
        {
            bool isSame = _after.Epoch == _end.Epoch;
            if (isSame && !_end.IsAfter(_after))
                return new KeptHistory(true, _after);
            if (_end.Offset < 0)
                return new KeptHistory(_after == KeptPosition.Start, _end);
            long from = _from;
            while (await ReadFrom(connection, from, cancellation) is { } back)
            {
                from = back;
                _cursor.Restart(from);
            }
            return new KeptHistory(_isComplete, _through);
        }

        // Returns the offset from which to read again, or null at the end.
        private async Task<long?> ReadFrom(IConnection connection, long from, CancellationToken cancellation)
        {
            IChannel channel = await connection.CreateChannelAsync(cancellationToken: cancellation);
            var done = new TaskCompletionSource<long?>(TaskCreationOptions.RunContinuationsAsynchronously);
            long moved = 0, seen = -1;
            var consumer = new Consumer(channel, _options.Prefetch, (properties, body) =>
            {
                Volatile.Write(ref moved, moved + 1);
                if (done.Task.IsCompleted || !StreamProbe.TryReadOffset(properties, out long offset))
                    return;
                try
                {
                    if (!Take(offset, body, out long? back))
                        done.TrySetResult(back);
                }
                catch (Exception e)
                {
                    done.TrySetException(e);
                }
            });
            try
            {
                await channel.BasicQosAsync(0, _options.Prefetch, global: false, cancellation);
                await channel.BasicConsumeAsync(_queue, autoAck: false, "", noLocal: false, exclusive: false,
                    new Dictionary<string, object?> { ["x-stream-offset"] = from }, consumer, cancellation);
                while (!done.Task.IsCompleted)
                {
                    await Task.WhenAny(done.Task, consumer.Ended, Task.Delay(_options.ConnectTimeout, cancellation));
                    cancellation.ThrowIfCancellationRequested();
                    if (!done.Task.IsCompleted && (consumer.Ended.IsCompleted || Volatile.Read(ref moved) == seen))
                        throw new BackplaneException("The history of the stream could not be read to its end.");
                    seen = Volatile.Read(ref moved);
                }
                return await done.Task;
            }
            finally
            {
                consumer.Abandon();
            }
        }

        // Returns false at the end, and if reading has to start again at an earlier offset.
        private bool Take(long offset, ReadOnlyMemory<byte> body, out long? back)
        {
            back = null;
            if (!_hasBegun)
                _isComplete = (_after.Epoch == _end.Epoch || _after == KeptPosition.Start) && offset <= _from;
            _hasBegun = true;
            if (!BatchHeader.TryRead(body.Span, out BatchHeader header))
            {
                _cursor.PassOver(offset);
                return offset < _end.Offset;
            }
            switch (_cursor.Take(offset, header))
            {
                case KeptVerdict.LookBack:
                    back = _cursor.LookBackFrom;
                    return false;
                case KeptVerdict.New when !PassOn(offset, body[BatchHeader.Size..]):
                    return false;
                default:
                    return offset < _end.Offset;
            }
        }

        private bool PassOn(long offset, ReadOnlyMemory<byte> rest)
        {
            for (int i = 0; BatchBuffer.TryRead(ref rest, out ReadOnlyMemory<byte> entry); i++)
            {
                var position = new KeptPosition(_end.Epoch, offset, i);
                if (position.Epoch == _after.Epoch && !position.IsAfter(_after))
                    continue;
                if (!_entry(position, new ReadOnlySequence<byte>(entry)))
                {
                    _through = position;
                    return false;
                }
                if (position.IsAfter(_through))
                    _through = position;
            }
            return true;
        }
    }
}
