using System;

namespace Kitbag.Net.Rooms
{
    /// <summary>How a message is sent in a room. The default goes to all others, and must not be lost.</summary>
    public readonly struct KitbagSend
    {
        /// <summary>The id of the one who is to get it; null for all.</summary>
        public string? To { get; init; }

        /// <summary>Whether the sender gets it, too.</summary>
        public bool ToMe { get; init; }

        /// <summary>Whether it may be dropped for a receiver that is slow.</summary>
        public bool IsSheddable { get; init; }

        /// <summary>Of what it is the value: who comes late gets the last value of each key. Empty for none; at most 64 bytes.</summary>
        public ReadOnlyMemory<byte> Key { get; init; }

        internal byte Flags => (byte)((To != null ? RoomFlags.ToOne : ToMe ? RoomFlags.ToAll : RoomFlags.ToOthers)
            | (IsSheddable ? RoomFlags.Sheddable : 0) | (Key.IsEmpty ? 0 : RoomFlags.HasKey));
    }
}
