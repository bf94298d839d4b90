using System;
using System.IO;
using System.IO.Pipelines;
using System.Threading.Tasks;

namespace Kitbag.Net.Transports
{
    /// <summary>
    /// A stream of both directions as a pipe: TLS, a WebSocket. What is received goes through a pipe of its own, because a read of such a
    /// stream cannot be canceled without breaking it, and a session cancels reads to look at something else.
    /// </summary>
    internal sealed class StreamTransport : IDuplexPipe, IAsyncDisposable
    {
        private const int BufferSize = 64 * 1024;

        private readonly Stream _stream;
        private readonly Pipe _received = new Pipe(new PipeOptions(readerScheduler: PipeScheduler.Inline,
            writerScheduler: PipeScheduler.ThreadPool, minimumSegmentSize: BufferSize, useSynchronizationContext: false));

        private readonly Task _receiving;

        public StreamTransport(Stream stream)
        {
            _stream = stream;
            Output = PipeWriter.Create(stream, new StreamPipeWriterOptions(minimumBufferSize: BufferSize, leaveOpen: true));
            _receiving = ReceiveAsync();
        }

        public PipeReader Input => _received.Reader;

        public PipeWriter Output { get; }

        public async ValueTask DisposeAsync()
        {
            await _stream.DisposeAsync().ConfigureAwait(false);
            await _receiving.ConfigureAwait(false);
        }

        private async Task ReceiveAsync()
        {
            Exception? error = null;
            try
            {
                while (true)
                {
                    // Memory is taken when there is something to be received.
                    await _stream.ReadAsync(Memory<byte>.Empty).ConfigureAwait(false);
                    int count = await _stream.ReadAsync(_received.Writer.GetMemory()).ConfigureAwait(false);
                    if (count == 0)
                        break;
                    _received.Writer.Advance(count);
                    if ((await _received.Writer.FlushAsync().ConfigureAwait(false)).IsCompleted)
                        break;
                }
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                error = e;
            }
            await _received.Writer.CompleteAsync(error).ConfigureAwait(false);
        }
    }
}
