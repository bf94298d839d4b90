using System;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Kept
{
    /// <summary>
    /// Tracks which of the last numbers of one sender were received, so that a message that is sent again is accepted only once.
    /// </summary>
    internal sealed class SerialWindow
    {
        private readonly ulong[] _seen = new ulong[RoomLimits.Unconfirmed / 64];
        private long _highest;

        /// <summary>Returns whether a number is received for the first time, and is not too old to be tracked.</summary>
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
