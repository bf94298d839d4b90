namespace Kitbag.Net.Frames
{
    /// <summary>The kinds of frames. docs/protocol.md specifies what each holds.</summary>
    internal static class FrameKind
    {
        public const byte Hello = 1, Welcome = 2, Refuse = 3, Ping = 4, Pong = 5, Ack = 6, Goodbye = 7;

        public const byte Schema = 16, Message = 17, Request = 18, Answer = 19, Failure = 20, Cancel = 21;

        /// <summary>
        /// Whether the bytes of a frame count in the position of its direction: what is acknowledged, and sent again after a connection
        /// was lost. The others belong to one connection.
        /// </summary>
        public static bool IsNumbered(byte kind) => kind is >= Schema and < 32;

        /// <summary>Whether the frame waits for the handlers of those before it. The others are taken as soon as they are seen.</summary>
        public static bool IsOrdered(byte kind) => kind is Message or Request or Goodbye;

        /// <summary>Whether a peer that does not know the kind ignores it.</summary>
        public static bool IsExtension(byte kind) => kind >= 128;
    }
}
