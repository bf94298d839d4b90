using System;
using System.Threading;

namespace Kitbag.Net.Sessions
{
    /// <summary>Cancels by the session's clock.</summary>
    internal static class TimeLimit
    {
        /// <summary>Cancels a source after some time. The timer has to be disposed before the source.</summary>
        public static ITimer On(CancellationTokenSource source, TimeSpan time, TimeProvider clock) => clock.CreateTimer(static state =>
        {
            try
            {
                ((CancellationTokenSource)state!).Cancel();
            }
            catch (ObjectDisposedException)
            {
                // All was done in time, while this call was on its way: an exception of a timer would end the process.
            }
        }, source, time, Timeout.InfiniteTimeSpan);
    }
}
