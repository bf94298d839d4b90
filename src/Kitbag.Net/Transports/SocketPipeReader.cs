using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace Kitbag.Net.Transports
{
    /// <summary>
    /// Reads a socket into large pooled segments, which are returned when all their bytes are consumed: an idle connection holds no memory.
    /// Bytes that are not consumed are never moved.
    /// </summary>
    internal sealed class SocketPipeReader : PipeReader, IValueTaskSource<ReadResult>
    {
        private const int LeastRoom = 32 * 1024;

        private static readonly ArraySegment<byte> s_nothing = new ArraySegment<byte>(Array.Empty<byte>());

        // Guards all fields below, because reads, completions of the socket and cancellations occur on different threads.
        private readonly object _gate = new object();
        private readonly Socket _socket;
        private readonly SocketOperation _operation;

        private ManualResetValueTaskSourceCore<ReadResult> _read;

        // isReading: ReadAsync has returned a task that is not complete. isReceiving: a socket operation is in progress, which may outlive
        // that task if the read was canceled. isProbing: the operation has an empty buffer, and completes when data is available.
        // hasWaited: the last operation has completed asynchronously. isCompleted: the peer has closed its direction. isClosed: the reader
        // was completed.
        private bool _isReading, _isReceiving, _isCanceled, _isCompleted, _isClosed, _isProbing, _hasWaited;
        private Exception? _error;

        private SocketSegment? _first, _last, _spare;
        private int _consumed;
        private long _examined;

        public SocketPipeReader(Socket socket)
        {
            _socket = socket;
            _operation = new SocketOperation(socket, OnReceived);
        }

        public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
        {
            lock (_gate)
            {
                if (_last == null)
                    return;
                var until = (SocketSegment?)consumed.GetObject();
                while (until != null && _first != until)
                {
                    SocketSegment released = _first!;
                    _first = released.NextSegment;
                    Keep(released);
                }
                _consumed = consumed.GetInteger();
                _examined = examined.GetObject() is SocketSegment segment ? segment.RunningIndex + examined.GetInteger() : 0;
                // Everything is consumed: the segment is refilled from its start, unless an operation is filling it now.
                if (_first == _last && _consumed == _last.End && !_isReceiving)
                {
                    _last.Restart();
                    _consumed = 0;
                    _examined = 0;
                }
            }
        }

        public override void CancelPendingRead()
        {
            ReadResult result;
            lock (_gate)
            {
                _isCanceled = true;
                if (!_isReading)
                    return;
                _isReading = false;
                result = Result();
            }
            _read.SetResult(result);
        }

        public override void Complete(Exception? exception = null)
        {
            lock (_gate)
            {
                _isClosed = true;
                if (!_isReceiving)
                    ReleaseAll();
            }
        }

        public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            lock (_gate)
            {
                if (TryResult(out ReadResult result) || TryReceive(out result))
                    return new ValueTask<ReadResult>(result);
                _read.Reset();
                _isReading = true;
            }
            return cancellationToken.CanBeCanceled
                ? ReadAsync(new ValueTask<ReadResult>(this, _read.Version), cancellationToken)
                : new ValueTask<ReadResult>(this, _read.Version);
        }

        public override bool TryRead(out ReadResult result)
        {
            lock (_gate)
                return TryResult(out result);
        }

        public ReadResult GetResult(short token) => _read.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _read.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _read.OnCompleted(continuation, state, token, flags);

        private async ValueTask<ReadResult> ReadAsync(ValueTask<ReadResult> reading, CancellationToken cancellationToken)
        {
            using (cancellationToken.Register(CancelPendingRead))
            {
                ReadResult result = await reading.ConfigureAwait(false);
                if (result.IsCanceled)
                    cancellationToken.ThrowIfCancellationRequested();
                return result;
            }
        }

        // Returns the result of a read if it is available without waiting. The caller holds the lock.
        private bool TryResult(out ReadResult result)
        {
            result = default;
            if (!_isCanceled && !_isCompleted && _error == null && (_last == null || _last.RunningIndex + _last.End <= _examined))
                return false;
            if (_error != null && !_isCanceled)
                throw _error;
            result = Result();
            return true;
        }

        private ReadResult Result()
        {
            bool isCanceled = _isCanceled;
            _isCanceled = false;
            ReadOnlySequence<byte> buffer = _first == null
                ? default
                : new ReadOnlySequence<byte>(_first, _consumed, _last!, _last!.End);
            return new ReadResult(buffer, isCanceled, _isCompleted);
        }

        // Starts to receive unless an operation is in progress. Returns whether a result is available at once.
        private bool TryReceive(out ReadResult result)
        {
            result = default;
            while (!_isReceiving)
            {
                if (_isClosed)
                    throw new InvalidOperationException("The reader has been completed.");
                bool isDone;
                try
                {
                    isDone = Begin();
                }
                catch (Exception e) when (e is ObjectDisposedException or SocketException)
                {
                    _error = e;
                    return TryResult(out result);
                }
                if (!isDone)
                {
                    _isReceiving = true;
                    return false;
                }
                Received();
                if (TryResult(out result))
                    return true;
            }
            return false;
        }

        // Rents memory only when data is available. Returns whether the operation has completed synchronously.
        private bool Begin()
        {
            // A probe that had to wait may complete without data, because of a late event for bytes that were already read.
            if (_isProbing && _hasWaited && _socket.Available == 0 && !_socket.Poll(0, SelectMode.SelectRead))
                _isProbing = false;
            _hasWaited = false;
            bool isEmpty = _last == null || (_first == _last && _last.End == _consumed);
            if (isEmpty && !_isProbing && _socket.Available == 0)
            {
                _isProbing = true;
                ReleaseAll();
                return _operation.TryReceive(s_nothing);
            }
            _isProbing = false;
            if (_last == null || _last.Room.Count < LeastRoom)
            {
                SocketSegment segment = _spare ?? new SocketSegment();
                _spare = null;
                segment.Rent();
                if (_last == null)
                    _first = segment;
                else
                    _last.Append(segment);
                _last = segment;
            }
            return _operation.TryReceive(_last.Room);
        }

        // Handles the completion of an operation: with bytes, with none because the peer has closed its direction, or with an error.
        private void Received()
        {
            _error = _operation.Error();
            if (_error != null)
                return;
            if (_isProbing)
                return;
            if (_operation.Moved == 0)
                _isCompleted = true;
            else
                _last!.Fill(_operation.Moved);
        }

        private void OnReceived()
        {
            ReadResult result = default;
            Exception? error = null;
            lock (_gate)
            {
                _isReceiving = false;
                _hasWaited = true;
                if (_isClosed)
                {
                    ReleaseAll();
                    return;
                }
                Received();
                if (!_isReading)
                    return;
                try
                {
                    if (!TryResult(out result) && !TryReceive(out result))
                        return;
                }
                catch (Exception e)
                {
                    error = e;
                }
                _isReading = false;
            }
            if (error != null)
                _read.SetException(error);
            else
                _read.SetResult(result);
        }

        private void Keep(SocketSegment released)
        {
            released.Release();
            _spare = released;
        }

        private void ReleaseAll()
        {
            while (_first != null)
            {
                SocketSegment released = _first;
                _first = released.NextSegment;
                Keep(released);
            }
            _last = null;
            _consumed = 0;
            _examined = 0;
        }
    }
}
