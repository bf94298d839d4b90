using System;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Kept
{
    /// <summary>Which of the last numbers of one sender were seen, so that a message that was sent again is taken once.</summary>
    internal sealed class SerialWindow
    {
        private readonly ulong[] _seen = new ulong[RoomLimits.Unconfirmed / 64];
        private long _highest;

        /// <summary>Whether a number comes for the first time, and is not so old that nobody knows.</summary>
        public bool TryAdd(long serial)
        {
            if (serial <= _highest - RoomLimits.Unconfirmed)
                return false;
            if (serial - _highest >= RoomLimits.Unconfirmed)
            {
                Array.Clear(_seen);
                _highest = serial;
            }
            for (; _highest < serial; _highest++)
                Bit(_highest + 1) &= ~Mask(_highest + 1);
            if ((Bit(serial) & Mask(serial)) != 0)
                return false;
            Bit(serial) |= Mask(serial);
            return true;
        }

        private ref ulong Bit(long serial) => ref _seen[serial % RoomLimits.Unconfirmed / 64];

        private static ulong Mask(long serial) => 1UL << (int)(serial % 64);
    }
}
