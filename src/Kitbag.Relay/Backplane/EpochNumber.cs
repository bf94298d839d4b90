using System;
using System.Security.Cryptography;

namespace Kitbag.Relay.Backplane
{
    /// <summary>Makes epochs.</summary>
    internal static class EpochNumber
    {
        private const int RandomBits = 20;

        /// <summary>A number above 0 and below 2^53 that no stream has: the seconds since 2020, and 20 random bits.</summary>
        public static long New()
        {
            long seconds = (long)(DateTime.UtcNow - new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalSeconds;
            // 32 bits last until 2156; a clock that is set far back must not make the number negative.
            return ((Math.Max(seconds, 1) & uint.MaxValue) << RandomBits) | (uint)RandomNumberGenerator.GetInt32(1 << RandomBits);
        }
    }
}
