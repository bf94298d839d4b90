using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.Logging;
using RabbitMQ.Client;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Reads one stream, and passes on its entries in order, each once, and reports gaps.</summary>
    internal sealed class KeptConsumer
    {
        private static readonly TimeSpan s_tick = TimeSpan.FromSeconds(1);
        private const int SilentTicks = 5;

        private readonly int _stream;
        private readonly RabbitOptions _options;
        private readonly StreamDirectory _directory;
        private readonly KeptAppender _appender;
        private readonly IBackplaneReceiver _receiver;
        private readonly Func<bool> _isBlocked;
        private readonly ILogger _logger;
        private readonly TaskCompletionSource _caughtUp = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly Lock _takeLock = new(), _endLock = new();
        private KeptPosition _end;
        private KeptCursor? _cursor;
        private Consumer? _current;

        // The header of the message at the cursor's last offset, if it was read.
        private BatchHeader _lastHeader;

        // Whether the entry after the cursor must exist: at the start, any amount of history is accepted.
        private bool _expects;
        private bool _isMissing, _isDamaged;

        public KeptConsumer(int stream, RabbitOptions options, StreamDirectory directory, KeptAppender appender,
            IBackplaneReceiver receiver, Func<bool> isBlocked, ILogger logger)
        {
            _stream = stream;
            _options = options;
            _directory = directory;
            _appender = appender;
            _receiver = receiver;
            _isBlocked = isBlocked;
            _logger = logger;
        }

        /// <summary>Occurs when there is something to send for the first time or again.</summary>
        public event Action? Sendable;

        /// <summary>Gets a task that completes when the receiver has the entries that the stream had at the start.</summary>
        public Task CaughtUp => _caughtUp.Task;

        /// <summary>Gets the number of batches that were in the stream twice and were dropped.</summary>
        public long Doubles { get; private set; }

        /// <summary>Gets the position of the last entry that was passed to the receiver.</summary>
        public KeptPosition End
        {
            get
            {
                lock (_endLock)
                    return _end;
            }
            private set
            {
                lock (_endLock)
                    _end = value;
            }
        }

        /// <summary>Records that the stream does not exist according to the broker.</summary>
        public void SetMissing()
        {
            lock (_takeLock)
            {
                _isMissing = true;
                _current?.End("the stream no longer exists.");
            }
        }

        /// <summary>Reads until the token is canceled.</summary>
        public async Task RunAsync(IConnection connection, CancellationToken cancellation)
        {
            while (true)
            {
                try
                {
                    if (_isDamaged)
                        await _directory.ReplaceAsync(_stream, _cursor!.Epoch, cancellation);
                    _isDamaged = false;
                    long epoch = await _directory.GetAsync(_stream, cancellation);
                    await Enter(connection, epoch, cancellation);
                    string reason = await Read(connection, _cursor!, cancellation);
                    _logger.LogWarning("RabbitMQ, stream {Stream}: {Reason} Reading again.", _stream, reason);
                }
                catch (Exception e) when (!cancellation.IsCancellationRequested)
                {
                    _logger.LogWarning("RabbitMQ, stream {Stream}: {Reason} Reading again.", _stream, e.Message);
                    await Task.Delay(200, cancellation);
                }
            }
        }

        // Prepares to read the stream of an epoch.
        private async Task Enter(IConnection connection, long epoch, CancellationToken cancellation)
        {
            if (_cursor == null)
            {
                long last = await StreamProbe.LastOffsetAsync(connection, _options.StreamName(_stream, epoch), cancellation);
                _cursor = new KeptCursor(epoch, Math.Max(0, last + 1 - _options.KeptTail));
                End = new KeptPosition(epoch, _cursor.Last, 0);
                _appender.SetStream(epoch, last);
                _ = _appender.AppendMark().ContinueWith(_ => _caughtUp.TrySetResult(), TaskScheduler.Default);
            }
            else if (_cursor.Epoch != epoch)
            {
                var expected = new KeptPosition(_cursor.Epoch, _cursor.Last + 1, 0);
                _cursor = new KeptCursor(epoch, 0);
                _lastHeader = default;
                _expects = true;
                End = new KeptPosition(epoch, -1, 0);
                _receiver.OnKeptGap(_stream, expected, End);
                _appender.SetStream(epoch, -1);
            }
            bool wasMissing;
            lock (_takeLock)
                (wasMissing, _isMissing) = (_isMissing, false);
            if (wasMissing)
                _appender.SendAgain();
            Sendable?.Invoke();
        }

        private async Task<string> Read(IConnection connection, KeptCursor cursor, CancellationToken cancellation)
        {
            // The last message is read again in order to check that the next one follows it, and that this is the same stream.
            long from = Math.Max(cursor.Last, 0);
            while (true)
            {
                long looksBackFrom = -1;
                bool isFirst = true;
                IChannel channel = await connection.CreateChannelAsync(cancellationToken: cancellation);
                Consumer? consumer = null;
                consumer = new Consumer(channel, _options.Prefetch, (properties, body) =>
                {
                    lock (_takeLock)
                    {
                        if (_current != consumer || !StreamProbe.TryReadOffset(properties, out long offset))
                            return;
                        if (isFirst)
                            TellGap(cursor, offset);
                        isFirst = false;
                        _expects = true;
                        if (!Take(cursor, offset, body))
                        {
                            looksBackFrom = cursor.LookBackFrom;
                            consumer!.End("Reading again in order to find duplicates.");
                        }
                    }
                });
                lock (_takeLock)
                    _current = consumer;
                try
                {
                    await channel.BasicQosAsync(0, _options.Prefetch, global: false, cancellation);
                    await channel.BasicConsumeAsync(_options.StreamName(_stream, cursor.Epoch), autoAck: false, "", noLocal: false,
                        exclusive: false, new Dictionary<string, object?> { ["x-stream-offset"] = from }, consumer, cancellation);
                    string reason = await Watch(connection, consumer, cursor, () => isFirst, cancellation);
                    if (looksBackFrom < 0)
                        return reason;
                    from = looksBackFrom;
                    cursor.Restart(from);
                }
                finally
                {
                    lock (_takeLock)
                        _current = null;
                    consumer.Abandon();
                }
            }
        }

        private void TellGap(KeptCursor cursor, long found)
        {
            if (found <= cursor.Last + 1)
                return;
            var expected = new KeptPosition(cursor.Epoch, cursor.Last + 1, 0);
            cursor.PassOver(found - 1);
            End = new KeptPosition(cursor.Epoch, found - 1, 0);
            if (_expects)
                _receiver.OnKeptGap(_stream, expected, End);
        }

        private bool Take(KeptCursor cursor, long offset, ReadOnlyMemory<byte> body)
        {
            if (!BatchHeader.TryRead(body.Span, out BatchHeader header) || header.Kind is not (BatchKind.Kept or BatchKind.KeptAgain))
            {
                cursor.PassOver(offset);
                return true;
            }
            if (offset == cursor.Last && _lastHeader != default
                && (_lastHeader.Sender, _lastHeader.Number) != (header.Sender, header.Number))
            {
                _isDamaged = true;
                throw new BackplaneException("The message at the last position has changed.");
            }
            KeptVerdict verdict = cursor.Take(offset, header);
            if (verdict == KeptVerdict.LookBack)
                return false;
            if (offset == cursor.Last)
                _lastHeader = header;
            if (verdict == KeptVerdict.Double)
                Doubles++;
            if (verdict == KeptVerdict.New)
                PassOn(cursor.Epoch, offset, body[BatchHeader.Size..]);
            if (verdict == KeptVerdict.Passed || header.Sender != _appender.Relay)
                _appender.Passed(cursor.Last);
            else if (_appender.Arrived(header.Number, header.Kind == BatchKind.KeptAgain, cursor.Epoch, offset))
                Sendable?.Invoke();
            return true;
        }

        private void PassOn(long epoch, long offset, ReadOnlyMemory<byte> rest)
        {
            for (int i = 0; BatchBuffer.TryRead(ref rest, out ReadOnlyMemory<byte> entry); i++)
            {
                var position = new KeptPosition(epoch, offset, i);
                _receiver.OnKept(_stream, position, new ReadOnlySequence<byte>(entry));
                End = position;
            }
        }

        // Waits until no more messages arrive, and checks for expected messages that do not arrive.
        private async Task<string> Watch(IConnection connection, Consumer consumer, KeptCursor cursor, Func<bool> isSilent,
            CancellationToken cancellation)
        {
            for (int tick = 1; ; tick++)
            {
                if (await Task.WhenAny(consumer.Ended, Task.Delay(s_tick, cancellation)) == consumer.Ended)
                    return await consumer.Ended;
                cancellation.ThrowIfCancellationRequested();
                if (tick % SilentTicks == 0 && isSilent() && _lastHeader != default)
                {
                    long last = await StreamProbe.LastOffsetAsync(connection, _options.StreamName(_stream, cursor.Epoch), cancellation);
                    _isDamaged = last >= 0 && last < cursor.Last;
                    return _isDamaged ? "The end of the stream is lost." : "No messages arrive.";
                }
                if (!_isBlocked() && _appender.OldestUnread() > 2 * _options.PublishTimeout.TotalMilliseconds)
                {
                    _appender.SendAgain();
                    return "Sent messages do not arrive.";
                }
            }
        }
    }
}
