using System;
using System.IO.Pipelines;
using System.Threading.Tasks;

namespace Kitbag.Relay.Hosting
{
    /// <summary>
    /// Wraps a connection in order to signal when it is no longer used: the code that accepted it must keep it open until then.
    /// </summary>
    internal sealed class WatchedPipe : IDuplexPipe, IAsyncDisposable
    {
        private readonly IDuplexPipe _pipe;
        private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public WatchedPipe(IDuplexPipe pipe) => _pipe = pipe;

        public PipeReader Input => _pipe.Input;

        public PipeWriter Output => _pipe.Output;

        /// <summary>Gets a task that completes when both directions are closed.</summary>
        public Task Closed => _closed.Task;

        public async ValueTask DisposeAsync()
        {
            try
            {
                if (_pipe is IAsyncDisposable asynchronous)
                    await asynchronous.DisposeAsync();
                else
                    (_pipe as IDisposable)?.Dispose();
            }
            finally
            {
                _closed.TrySetResult();
            }
        }
    }
}
