namespace Kitbag.Net.Frames
{
    /// <summary>Defines the kinds of frames. docs/protocol.md specifies their contents.</summary>
    internal static class FrameKind
    {
        public const byte Hello = 1, Welcome = 2, Refuse = 3, Ping = 4, Pong = 5, Ack = 6, Goodbye = 7;

        public const byte Schema = 16, Message = 17, Request = 18, Answer = 19, Failure = 20, Cancel = 21;

        /// <summary>
        /// Returns whether the bytes of a frame count in the position of its direction, so that the frame is acknowledged, and sent again
        /// after a lost connection. Other frames belong to a single connection.
        /// </summary>
        public static bool IsNumbered(byte kind) => kind is >= Schema and < 32;

        /// <summary>
        /// Returns whether a frame waits for the handlers of the frames before it. Other frames are handled as soon as they are received.
        /// </summary>
        public static bool IsOrdered(byte kind) => kind is Message or Request or Goodbye;

        /// <summary>Returns whether a peer that does not know the kind ignores the frame.</summary>
        public static bool IsExtension(byte kind) => kind >= 128;
    }
}
