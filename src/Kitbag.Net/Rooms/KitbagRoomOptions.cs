using System;

namespace Kitbag.Net.Rooms
{
    /// <summary>How a room is joined, and what it is like where that creates it.</summary>
    public sealed class KitbagRoomOptions
    {
        internal static KitbagRoomOptions Default { get; } = new KitbagRoomOptions();

        /// <summary>Whether the room is created where it does not exist; it is unless said.</summary>
        public bool MayCreate { get; init; } = true;

        /// <summary>Whether the room must not exist yet.</summary>
        public bool MustCreate { get; init; }

        /// <summary>A password, or a ticket, that lets this program in.</summary>
        public string Secret { get; init; } = "";

        /// <summary>What this program says of itself to the others; at most 4,096 bytes.</summary>
        public byte[] Metadata { get; init; } = Array.Empty<byte>();

        /// <summary>
        /// Behind which message a kept room goes on: what <see cref="KitbagRoom.Position"/> was before, or <see cref="FromBeginning"/>.
        /// Null for what comes from now on, with the past that the room gives to all.
        /// </summary>
        public byte[]? Position { get; init; }

        /// <summary>The position before all that is kept.</summary>
        public static byte[] FromBeginning => new byte[1];

        /// <summary>Whether messages are kept: in one order for all, and none is lost that was confirmed. Of a new room.</summary>
        public bool IsKept { get; init; }

        /// <summary>Whether lists of rooms pass over it. Of a new room.</summary>
        public bool IsUnlisted { get; init; }

        /// <summary>Whether who joins needs a ticket. Of a new room.</summary>
        public bool NeedsTicket { get; init; }

        /// <summary>How many peers may be in it; 0 for as many as the relay allows. Of a new room.</summary>
        public int MaxPeers { get; init; }

        /// <summary>How many of the last messages who comes late gets. Of a new room.</summary>
        public int History { get; init; }

        /// <summary>Of how many keys who comes late gets the last value. Of a new room.</summary>
        public int Keys { get; init; }

        /// <summary>What lets others in; empty for nothing. Of a new room.</summary>
        public string Password { get; init; } = "";

        /// <summary>What is said of the room; at most 4,096 bytes. Of a new room.</summary>
        public byte[] RoomMetadata { get; init; } = Array.Empty<byte>();

        internal RoomSettings Settings() => new RoomSettings
        {
            IsKept = IsKept,
            IsUnlisted = IsUnlisted,
            NeedsTicket = NeedsTicket,
            MaxPeers = MaxPeers,
            History = History,
            Keys = Keys,
            Password = System.Text.Encoding.UTF8.GetBytes(Password),
            Metadata = RoomMetadata,
        };

        internal void Check()
        {
            AtMost(System.Text.Encoding.UTF8.GetByteCount(Secret), RoomLimits.Secret, nameof(Secret));
            AtMost(System.Text.Encoding.UTF8.GetByteCount(Password), RoomLimits.Password, nameof(Password));
            AtMost(Metadata.Length, RoomLimits.Metadata, nameof(Metadata));
            AtMost(RoomMetadata.Length, RoomLimits.Metadata, nameof(RoomMetadata));
            AtMost(Position?.Length ?? 0, RoomLimits.Position, nameof(Position));
            if (MaxPeers < 0 || History < 0 || Keys < 0)
                throw new ArgumentOutOfRangeException(nameof(MaxPeers), "Numbers are not negative.");
        }

        private static void AtMost(int length, int most, string name)
        {
            if (length > most)
                throw new ArgumentOutOfRangeException(name, length, "At most " + most + " bytes.");
        }
    }
}
