using System;

namespace Kitbag.Net
{
    /// <summary>What a session may use, how long it waits, and what it says of itself. Immutable; one instance serves any number.</summary>
    public sealed class KitbagSessionOptions
    {
        /// <summary>All as it is unless said.</summary>
        public static KitbagSessionOptions Default { get; } = new KitbagSessionOptions();

        /// <summary>
        /// How many bytes the peer may send before what it sent is taken by handlers; 1 MiB unless said, at least 1,024. It bounds the
        /// memory for what was received, except that one frame may always be sent, up to <see cref="MaxFrame"/>.
        /// </summary>
        public int ReceiveWindow { get; init; } = 1 << 20;

        /// <summary>
        /// From how many bytes on, not yet taken by the connection (in a session that can resume: by the peer), a send waits; 1 MiB
        /// unless said.
        /// </summary>
        public int SendBuffer { get; init; } = 1 << 20;

        /// <summary>
        /// From how many such bytes on a send is refused: a program that does not await its sends does not notice that it has to wait.
        /// 16 MiB unless said.
        /// </summary>
        public int MaxSendBuffer { get; init; } = 16 << 20;

        /// <summary>How long a frame may be in bytes, both ways; 4 MiB unless said.</summary>
        public int MaxFrame { get; init; } = 4 << 20;

        /// <summary>How long the header of a message, or the body of a request or an answer, may be in bytes; 1 MiB unless said.</summary>
        public int MaxHeader { get; init; } = 1 << 20;

        /// <summary>How many types of messages the peer may introduce; 1,024 unless said.</summary>
        public int MaxTypes { get; init; } = 1024;

        /// <summary>
        /// How many requests of the peer are handled at a time; those after them wait, and all messages with them. 64 unless said.
        /// </summary>
        public int MaxRequests { get; init; } = 64;

        /// <summary>How many requests may wait for their answers at a time; 65,536 unless said. One more is an exception.</summary>
        public int MaxPendingRequests { get; init; } = 1 << 16;

        /// <summary>The limits for schemas and messages of the peer.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>How long the handshake may take; 10 s unless said.</summary>
        public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

        /// <summary>How long nothing is heard before the peer is asked for a sign of life; 15 s unless said.</summary>
        public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(15);

        /// <summary>
        /// After how long without a sign of life the connection counts as lost; 45 s unless said. This and the two below are looked at
        /// three times in each <see cref="HeartbeatInterval"/>.
        /// </summary>
        public TimeSpan SilenceTimeout { get; init; } = TimeSpan.FromSeconds(45);

        /// <summary>How long one frame may take from its first byte to its last; 60 s unless said.</summary>
        public TimeSpan FrameTimeout { get; init; } = TimeSpan.FromSeconds(60);

        /// <summary>How long a send may wait for a slow peer, before the session ends; 30 s unless said.</summary>
        public TimeSpan SendTimeout { get; init; } = TimeSpan.FromSeconds(30);

        /// <summary>How long a request waits for its answer where the call does not say; 30 s unless said.</summary>
        public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(30);

        /// <summary>How long a close waits for what is under way and for the peer's goodbye; 5 s unless said.</summary>
        public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

        /// <summary>
        /// How long a session waits for its client to come back after the connection was lost: what was sent is kept until the peer has
        /// it, and the client connects again by itself. Zero unless said: a session ends with its connection. Needed at both ends.
        /// </summary>
        public TimeSpan ResumeTimeout { get; init; }

        /// <summary>What a client shows to the server: a ticket, a signed token; nothing unless said. At most 4,096 bytes.</summary>
        public ReadOnlyMemory<byte> Credentials { get; init; }

        /// <summary>
        /// Asked by a server whether a client with such credentials may have a session: null if it may, else what it is told. Called
        /// before there is a session, and again each time that one is resumed.
        /// </summary>
        public Func<ReadOnlyMemory<byte>, string?>? Authenticate { get; init; }

        /// <summary>The clock.</summary>
        public TimeProvider Time { get; init; } = TimeProvider.System;

        internal void Check()
        {
            AtLeast(ReceiveWindow, 1024, nameof(ReceiveWindow));
            AtLeast(SendBuffer, 0, nameof(SendBuffer));
            AtLeast(MaxSendBuffer, SendBuffer, nameof(MaxSendBuffer));
            AtLeast(MaxFrame, 1024, nameof(MaxFrame));
            AtLeast(MaxHeader, 1, nameof(MaxHeader));
            AtLeast(MaxTypes, 0, nameof(MaxTypes));
            AtLeast(MaxRequests, 1, nameof(MaxRequests));
            AtLeast(MaxPendingRequests, 0, nameof(MaxPendingRequests));
            if (MaxFrame > 1 << 30)
                throw new ArgumentOutOfRangeException(nameof(MaxFrame), MaxFrame, "At most 2^30.");
            if (Credentials.Length > Frames.Handshake.MaxCredentials)
                throw new ArgumentOutOfRangeException(nameof(Credentials), Credentials.Length, "At most 4,096 bytes.");
            IsTime(HandshakeTimeout, nameof(HandshakeTimeout));
            IsTime(HeartbeatInterval, nameof(HeartbeatInterval));
            IsTime(SilenceTimeout, nameof(SilenceTimeout));
            IsTime(FrameTimeout, nameof(FrameTimeout));
            IsTime(SendTimeout, nameof(SendTimeout));
            IsTime(RequestTimeout, nameof(RequestTimeout));
            IsTime(CloseTimeout, nameof(CloseTimeout));
            if (ResumeTimeout != TimeSpan.Zero)
                IsTime(ResumeTimeout, nameof(ResumeTimeout));
        }

        internal static void IsTime(TimeSpan value, string name)
        {
            if (value <= TimeSpan.Zero || value.TotalMilliseconds > int.MaxValue)
                throw new ArgumentOutOfRangeException(name, value, "More than 0, and at most 24 days.");
        }

        private static void AtLeast(int value, int least, string name)
        {
            if (value < least)
                throw new ArgumentOutOfRangeException(name, value, "At least " + least + ".");
        }
    }
}
