using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net
{
    /// <summary>Provides limits, timeouts and credentials for sessions. Instances are immutable and thread-safe.</summary>
    public sealed class KitbagSessionOptions
    {
        private readonly KitbagUnknownCases _unknownCases;

        /// <summary>Gets the default options.</summary>
        public static KitbagSessionOptions Default { get; } = new KitbagSessionOptions();

        /// <summary>
        /// Gets or initializes the number of bytes that the peer may send before handlers have finished with them, at least 1,024. The
        /// default is 1 MiB. It bounds the memory for received data, except that a single frame of up to <see cref="MaxFrame"/> can always
        /// be sent.
        /// </summary>
        public int ReceiveWindow { get; init; } = 1 << 20;

        /// <summary>
        /// Gets or initializes the number of buffered bytes (not yet taken by the connection or, in a session that can be resumed, by the
        /// peer) from which sending waits. The default is 1 MiB.
        /// </summary>
        public int SendBuffer { get; init; } = 1 << 20;

        /// <summary>
        /// Gets or initializes the number of buffered bytes from which sending throws, which happens if a program does not await its sends.
        /// The default is 16 MiB.
        /// </summary>
        public int MaxSendBuffer { get; init; } = 16 << 20;

        /// <summary>Gets or initializes the maximum length of a frame in bytes, for sending and receiving. The default is 4 MiB.</summary>
        public int MaxFrame { get; init; } = 4 << 20;

        /// <summary>
        /// Gets or initializes the maximum length in bytes of the header of a message, or of the body of a request or response. The default
        /// is 1 MiB.
        /// </summary>
        public int MaxHeader { get; init; } = 1 << 20;

        /// <summary>Gets or initializes the maximum number of message types that the peer may introduce. The default is 1,024.</summary>
        public int MaxTypes { get; init; } = 1024;

        /// <summary>
        /// Gets or initializes the maximum number of requests of the peer that are handled at the same time. Further requests wait, as do
        /// all messages after them. Waiting requests may have up to <see cref="ReceiveWindow"/> bytes in total, counting the bytes as sent
        /// and 512 for each request. The default is 64.
        /// </summary>
        public int MaxRequests { get; init; } = 64;

        /// <summary>
        /// Gets or initializes the maximum number of own requests that wait for their responses at the same time; further requests cause an
        /// exception. The default is 65,536.
        /// </summary>
        public int MaxPendingRequests { get; init; } = 1 << 16;

        /// <summary>Gets or initializes the limits for schemas and messages of the peer.</summary>
        public KitbagLimits Limits { get; init; } = KitbagLimits.Default;

        /// <summary>
        /// Gets or initializes how values of derived types that this program does not have, for example of a newer peer, are read. By
        /// default, such a message ends the session with <see cref="KitbagCloseReason.BadMessage"/>. With
        /// <see cref="KitbagUnknownCases.Drop"/>, a message that is itself such a value is skipped, and such a request fails at the peer;
        /// with <see cref="KitbagUnknownCases.ReadAsNull"/>, the handler gets null.
        /// </summary>
        /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
        public KitbagUnknownCases UnknownCases
        {
            get => _unknownCases;
            init => _unknownCases = value is >= KitbagUnknownCases.Refuse and <= KitbagUnknownCases.Drop ? value
                : throw new ArgumentOutOfRangeException(nameof(value), value, "There is no such value.");
        }

        /// <summary>Gets or initializes the maximum duration of the handshake. The default is 10 seconds.</summary>
        public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

        /// <summary>
        /// Gets or initializes the time without received data after which a heartbeat is requested from the peer. The default is 15
        /// seconds.
        /// </summary>
        public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(15);

        /// <summary>
        /// Gets or initializes the time without received data after which the connection is considered lost. The default is 45 seconds.
        /// This timeout, <see cref="FrameTimeout"/> and <see cref="SendTimeout"/> are checked three times in each
        /// <see cref="HeartbeatInterval"/>.
        /// </summary>
        public TimeSpan SilenceTimeout { get; init; } = TimeSpan.FromSeconds(45);

        /// <summary>
        /// Gets or initializes the maximum time between the first and the last byte of a frame. The default is 60 seconds.
        /// </summary>
        public TimeSpan FrameTimeout { get; init; } = TimeSpan.FromSeconds(60);

        /// <summary>
        /// Gets or initializes how long sending may wait for a slow peer before the session ends. The default is 30 seconds.
        /// </summary>
        public TimeSpan SendTimeout { get; init; } = TimeSpan.FromSeconds(30);

        /// <summary>
        /// Gets or initializes how long a request waits for its response if the call does not specify a timeout. The default is 30 seconds;
        /// <see cref="Timeout.InfiniteTimeSpan"/> for no timeout.
        /// </summary>
        public TimeSpan RequestTimeout { get; init; } = TimeSpan.FromSeconds(30);

        /// <summary>
        /// Gets or initializes how long closing waits for pending data and for the goodbye of the peer. The default is 5 seconds.
        /// </summary>
        public TimeSpan CloseTimeout { get; init; } = TimeSpan.FromSeconds(5);

        /// <summary>
        /// Gets or initializes how long a session waits for its client to reconnect after the connection was lost. Sent messages are kept
        /// until the peer has acknowledged them, and the client reconnects automatically. The default is zero: a session ends with its
        /// connection. Both ends must set it.
        /// </summary>
        public TimeSpan ResumeTimeout { get; init; }

        /// <summary>
        /// Gets or initializes the credentials that a client sends to the server, for example a ticket or a signed token, of up to 4,096
        /// bytes. The default is empty.
        /// </summary>
        public ReadOnlyMemory<byte> Credentials { get; init; }

        /// <summary>
        /// Gets or initializes a function that a server calls to authenticate a client by its credentials. It returns null if the client
        /// may have a session; otherwise a message for the client. What it sets as <see cref="KitbagAuthenticationContext.State"/> becomes
        /// the <see cref="KitbagSession.State"/> of the new session. It is called before a session starts, and each time it is resumed:
        /// <see cref="KitbagAuthenticationContext.ResumedSession"/>. If it throws, the client is rejected with
        /// <see cref="KitbagCloseReason.Busy"/>, so that it may try again, and <see cref="KitbagServer.Refused"/> gets the exception.
        /// </summary>
        public Func<KitbagAuthenticationContext, string?>? Authenticate { get; init; }

        /// <summary>
        /// Gets or initializes an asynchronous function that is called instead of <see cref="Authenticate"/>, of which only one may be set.
        /// Its token is canceled after <see cref="HandshakeTimeout"/>, or if the server stops.
        /// </summary>
        public Func<KitbagAuthenticationContext, CancellationToken, ValueTask<string?>>? AuthenticateAsync { get; init; }

        /// <summary>Gets or initializes the time provider.</summary>
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
                throw new ArgumentOutOfRangeException(nameof(MaxFrame), MaxFrame, "The value must be at most 2^30.");
            if (Credentials.Length > Frames.Handshake.MaxCredentials)
                throw new ArgumentOutOfRangeException(nameof(Credentials), Credentials.Length,
                    "The credentials must have at most 4,096 bytes.");
            if (Authenticate != null && AuthenticateAsync != null)
                throw new ArgumentException("Only one of Authenticate and AuthenticateAsync may be set.");
            IsTime(HandshakeTimeout, nameof(HandshakeTimeout));
            IsTime(HeartbeatInterval, nameof(HeartbeatInterval));
            IsTime(SilenceTimeout, nameof(SilenceTimeout));
            IsTime(FrameTimeout, nameof(FrameTimeout));
            IsTime(SendTimeout, nameof(SendTimeout));
            IsTimeOrInfinite(RequestTimeout, nameof(RequestTimeout));
            IsTime(CloseTimeout, nameof(CloseTimeout));
            if (ResumeTimeout != TimeSpan.Zero)
                IsTime(ResumeTimeout, nameof(ResumeTimeout));
        }

        internal static void IsTime(TimeSpan value, string name)
        {
            if (value <= TimeSpan.Zero || value.TotalMilliseconds > int.MaxValue)
                throw new ArgumentOutOfRangeException(name, value, "The value must be greater than zero and at most 24 days.");
        }

        internal static void IsTimeOrInfinite(TimeSpan value, string name)
        {
            if (value != Timeout.InfiniteTimeSpan)
                IsTime(value, name);
        }

        private static void AtLeast(int value, int least, string name)
        {
            if (value < least)
                throw new ArgumentOutOfRangeException(name, value, "The value must be at least " + least + ".");
        }
    }
}
