using System;

namespace Kitbag.Relay.Peers
{
    /// <summary>
    /// Limits the frames and bytes per second of a peer. Reading from a peer that exceeds the limit is paused, so its own send window stops
    /// it. Calls must not be concurrent. The clock is read only when the granted quota is used up.
    /// </summary>
    internal sealed class RateLimit
    {
        private readonly double _framesPerSecond, _bytesPerSecond;
        private readonly TimeProvider _time;
        private double _frames, _bytes;
        private long _since;

        /// <param name="framesPerSecond">The number of frames; 0 for no limit. Bursts may be of the same size.</param>
        /// <param name="bytesPerSecond">The number of bytes; 0 for no limit.</param>
        /// <param name="time">The clock.</param>
        public RateLimit(int framesPerSecond, long bytesPerSecond, TimeProvider time)
        {
            _framesPerSecond = framesPerSecond == 0 ? double.PositiveInfinity : framesPerSecond;
            _bytesPerSecond = bytesPerSecond == 0 ? double.PositiveInfinity : bytesPerSecond;
            _frames = _framesPerSecond;
            _bytes = _bytesPerSecond;
            _time = time;
            _since = time.GetTimestamp();
        }

        /// <summary>Counts a frame. Returns the time for which reading must be paused, which is nearly always zero.</summary>
        public TimeSpan Take(long bytes)
        {
            _frames -= 1;
            _bytes -= bytes;
            if (_frames >= 0 && _bytes >= 0)
                return TimeSpan.Zero;
            long now = _time.GetTimestamp();
            double seconds = _time.GetElapsedTime(_since, now).TotalSeconds;
            _since = now;
            _frames = Math.Min(_framesPerSecond, _frames + Granted(_framesPerSecond, seconds));
            _bytes = Math.Min(_bytesPerSecond, _bytes + Granted(_bytesPerSecond, seconds));
            double missing = Math.Max(Missing(_frames, _framesPerSecond), Missing(_bytes, _bytesPerSecond));
            return missing <= 0 ? TimeSpan.Zero : TimeSpan.FromSeconds(Math.Max(missing, 0.001));
        }

        private static double Granted(double rate, double seconds) => double.IsInfinity(rate) ? 0 : rate * seconds;

        private static double Missing(double left, double rate) => left >= 0 ? 0 : -left / rate;
    }
}
