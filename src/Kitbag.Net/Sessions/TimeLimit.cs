using System;
using System.Threading;

namespace Kitbag.Net.Sessions
{
    /// <summary>Cancels operations by the session's clock.</summary>
    internal static class TimeLimit
    {
        /// <summary>Cancels a source after some time. The timer must be disposed before the source.</summary>
        public static ITimer On(CancellationTokenSource source, TimeSpan time, TimeProvider clock) => clock.CreateTimer(static state =>
        {
            try
            {
                ((CancellationTokenSource)state!).Cancel();
            }
            catch (ObjectDisposedException)
            {
                // The operation completed in time while this callback was starting. An unhandled exception of a timer would end the
                // process.
            }
        }, source, time, Timeout.InfiniteTimeSpan);
    }
}
