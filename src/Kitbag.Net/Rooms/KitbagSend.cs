using System;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Specifies the receivers and the mode of a message in a room. By default a message is sent to all others and is not dropped.
    /// </summary>
    public readonly struct KitbagSend
    {
        /// <summary>Gets or initializes the id of the receiver, or null for all.</summary>
        public string? To { get; init; }

        /// <summary>Gets or initializes a value indicating whether the sender receives the message, too.</summary>
        public bool ToMe { get; init; }

        /// <summary>Gets or initializes a value indicating whether the message may be dropped for a slow receiver.</summary>
        public bool IsSheddable { get; init; }

        /// <summary>
        /// Gets or initializes the key whose value the message replaces: peers that join later get the last value of each key. Up to 64
        /// bytes; empty for none.
        /// </summary>
        public ReadOnlyMemory<byte> Key { get; init; }

        internal byte Flags => (byte)((To != null ? RoomFlags.ToOne : ToMe ? RoomFlags.ToAll : RoomFlags.ToOthers)
            | (IsSheddable ? RoomFlags.Sheddable : 0) | (Key.IsEmpty ? 0 : RoomFlags.HasKey));
    }
}
