using System;
using System.IO.Pipelines;
using System.Threading.Tasks;

namespace Kitbag.Relay.Hosting
{
    /// <summary>A connection that tells when it is not used any more: who has accepted it must hold it until then.</summary>
    internal sealed class WatchedPipe : IDuplexPipe, IAsyncDisposable
    {
        private readonly IDuplexPipe _pipe;
        private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public WatchedPipe(IDuplexPipe pipe) => _pipe = pipe;

        public PipeReader Input => _pipe.Input;

        public PipeWriter Output => _pipe.Output;

        /// <summary>Done when both directions are closed.</summary>
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
