using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Tool
{
    /// <summary>
    /// Returns memory to the operating system when the process has become idle. The runtime collects garbage only if something is
    /// allocated, so a relay that thousands of peers have joined at once, and that is idle afterwards, would keep the memory that was used
    /// for joining.
    /// </summary>
    internal sealed class QuietCollection
    {
        /// <summary>The interval between two checks of the process.</summary>
        public static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

        // A collection is worthwhile if this many bytes were allocated since the last one. It stops all threads for some milliseconds, so
        // it is not done while the process allocates, or uses more than this fraction of one processor.
        private const long Worth = 8 << 20, Little = 1 << 20;
        private const double MostBusy = 0.2;

        private readonly Action _collect;
        private long _allocated, _collectedAt;
        private TimeSpan _busy;

        /// <param name="collect">The delegate that collects garbage.</param>
        public QuietCollection(Action collect) => _collect = collect;

        /// <summary>Checks this process periodically until the operation is canceled.</summary>
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
                // The relay is stopping.
            }
        }

        /// <summary>Collects garbage if the process was idle since the last call and a collection is worthwhile.</summary>
        /// <param name="allocated">The number of bytes that the process has allocated since its start.</param>
        /// <param name="busy">The processor time that the process has used since its start.</param>
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
