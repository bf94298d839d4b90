namespace Kitbag.Net.Rooms
{
    /// <summary>What a list says of a room.</summary>
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

        /// <summary>Its name.</summary>
        public string Name { get; }

        /// <summary>Whether its messages are kept.</summary>
        public bool IsKept { get; }

        /// <summary>Whether a password or a ticket is needed.</summary>
        public bool IsLocked { get; }

        /// <summary>How many peers are in it.</summary>
        public int Peers { get; }

        /// <summary>How many may be.</summary>
        public int MaxPeers { get; }

        /// <summary>What is said of it.</summary>
        public byte[] Metadata { get; }
    }
}
