using System;
using System.Buffers;

namespace Kitbag.Net.Frames
{
    /// <summary>What a client says first: which protocol it speaks, what it accepts, and which session it wants.</summary>
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

        /// <summary>The session to be resumed; empty for a new one.</summary>
        public byte[] Token { get; }

        /// <summary>Which connection of the session this is, counted by the client from 1; 0 where it will not come back.</summary>
        public long Generation { get; }

        /// <summary>Up to which position the client has all frames of the server.</summary>
        public long Position { get; }

        public byte[] Credentials { get; }

        public ReadOnlyMemory<byte> Write() => new FrameBuilder().Begin(FrameKind.Hello).Raw(Handshake.Magic).Byte(Handshake.Version)
            .Number(Window).Number(MaxFrame).Bytes(Token).Number(Generation).Number(Position).Bytes(Credentials).End();

        public static Hello Read(in Frame frame)
        {
            Handshake.Expect(frame, FrameKind.Hello, "hello");
            var body = new BodyReader(frame.Body, "hello");
            ReadOnlySequence<byte> magic = body.Take(Handshake.Magic.Length);
            if (!Handshake.Magic.AsSpan().SequenceEqual(Sequences.Copy(magic)))
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer does not speak this protocol.");
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

    /// <summary>What a server answers.</summary>
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

        /// <summary>By which the session can be resumed; empty where it cannot.</summary>
        public byte[] Token { get; }

        /// <summary>Up to which position the server has all frames of the client.</summary>
        public long Position { get; }

        public ReadOnlyMemory<byte> Write() => new FrameBuilder().Begin(FrameKind.Welcome).Byte(Handshake.Version).Number(Window)
            .Number(MaxFrame).Bytes(Token).Number(Position).End();

        public static Welcome Read(in Frame frame)
        {
            if (frame.Kind == FrameKind.Refuse)
            {
                Goodbye refusal = Goodbye.Read(frame, "refuse");
                throw new KitbagSessionException(refusal.Reason, "The server refuses the session: " + refusal.Message);
            }
            Handshake.Expect(frame, FrameKind.Welcome, "welcome");
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

    /// <summary>The last frame of a session, of one end; and a refusal, which has the same fields.</summary>
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

    /// <summary>What both ends of a handshake share.</summary>
    internal static class Handshake
    {
        public const byte Version = 1;

        public const int MaxToken = 64, MaxCredentials = 4096;

        /// <summary>How long the frames of a handshake may be.</summary>
        public const int MaxFrame = 8192;

        public static readonly byte[] Magic = { (byte)'K', (byte)'B', (byte)'N' };

        public static void Expect(in Frame frame, byte kind, string name)
        {
            if (frame.Kind != kind)
                throw new KitbagSessionException(KitbagCloseReason.Protocol,
                    "The connection begins with a frame of kind " + frame.Kind + ", and not with '" + name + "'.");
        }
    }
}
