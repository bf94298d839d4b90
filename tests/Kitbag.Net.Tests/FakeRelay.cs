using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Linq;
using System.Net;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;

namespace Kitbag.Net.Tests
{
    /// <summary>A relay that is controlled by a test: it records what clients send, and can send anything.</summary>
    internal sealed class FakeRelay : IAsyncDisposable
    {
        private readonly KitbagServer _server;
        private readonly List<KitbagSession> _sessions = [];
        private readonly List<(int Session, byte Op, long Number)> _received = [];
        private readonly List<byte[]> _payloads = [];

        public FakeRelay(KitbagSessionOptions? options = null) =>
            _server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), new KitbagHandlers().OnRaw(Receive), options);

        /// <summary>
        /// Answers a request, or does anything else. The arguments are the number of the session, from 1, the operation, the number of the
        /// request, and the rest of the header. If it is not set, all requests are answered.
        /// </summary>
        public Func<int, byte, long, BodyReader, bool>? OnQuestion { get; set; }

        /// <summary>
        /// The received headers: the session, the operation, and the number after it, which is a request or, for a message, a room.
        /// </summary>
        public (int Session, byte Op, long Number)[] Received
        {
            get
            {
                lock (_received)
                    return [.. _received];
            }
        }

        /// <summary>The payloads of the received messages.</summary>
        public byte[][] Payloads
        {
            get
            {
                lock (_received)
                    return [.. _payloads];
            }
        }

        public Task<IDuplexPipe> Connect(CancellationToken cancellation) =>
            KitbagTransport.ConnectTcpAsync("127.0.0.1", _server.EndPoint.Port, null, cancellation);

        public Task<KitbagRoomClient> Enter(KitbagRoomHandlers? handlers = null) =>
            KitbagRoomClient.ConnectAsync(Connect, handlers ?? new KitbagRoomHandlers(), new KitbagSessionOptions()).Soon();

        /// <summary>Sends a header in a session, counted from 1.</summary>
        public void Send(int session, FrameBuilder header, byte[]? payload = null) => Send(session, header.EndHeader().ToArray(), payload);

        public void Send(int session, byte[] header, byte[]? payload = null)
        {
            KitbagSession to;
            lock (_received)
                to = _sessions[session - 1];
            _ = to.SendRawAsync(header, static (output, bytes) => BuffersExtensions.Write(output, bytes), payload);
        }

        /// <summary>Sends the answer that a room is joined, with its number.</summary>
        public void SendJoined(int session, long request, long room, string owner = "owner~12345678", bool isKept = false) =>
            Send(session, new FrameBuilder().Begin(RoomOp.Joined)
                .Number(request).Number(room).Byte(0).Byte(isKept ? (byte)1 : (byte)0).Text(owner, 96).Bytes([]).Number(0));

        public void Cut(int session)
        {
            lock (_received)
                _sessions[session - 1].Abort();
        }

        public ValueTask Close(int session, KitbagCloseReason reason, string message)
        {
            lock (_received)
                return _sessions[session - 1].CloseAsync(reason, message);
        }

        public ValueTask DisposeAsync() => _server.DisposeAsync();

        private ValueTask Receive(KitbagSession session, ReadOnlySequence<byte> header, ReadOnlySequence<byte> payload)
        {
            var reader = new BodyReader(header, "header");
            byte op = reader.ReadByte();
            long number = reader.ReadNumber();
            int of;
            lock (_received)
            {
                if (!_sessions.Contains(session))
                    _sessions.Add(session);
                of = _sessions.IndexOf(session) + 1;
                _received.Add((of, op, number));
                if (op == RoomOp.Send)
                    _payloads.Add(payload.ToArray());
            }
            if (op != RoomOp.Send && OnQuestion?.Invoke(of, op, number, reader) != true)
                Answer(of, op, number);
            return default;
        }

        private void Answer(int session, byte op, long request)
        {
            if (op == RoomOp.Enter)
                Send(session, new FrameBuilder().Entered(request, "me~12345678", "fake"));
            else if (op == RoomOp.Join)
                SendJoined(session, request, request);
            else
                Send(session, new FrameBuilder().Done(request, []));
        }
    }
}
