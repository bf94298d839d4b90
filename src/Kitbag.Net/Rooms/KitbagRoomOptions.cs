using System;

namespace Kitbag.Net.Rooms
{
    /// <summary>Provides options for joining a room, and for creating it if it does not exist.</summary>
    public sealed class KitbagRoomOptions
    {
        internal static KitbagRoomOptions Default { get; } = new KitbagRoomOptions();

        /// <summary>Gets or initializes a value indicating whether the room is created if it does not exist. The default is true.</summary>
        public bool MayCreate { get; init; } = true;

        /// <summary>Gets or initializes a value indicating whether joining fails if the room already exists.</summary>
        public bool MustCreate { get; init; }

        /// <summary>
        /// Gets or initializes the secret that this program presents to join an existing room: the room's password or a ticket. If it is
        /// empty, <see cref="Password"/> is presented.
        /// </summary>
        public string Secret { get; init; } = "";

        /// <summary>Gets or initializes the metadata of this program that other peers see, up to 4,096 bytes.</summary>
        public byte[] Metadata { get; init; } = Array.Empty<byte>();

        /// <summary>
        /// Gets or initializes the position after which a kept room continues: a previous value of <see cref="KitbagRoom.Position"/>, or
        /// <see cref="FromBeginning"/>. Null for new messages, together with the history that the room provides to all peers.
        /// </summary>
        public byte[]? Position { get; init; }

        /// <summary>Gets the position before the first kept message.</summary>
        public static byte[] FromBeginning => new byte[1];

        /// <summary>
        /// Gets or initializes a value indicating whether messages of a new room are kept: they have one order for all peers, and no
        /// confirmed message is lost.
        /// </summary>
        public bool IsKept { get; init; }

        /// <summary>Gets or initializes a value indicating whether a new room is omitted from lists of rooms.</summary>
        public bool IsUnlisted { get; init; }

        /// <summary>Gets or initializes a value indicating whether joining a new room requires a ticket.</summary>
        public bool NeedsTicket { get; init; }

        /// <summary>
        /// Gets or initializes the maximum number of peers of a new room, or 0 for the limit of the relay. If peers join at several relays
        /// at the same time, there may be more: at most this number for each relay.
        /// </summary>
        public int MaxPeers { get; init; }

        /// <summary>Gets or initializes the number of last messages that a new room provides to peers that join later.</summary>
        public int History { get; init; }

        /// <summary>Gets or initializes the number of keys whose last values a new room provides to peers that join later.</summary>
        public int Keys { get; init; }

        /// <summary>
        /// Gets or initializes the password of a new room, which others present as their <see cref="Secret"/>; empty for none. An
        /// existing room keeps its password.
        /// </summary>
        public string Password { get; init; } = "";

        /// <summary>Gets or initializes the metadata of a new room, up to 4,096 bytes.</summary>
        public byte[] RoomMetadata { get; init; } = Array.Empty<byte>();

        // A program that does not know whether the room exists states its password once. It must also be able to join a room that it has
        // created and that has outlived its session.
        internal string PresentedSecret => Secret.Length != 0 ? Secret : Password;

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
                throw new ArgumentOutOfRangeException(nameof(MaxPeers), "The value must not be negative.");
        }

        private static void AtMost(int length, int most, string name)
        {
            if (length > most)
                throw new ArgumentOutOfRangeException(name, length, "The value must have at most " + most + " bytes.");
        }
    }
}
