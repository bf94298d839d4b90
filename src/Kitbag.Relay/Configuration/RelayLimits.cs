using System;

namespace Kitbag.Relay.Configuration
{
    /// <summary>Provides the limits of peers and rooms.</summary>
    public sealed class RelayLimits
    {
        /// <summary>Gets or sets the maximum number of sessions. Further connections are rejected as busy.</summary>
        public int MaxPeers { get; set; } = 100_000;

        /// <summary>
        /// Gets or sets the maximum number of frames per second from a peer, which is also the maximum size of a burst; 0 for no limit.
        /// </summary>
        public int FramesPerSecond { get; set; } = 100_000;

        /// <summary>
        /// Gets or sets the maximum number of bytes per second from a peer, which is also the maximum size of a burst; 0 for no limit.
        /// </summary>
        public long BytesPerSecond { get; set; } = 64 << 20;

        /// <summary>Gets or sets the maximum number of rooms of a peer.</summary>
        public int MaxRoomsPerPeer { get; set; } = 64;

        /// <summary>Gets or sets the maximum number of rooms with peers of this relay.</summary>
        public int MaxRooms { get; set; } = 100_000;

        /// <summary>Gets or sets the maximum number of peers in a room. The settings of a room cannot exceed it.</summary>
        public int MaxPeersPerRoom { get; set; } = 10_000;

        /// <summary>Gets or sets the maximum number of bytes of the payload of a message.</summary>
        public int MaxMessage { get; set; } = 256 << 10;

        /// <summary>Gets or sets the number of bytes that may wait in the session of a peer. Further bytes wait in its queue.</summary>
        public int SendBuffer { get; set; } = 1 << 20;

        /// <summary>Gets or sets the maximum number of bytes that wait in the queue of a peer that is slow or away.</summary>
        public int MaxQueueBytes { get; set; } = 1 << 20;

        /// <summary>Gets or sets the maximum number of bytes from a peer that wait to be handled.</summary>
        public int ReceiveWindow { get; set; } = 256 << 10;

        /// <summary>Gets or sets the maximum number of messages that a room keeps for peers that join later.</summary>
        public int MaxHistory { get; set; } = 1_000;

        /// <summary>Gets or sets the maximum number of bytes that a room keeps for peers that join later.</summary>
        public int MaxHistoryBytes { get; set; } = 256 << 10;

        /// <summary>
        /// Gets or sets the maximum number of bytes of each kept room in memory. Older messages are read from the backplane.
        /// </summary>
        public int MaxTailBytes { get; set; } = 1 << 20;

        /// <summary>Gets or sets the maximum number of bytes of all kept rooms in memory.</summary>
        public long MaxAllTailBytes { get; set; } = 256 << 20;

        /// <summary>Gets or sets the timeout of a handshake.</summary>
        public TimeSpan HandshakeTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>Gets or sets how long data may wait for a peer that receives nothing before its session ends.</summary>
        public TimeSpan SendTimeout { get; set; } = TimeSpan.FromSeconds(30);

        /// <summary>Gets or sets the time without received data after which a heartbeat is requested from a peer.</summary>
        public TimeSpan HeartbeatInterval { get; set; } = TimeSpan.FromSeconds(15);

        /// <summary>Gets or sets the time without received data after which the connection of a peer is considered lost.</summary>
        public TimeSpan SilenceTimeout { get; set; } = TimeSpan.FromSeconds(45);

        /// <summary>Gets or sets the maximum time from the first to the last byte of a frame.</summary>
        public TimeSpan FrameTimeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>Gets or sets how long a peer that is away keeps its place.</summary>
        public TimeSpan AwayTime { get; set; } = TimeSpan.FromSeconds(60);
    }
}
