using System;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;

namespace Kitbag.Relay.Tests
{
    /// <summary>Until it is disposed, a relay receives nothing from others.</summary>
    internal sealed class Freeze : IDisposable
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Freeze(MemoryBackplane relay) => relay.Held = _end.Task;

        public void Dispose() => _end.TrySetResult();
    }
}
