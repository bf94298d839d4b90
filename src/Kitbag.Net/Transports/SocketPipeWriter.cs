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
    /// Writes to a socket. <see cref="WriteAsync"/> sends from the caller's memory without a copy. Only bytes that are written to <see
    /// cref="GetMemory"/> are buffered here.
    /// </summary>
    internal sealed class SocketPipeWriter : PipeWriter, IValueTaskSource<FlushResult>
    {
        private const int LeastMemory = 4096;
        private readonly Socket _socket;
        private readonly SocketOperation _operation;
        private ManualResetValueTaskSourceCore<FlushResult> _write;
        private ReadOnlyMemory<byte> _rest;
        private byte[]? _own;
        private int _ownLength;
        private volatile bool _isSending;
        private bool _isCompleted;

        public SocketPipeWriter(Socket socket)
        {
            _socket = socket;
            _operation = new SocketOperation(socket, OnSent);
        }

        public override void Advance(int bytes) => _ownLength += bytes;

        public override Memory<byte> GetMemory(int sizeHint = 0)
        {
            sizeHint = Math.Max(sizeHint, 1);
            if (_own == null || _own.Length - _ownLength < sizeHint)
            {
                byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(LeastMemory, _ownLength + sizeHint));
                _own.AsSpan(0, _ownLength).CopyTo(larger);
                ReturnOwn();
                _own = larger;
            }
            return _own.AsMemory(_ownLength);
        }

        public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return _ownLength == 0 ? new ValueTask<FlushResult>(default(FlushResult)) : FlushOwnAsync(default);
        }

        public override ValueTask<FlushResult> WriteAsync(ReadOnlyMemory<byte> source, CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return _ownLength == 0 ? SendAsync(source) : FlushOwnAsync(source);
        }

        /// <summary>
        /// Cancels a send that is in progress by closing the socket: some bytes may have been sent, so the stream cannot be continued.
        /// </summary>
        public override void CancelPendingFlush()
        {
            if (_isSending)
                _socket.Dispose();
        }

        /// <summary>Closes this direction of the connection after everything that was written.</summary>
        public override void Complete(Exception? exception = null)
        {
            ReturnOwn();
            if (_isCompleted)
                return;
            _isCompleted = true;
            try
            {
                _socket.Shutdown(SocketShutdown.Send);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // The connection has already ended.
            }
        }

        public FlushResult GetResult(short token) => _write.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _write.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _write.OnCompleted(continuation, state, token, flags);

        private async ValueTask<FlushResult> FlushOwnAsync(ReadOnlyMemory<byte> then)
        {
            ReadOnlyMemory<byte> own = _own.AsMemory(0, _ownLength);
            _ownLength = 0;
            FlushResult result = await SendAsync(own).ConfigureAwait(false);
            if (_ownLength == 0)
                ReturnOwn();
            return then.Length == 0 ? result : await SendAsync(then).ConfigureAwait(false);
        }

        private ValueTask<FlushResult> SendAsync(ReadOnlyMemory<byte> memory)
        {
            _rest = memory;
            _write.Reset();
            _isSending = true;
            if (!TrySendRest())
                return new ValueTask<FlushResult>(this, _write.Version);
            _isSending = false;
            return _operation.Error() is { } error
                ? new ValueTask<FlushResult>(Task.FromException<FlushResult>(error))
                : new ValueTask<FlushResult>(default(FlushResult));
        }

        // Returns whether everything was sent, or sending has failed, synchronously. Nearly always one operation is enough.
        private bool TrySendRest()
        {
            while (_rest.Length != 0)
            {
                if (!_operation.TrySend(_rest))
                    return false;
                if (_operation.Error() != null)
                    return true;
                _rest = _rest.Slice(_operation.Moved);
            }
            return true;
        }

        private void OnSent()
        {
            Exception? error = _operation.Error();
            try
            {
                if (error == null)
                {
                    _rest = _rest.Slice(_operation.Moved);
                    if (!TrySendRest())
                        return;
                    error = _operation.Error();
                }
            }
            catch (ObjectDisposedException e)
            {
                error = e;
            }
            _rest = default;
            _isSending = false;
            if (error != null)
                _write.SetException(error);
            else
                _write.SetResult(default);
        }

        private void ReturnOwn()
        {
            if (_own != null)
                ArrayPool<byte>.Shared.Return(_own);
            _own = null;
        }
    }
}
