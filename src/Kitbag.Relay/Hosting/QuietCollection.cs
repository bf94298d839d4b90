using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Hosting
{
    /// <summary>
    /// Gives memory back to the system when the process has become quiet. The runtime collects garbage only where something is allocated:
    /// a relay to which thousands of peers have come at once, and that is idle from then on, would keep what their coming took.
    /// </summary>
    internal sealed class QuietCollection
    {
        /// <summary>How often the process is looked at.</summary>
        public static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

        // A collection is worth it when so many bytes were allocated since the last one. It stops all threads for some milliseconds, so
        // there is none while the process allocates, or takes more than this part of one processor.
        private const long Worth = 8 << 20, Little = 1 << 20;
        private const double MostBusy = 0.2;

        private readonly Action _collect;
        private long _allocated, _collectedAt;
        private TimeSpan _busy;

        /// <param name="collect">Collects.</param>
        public QuietCollection(Action collect) => _collect = collect;

        /// <summary>Looks at this process until it is canceled.</summary>
        public static async Task RunAsync(CancellationToken cancellation)
        {
            var quiet = new QuietCollection(static () => GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true));
            using var timer = new PeriodicTimer(Interval);
            try
            {
                while (await timer.WaitForNextTickAsync(cancellation))
                    quiet.Look(GC.GetTotalAllocatedBytes(), Environment.CpuUsage.TotalTime);
            }
            catch (OperationCanceledException)
            {
                // The relay stops.
            }
        }

        /// <summary>Collects if the time since the last call was quiet, and there is something to be collected.</summary>
        /// <param name="allocated">How many bytes the process has allocated since it began.</param>
        /// <param name="busy">How much time of processors it has taken.</param>
        public void Look(long allocated, TimeSpan busy)
        {
            bool isQuiet = allocated - _allocated < Little && busy - _busy < MostBusy * Interval;
            _allocated = allocated;
            _busy = busy;
            if (!isQuiet || allocated - _collectedAt < Worth)
                return;
            _collectedAt = allocated;
            _collect();
        }
    }
}
