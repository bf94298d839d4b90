using System;
using System.Collections.Generic;
using System.Diagnostics;

namespace Quest.Measuring
{
    /// <summary>Measures the duration of calls.</summary>
    public static class Timing
    {
        private const int MinCalls = 9;

        /// <summary>Measures one call.</summary>
        public static (TResult Result, double Milliseconds) First<TResult>(Func<TResult> call)
        {
            long start = Stopwatch.GetTimestamp();
            TResult result = call();
            return (result, Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }

        /// <summary>Returns the median of as many calls as fit into the duration, after a warm-up of the same duration.</summary>
        public static double Warm<TResult>(Func<TResult> call, TimeSpan duration)
        {
            Repeat(call, duration);
            List<double> times = Repeat(call, duration);
            times.Sort();
            return times[times.Count / 2];
        }

        private static List<double> Repeat<TResult>(Func<TResult> call, TimeSpan duration)
        {
            var times = new List<double>();
            for (long start = Stopwatch.GetTimestamp(); times.Count < MinCalls || Stopwatch.GetElapsedTime(start) < duration;)
            {
                times.Add(First(call).Milliseconds);
            }

            return times;
        }
    }
}
