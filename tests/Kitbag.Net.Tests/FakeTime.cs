using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace Kitbag.Net.Tests
{
    /// <summary>A clock that a test advances.</summary>
    internal sealed class FakeTime : TimeProvider
    {
        private readonly List<FakeTimer> _timers = [];
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Interlocked.Read(ref _now);

        /// <summary>The offset by which the system clock is changed.</summary>
        public TimeSpan Offset { get; set; }

        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddYears(50).AddTicks(GetTimestamp()) + Offset;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            var timer = new FakeTimer(this, () => callback(state));
            timer.Change(dueTime, period);
            return timer;
        }

        /// <summary>The number of timers that were not disposed.</summary>
        public int Timers
        {
            get
            {
                lock (_timers)
                    return _timers.Count;
            }
        }

        /// <summary>Advances the time, and calls all timers that are due, in order.</summary>
        public void Pass(TimeSpan time)
        {
            long end = _now + time.Ticks;
            while (true)
            {
                FakeTimer? next;
                lock (_timers)
                {
                    next = _timers.Where(t => t.Due <= end).MinBy(t => t.Due);
                    if (next == null)
                        break;
                    Interlocked.Exchange(ref _now, Math.Max(_now, next.Due));
                    next.Due = next.Period > TimeSpan.Zero ? next.Due + next.Period.Ticks : long.MaxValue;
                }
                next.Call();
            }
            Interlocked.Exchange(ref _now, end);
        }

        /// <summary>Advances the time as if the process were suspended: timers that are due are called once, afterwards.</summary>
        public void Suspend(TimeSpan time)
        {
            List<FakeTimer> due;
            lock (_timers)
            {
                Interlocked.Exchange(ref _now, _now + time.Ticks);
                due = _timers.Where(t => t.Due <= _now).ToList();
                foreach (FakeTimer timer in due)
                    timer.Due = timer.Period > TimeSpan.Zero ? _now + timer.Period.Ticks : long.MaxValue;
            }
            due.ForEach(t => t.Call());
        }

        private sealed class FakeTimer : ITimer
        {
            private readonly FakeTime _time;

            public FakeTimer(FakeTime time, Action call)
            {
                _time = time;
                Call = call;
            }

            public Action Call { get; }

            public long Due { get; set; }

            public TimeSpan Period { get; private set; }

            public bool Change(TimeSpan dueTime, TimeSpan period)
            {
                lock (_time._timers)
                {
                    Due = dueTime == Timeout.InfiniteTimeSpan ? long.MaxValue : _time._now + dueTime.Ticks;
                    Period = period;
                    if (!_time._timers.Contains(this))
                        _time._timers.Add(this);
                }
                return true;
            }

            public void Dispose()
            {
                lock (_time._timers)
                    _time._timers.Remove(this);
            }

            public System.Threading.Tasks.ValueTask DisposeAsync()
            {
                Dispose();
                return default;
            }
        }
    }
}
