using System;

namespace Kitbag.Relay.Peers
{
    /// <summary>
    /// How much may come in a second: frames and bytes. Who is above it is not read for a moment, so its own window stops it. One at a
    /// time asks; the clock is read only when what was granted is used up.
    /// </summary>
    internal sealed class RateLimit
    {
        private readonly double _framesPerSecond, _bytesPerSecond;
        private readonly TimeProvider _time;
        private double _frames, _bytes;
        private long _since;

        /// <param name="framesPerSecond">How many frames; 0 for any number. As many may come at once.</param>
        /// <param name="bytesPerSecond">How many bytes; 0 for any number.</param>
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

        /// <summary>Counts a frame; answers for how long nothing more may be taken, which is zero nearly always.</summary>
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
