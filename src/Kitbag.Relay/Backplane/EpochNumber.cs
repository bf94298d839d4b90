using System;
using System.Security.Cryptography;

namespace Kitbag.Relay.Backplane
{
    /// <summary>Creates epochs.</summary>
    internal static class EpochNumber
    {
        private const int RandomBits = 20;

        /// <summary>Returns a unique number above 0 and below 2^53: the seconds since 2020, and 20 random bits.</summary>
        public static long New()
        {
            long seconds = (long)(DateTime.UtcNow - new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalSeconds;
            // 32 bits are sufficient until 2156. A clock that is far in the past must not make the number negative.
            return ((Math.Max(seconds, 1) & uint.MaxValue) << RandomBits) | (uint)RandomNumberGenerator.GetInt32(1 << RandomBits);
        }
    }
}
