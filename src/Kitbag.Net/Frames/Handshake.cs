using System;
using System.Buffers;

namespace Kitbag.Net.Frames
{
    /// <summary>
    /// Represents the first frame of a client: the protocol version, the client's limits, and the session that it requests.
    /// </summary>
    internal readonly struct Hello
    {
        public Hello(int window, int maxFrame, byte[] token, long generation, long position, byte[] credentials)
        {
            Window = window;
            MaxFrame = maxFrame;
            Token = token;
            Generation = generation;
            Position = position;
            Credentials = credentials;
        }

        public int Window { get; }

        public int MaxFrame { get; }

        /// <summary>Gets the token of the session to resume; empty for a new session.</summary>
        public byte[] Token { get; }

        /// <summary>
        /// Gets the number of this connection within the session, counted by the client from 1; 0 if the client will not reconnect.
        /// </summary>
        public long Generation { get; }

        /// <summary>Gets the position up to which the client has received all frames of the server.</summary>
        public long Position { get; }

        public byte[] Credentials { get; }

        public ReadOnlyMemory<byte> Write() => new FrameBuilder().Begin(FrameKind.Hello).Raw(Handshake.Magic).Byte(Handshake.Version)
            .Number(Window).Number(MaxFrame).Bytes(Token).Number(Generation).Number(Position).Bytes(Credentials).End();

        public static Hello Read(in Frame frame)
        {
            var body = new BodyReader(frame.Body, "hello");
            // CheckStart has checked the magic.
            body.Take(Handshake.Magic.Length);
            byte version = body.ReadByte();
            if (version != Handshake.Version)
                throw new KitbagSessionException(KitbagCloseReason.Version,
                    "The peer speaks version " + version + " of the protocol, and this is version " + Handshake.Version + ".");
            var hello = new Hello((int)body.ReadNumber(int.MaxValue), (int)body.ReadNumber(int.MaxValue),
                body.ReadBytes(Handshake.MaxToken), body.ReadNumber(), body.ReadNumber(), body.ReadBytes(Handshake.MaxCredentials));
            body.End();
            return hello;
        }
    }

    /// <summary>Represents the reply of a server that accepts a session.</summary>
    internal readonly struct Welcome
    {
        public Welcome(int window, int maxFrame, byte[] token, long position)
        {
            Window = window;
            MaxFrame = maxFrame;
            Token = token;
            Position = position;
        }

        public int Window { get; }

        public int MaxFrame { get; }

        /// <summary>Gets the token with which the session can be resumed; empty if it cannot be resumed.</summary>
        public byte[] Token { get; }

        /// <summary>Gets the position up to which the server has received all frames of the client.</summary>
        public long Position { get; }

        public ReadOnlyMemory<byte> Write() => new FrameBuilder().Begin(FrameKind.Welcome).Byte(Handshake.Version).Number(Window)
            .Number(MaxFrame).Bytes(Token).Number(Position).End();

        public static Welcome Read(in Frame frame)
        {
            if (frame.Kind == FrameKind.Refuse)
            {
                Goodbye refusal = Goodbye.Read(frame, "refuse");
                throw new KitbagSessionException(refusal.Reason, "The server rejected the session: " + refusal.Message);
            }
            var body = new BodyReader(frame.Body, "welcome");
            byte version = body.ReadByte();
            if (version != Handshake.Version)
                throw new KitbagSessionException(KitbagCloseReason.Version,
                    "The peer speaks version " + version + " of the protocol, and this is version " + Handshake.Version + ".");
            var welcome = new Welcome((int)body.ReadNumber(int.MaxValue), (int)body.ReadNumber(int.MaxValue),
                body.ReadBytes(Handshake.MaxToken), body.ReadNumber());
            body.End();
            return welcome;
        }
    }

    /// <summary>Represents the last frame of one end of a session, or a rejection, which has the same fields.</summary>
    internal readonly struct Goodbye
    {
        public const int MaxMessage = 1024;

        public Goodbye(KitbagCloseReason reason, string message)
        {
            Reason = reason;
            Message = message;
        }

        public KitbagCloseReason Reason { get; }

        public string Message { get; }

        public ReadOnlyMemory<byte> Write(byte kind = FrameKind.Goodbye) =>
            new FrameBuilder().Begin(kind).Byte((byte)Reason).Text(Message, MaxMessage).End();

        public static Goodbye Read(in Frame frame, string name)
        {
            var body = new BodyReader(frame.Body, name);
            var goodbye = new Goodbye((KitbagCloseReason)body.ReadByte(), body.ReadText(MaxMessage));
            body.End();
            return goodbye;
        }
    }

    /// <summary>Provides constants and checks for both frames of the handshake.</summary>
    internal static class Handshake
    {
        public const byte Version = 1;

        public const int MaxToken = 64, MaxCredentials = 4096;

        /// <summary>The maximum length of a frame of the handshake.</summary>
        public const int MaxFrame = 8192;

        // The number of bytes at the start of a connection by which other protocols are recognized.
        private const int StartLength = 8;

        public static readonly byte[] Magic = { (byte)'K', (byte)'B', (byte)'N' };

        /// <summary>
        /// Checks the first bytes of a connection, up to the end of the magic, as soon as they are received. A peer that uses another
        /// protocol may never send as many bytes as it seems to announce.
        /// </summary>
        /// <param name="received">All bytes that were received so far.</param>
        /// <param name="isHello">Whether a hello is expected, not the reply to it.</param>
        /// <exception cref="KitbagSessionException">The bytes cannot be the start of that frame.</exception>
        public static void CheckStart(in ReadOnlySequence<byte> received, bool isHello)
        {
            Span<byte> bytes = stackalloc byte[(int)Math.Min(StartLength, received.Length)];
            Sequences.Copy(received.Slice(0, bytes.Length), bytes);
            int prefix = Varint.Read(bytes, out _);
            if (prefix <= 0 || prefix >= bytes.Length)
                return;
            ReadOnlySpan<byte> body = bytes.Slice(prefix + 1);
            ReadOnlySpan<byte> magic = body.Slice(0, Math.Min(body.Length, Magic.Length));
            bool isExpected = isHello ? bytes[prefix] == FrameKind.Hello && Magic.AsSpan().StartsWith(magic)
                : bytes[prefix] is FrameKind.Welcome or FrameKind.Refuse && !IsTls(bytes);
            if (!isExpected)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer does not use this protocol." + Hint(bytes, isHello));
        }

        private static string Hint(ReadOnlySpan<byte> start, bool isHello)
        {
            if (IsTls(start))
                return " It uses TLS.";
            foreach (byte b in start)
            {
                if (b is not ((>= (byte)' ' and <= (byte)'~') or (byte)'\r' or (byte)'\n'))
                    return "";
            }
            return isHello ? " It has sent text, as an HTTP client does."
                : " It has sent text, as an HTTP server does; a WebSocket needs KitbagTransport.ConnectWebSocketAsync.";
        }

        // The start of a TLS record, which is a handshake or an alert. It looks like a refusal, but the text does not fill the frame.
        private static bool IsTls(ReadOnlySpan<byte> start) =>
            start.Length >= 4 && start[0] is 0x15 or 0x16 && start[1] == 3 && start[2] <= 4 && start[3] != start[0] - 3;
    }
}
