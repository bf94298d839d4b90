using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;

namespace Kitbag.Net.Tests
{
    /// <summary>What a test does where a relay would be: it hears what a client says, and says anything.</summary>
    internal sealed class FakeRelay : IAsyncDisposable
    {
        private readonly KitbagServer _server;
        private readonly List<KitbagSession> _sessions = [];
        private readonly List<(int Session, byte Op, long Number)> _heard = [];

        public FakeRelay() =>
            _server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers().OnRaw(Hear));

        /// <summary>
        /// Answers a question, or does something else, or nothing: gets the number of the session from 1, the operation, the number of the
        /// request, and what follows it. Unless set, all questions are answered.
        /// </summary>
        public Func<int, byte, long, BodyReader, bool>? OnQuestion { get; set; }

        /// <summary>What was heard: the session, the operation, and the number behind it: a request, or of a message the room.</summary>
        public (int Session, byte Op, long Number)[] Heard
        {
            get
            {
                lock (_heard)
                    return [.. _heard];
            }
        }

        public Task<KitbagRoomClient> Enter(KitbagRoomHandlers? handlers = null) => KitbagRoomClient.ConnectAsync(
            c => KitbagTransport.ConnectTcpAsync("127.0.0.1", _server.EndPoint.Port, null, c), handlers ?? new KitbagRoomHandlers(),
            new KitbagSessionOptions()).Soon();

        /// <summary>Says a header in a session, counted from 1.</summary>
        public void Say(int session, FrameBuilder header, byte[]? payload = null) => Say(session, header.EndHeader().ToArray(), payload);

        public void Say(int session, byte[] header, byte[]? payload = null)
        {
            KitbagSession to;
            lock (_heard)
                to = _sessions[session - 1];
            _ = to.SendRawAsync(header, static (output, bytes) => BuffersExtensions.Write(output, bytes), payload);
        }

        /// <summary>Says that a room is joined, under a number.</summary>
        public void SayJoined(int session, long request, long room) => Say(session, new FrameBuilder().Begin(RoomOp.Joined)
            .Number(request).Number(room).Byte(0).Byte(0).Text("owner~12345678", 96).Bytes([]).Number(0));

        public void Cut(int session)
        {
            lock (_heard)
                _sessions[session - 1].Abort();
        }

        public ValueTask DisposeAsync() => _server.DisposeAsync();

        private ValueTask Hear(KitbagSession session, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload)
        {
            var reader = new BodyReader(header, "header");
            byte op = reader.ReadByte();
            long number = reader.ReadNumber();
            int of;
            lock (_heard)
            {
                if (!_sessions.Contains(session))
                    _sessions.Add(session);
                of = _sessions.IndexOf(session) + 1;
                _heard.Add((of, op, number));
            }
            if (op != RoomOp.Send && OnQuestion?.Invoke(of, op, number, reader) != true)
                Answer(of, op, number);
            return default;
        }

        private void Answer(int session, byte op, long request)
        {
            if (op == RoomOp.Enter)
                Say(session, new FrameBuilder().Entered(request, "me~12345678", "fake"));
            else if (op == RoomOp.Join)
                SayJoined(session, request, request);
            else
                Say(session, new FrameBuilder().Done(request, []));
        }
    }
}
