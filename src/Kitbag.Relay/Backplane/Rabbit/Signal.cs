using System.Threading;
using System.Threading.Channels;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Wakes a loop. A signal while the loop is not waiting is remembered, once.</summary>
    internal sealed class Signal
    {
        private readonly Channel<bool> _slot =
            Channel.CreateBounded<bool>(new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });

        public void Set() => _slot.Writer.TryWrite(true);

        public async ValueTask WaitAsync(CancellationToken cancellation) => await _slot.Reader.ReadAsync(cancellation);
    }
}
