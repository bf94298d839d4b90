using System;

namespace Kitbag.Relay.Configuration
{
    /// <summary>What one peer, and one room, may use.</summary>
    public sealed class RelayLimits
    {
        /// <summary>How many peers may be connected; one more is refused as busy.</summary>
        public int MaxPeers { get; set; } = 100_000;

        /// <summary>How many frames a second are taken of a peer, and how many at once; 0 for any number.</summary>
        public int FramesPerSecond { get; set; } = 100_000;

        /// <summary>How many bytes a second are taken of a peer, and how many at once; 0 for any number.</summary>
        public long BytesPerSecond { get; set; } = 64 << 20;

        /// <summary>In how many rooms a peer may be.</summary>
        public int MaxRoomsPerPeer { get; set; } = 64;

        /// <summary>How many rooms there may be on this relay.</summary>
        public int MaxRooms { get; set; } = 100_000;

        /// <summary>How many peers may be in a room, whatever its settings say.</summary>
        public int MaxPeersPerRoom { get; set; } = 10_000;

        /// <summary>How many bytes the payload of a message may have.</summary>
        public int MaxMessage { get; set; } = 256 << 10;

        /// <summary>How many bytes may wait in the session of a peer, before they wait in its queue.</summary>
        public int SendBuffer { get; set; } = 1 << 20;

        /// <summary>How many bytes may wait in the queue of a peer that is slow or away.</summary>
        public int MaxQueueBytes { get; set; } = 1 << 20;

        /// <summary>How many bytes of a peer may wait for being handled.</summary>
        public int ReceiveWindow { get; set; } = 256 << 10;

        /// <summary>How many messages of the past a room may keep for who comes late, in number.</summary>
        public int MaxHistory { get; set; } = 1_000;

        /// <summary>How many bytes of the past a room keeps for who comes late.</summary>
        public int MaxHistoryBytes { get; set; } = 256 << 10;

        /// <summary>How many bytes of each kept room lie in memory; what is older is read from the backplane.</summary>
        public int MaxTailBytes { get; set; } = 1 << 20;

        /// <summary>How many bytes of all kept rooms lie in memory.</summary>
        public long MaxAllTailBytes { get; set; } = 256 << 20;

        /// <summary>How long a handshake may take.</summary>
        public TimeSpan HandshakeTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>How long a peer may take nothing of what waits for it.</summary>
        public TimeSpan SendTimeout { get; set; } = TimeSpan.FromSeconds(30);

        /// <summary>How long nothing is heard of a peer before it is asked for a sign of life.</summary>
        public TimeSpan HeartbeatInterval { get; set; } = TimeSpan.FromSeconds(15);

        /// <summary>How long nothing is heard of a peer before its connection counts as lost.</summary>
        public TimeSpan SilenceTimeout { get; set; } = TimeSpan.FromSeconds(45);

        /// <summary>How long a frame may take from its first byte to its last.</summary>
        public TimeSpan FrameTimeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>How long a peer that is away keeps its place.</summary>
        public TimeSpan AwayTime { get; set; } = TimeSpan.FromSeconds(60);
    }
}
