namespace Kitbag.Net.Rooms
{
    /// <summary>Describes a room in a list.</summary>
    public sealed class KitbagRoomInfo
    {
        internal KitbagRoomInfo(string name, bool isKept, bool isLocked, int peers, int maxPeers, byte[] metadata)
        {
            Name = name;
            IsKept = isKept;
            IsLocked = isLocked;
            Peers = peers;
            MaxPeers = maxPeers;
            Metadata = metadata;
        }

        /// <summary>Gets the name of the room.</summary>
        public string Name { get; }

        /// <summary>Gets a value indicating whether messages are kept.</summary>
        public bool IsKept { get; }

        /// <summary>Gets a value indicating whether a password or a ticket is required.</summary>
        public bool IsLocked { get; }

        /// <summary>Gets the number of peers in the room.</summary>
        public int Peers { get; }

        /// <summary>Gets the maximum number of peers.</summary>
        public int MaxPeers { get; }

        /// <summary>Gets the metadata of the room.</summary>
        public byte[] Metadata { get; }
    }
}
