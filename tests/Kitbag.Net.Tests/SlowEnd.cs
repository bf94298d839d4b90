using System;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Tests
{
    /// <summary>An end of a connection at which each write waits for a task.</summary>
    internal sealed class SlowEnd(IDuplexPipe pipe, Func<int, Task> write) : IDuplexPipe
    {
        public PipeReader Input => pipe.Input;

        public PipeWriter Output { get; } = new SlowWriter(pipe.Output, write);

        private sealed class SlowWriter(PipeWriter writer, Func<int, Task> write) : PipeWriter
        {
            public override void Advance(int bytes) => writer.Advance(bytes);

            public override void CancelPendingFlush() => writer.CancelPendingFlush();

            public override void Complete(Exception? exception = null) => writer.Complete(exception);

            public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) =>
                writer.FlushAsync(cancellationToken);

            public override Memory<byte> GetMemory(int sizeHint = 0) => writer.GetMemory(sizeHint);

            public override Span<byte> GetSpan(int sizeHint = 0) => writer.GetSpan(sizeHint);

            public override async ValueTask<FlushResult> WriteAsync(ReadOnlyMemory<byte> source, CancellationToken cancellationToken)
            {
                FlushResult result = await writer.WriteAsync(source, cancellationToken);
                await write(source.Length);
                return result;
            }
        }
    }
}
