using System;
using System.IO;
using System.IO.Pipelines;
using System.Net;
using System.Net.Security;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Transports
{
    /// <summary>
    /// Represents a bidirectional stream, such as TLS or a WebSocket, as a pipe. Received data passes through a buffering pipe, because a
    /// session cancels reads whenever it has something else to do, and a canceled read leaves such a stream unusable.
    /// </summary>
    internal sealed class StreamTransport : ITransport, IAsyncDisposable
    {
        private const int BufferSize = 64 * 1024, RestSize = 4 * 1024;

        private readonly Stream _stream;
        private readonly Pipe _received = new Pipe(new PipeOptions(readerScheduler: PipeScheduler.Inline,
            writerScheduler: PipeScheduler.ThreadPool, minimumSegmentSize: BufferSize, useSynchronizationContext: false));

        private readonly CancellationTokenSource _ending = new CancellationTokenSource();
        private readonly Task _receiving;

        public StreamTransport(Stream stream, EndPoint? remoteEndPoint)
        {
            _stream = stream;
            RemoteEndPoint = remoteEndPoint;
            Output = PipeWriter.Create(stream, new StreamPipeWriterOptions(minimumBufferSize: BufferSize, leaveOpen: true));
            _receiving = ReceiveAsync();
        }

        public PipeReader Input => _received.Reader;

        public PipeWriter Output { get; }

        public EndPoint? RemoteEndPoint { get; }

        /// <summary>
        /// Closes the stream: first its own direction, so that the peer detects the end of the data and can read what was sent. Incoming
        /// data is discarded, as in <see cref="SocketTransport.DisposeAsync"/> and for the same reason.
        /// </summary>
        public async ValueTask DisposeAsync()
        {
            Task closing = CloseOutputAsync();
            using (var limit = new CancellationTokenSource(SocketTransport.LingerMilliseconds))
            {
                var over = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
                using CancellationTokenRegistration registration = limit.Token.Register(() => over.TrySetResult(true));
                await ((Task)Task.WhenAny(Task.WhenAll(closing, _receiving), over.Task)).ConfigureAwait(false);
            }
            // A WebSocket that a web server has accepted continues a read also after it was disposed, until the peer closes the connection.
            _ending.Cancel();
            await _stream.DisposeAsync().ConfigureAwait(false);
            await closing.ConfigureAwait(false);
            await _receiving.ConfigureAwait(false);
        }

        private async Task CloseOutputAsync()
        {
            try
            {
                if (_stream is SslStream tls)
                    await tls.ShutdownAsync().ConfigureAwait(false);
                else if (_stream is WebSocketStream socket)
                    await socket.CloseOutputAsync().ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                // The connection has already ended.
            }
        }

        private async Task ReceiveAsync()
        {
            Exception? error = null;
            try
            {
                while (true)
                {
                    // This read completes when data is available. Memory is rented only then.
                    await _stream.ReadAsync(Memory<byte>.Empty, _ending.Token).ConfigureAwait(false);
                    int count = await _stream.ReadAsync(_received.Writer.GetMemory(), _ending.Token).ConfigureAwait(false);
                    if (count == 0)
                        break;
                    _received.Writer.Advance(count);
                    if ((await _received.Writer.FlushAsync().ConfigureAwait(false)).IsCompleted)
                    {
                        await DropRestAsync().ConfigureAwait(false);
                        break;
                    }
                }
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                error = e;
            }
            await _received.Writer.CompleteAsync(error).ConfigureAwait(false);
        }

        private async Task DropRestAsync()
        {
            byte[] rest = new byte[RestSize];
            while (await _stream.ReadAsync(rest.AsMemory(), _ending.Token).ConfigureAwait(false) != 0)
            {
            }
        }
    }
}
