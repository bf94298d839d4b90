using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Tests
{
    /// <summary>A peer that sends any bytes, and receives frames only on request.</summary>
    internal sealed class RawPeer : IAsyncDisposable
    {
        private readonly IDuplexPipe _pipe;
        private readonly FrameBuilder _frame = new();
        private long _position, _acknowledged;

        public RawPeer(IDuplexPipe pipe) => _pipe = pipe;

        /// <summary>Starts a peer with a session.</summary>
        public static async Task<RawPeer> Begin(TestRelay relay, string credentials, int window = 1 << 20, byte[]? token = null,
            long generation = 0)
        {
            var peer = new RawPeer(await relay.Connect());
            await peer.Send(new Hello(window, 4 << 20, token ?? [], generation, 0, Encoding.UTF8.GetBytes(credentials)).Write().ToArray());
            return peer;
        }

        /// <summary>Starts a peer that has entered.</summary>
        public static async Task<RawPeer> Enter(TestRelay relay, string name, int window = 1 << 20)
        {
            RawPeer peer = await Begin(relay, name, window);
            Xunit.Assert.Equal(FrameKind.Welcome, (await peer.Receive()).Kind);
            await peer.SendHeader(f => f.Enter(1, [0, 0, 0, 0, 0, 0]));
            Xunit.Assert.Equal(RoomOp.Entered, (await peer.ReceiveMessage())[0]);
            return peer;
        }

        public async Task Send(params byte[] bytes) => await _pipe.Output.WriteAsync(bytes);

        /// <summary>Sends a raw message with a header, and a payload.</summary>
        public async Task SendHeader(Func<FrameBuilder, FrameBuilder> header, byte[]? payload = null)
        {
            byte[] bytes = header(_frame).EndHeader().ToArray();
            await Send(_frame.Begin(FrameKind.Message).Number(0).Bytes(bytes).Raw(payload ?? []).End().ToArray());
        }

        /// <summary>Creates the frame of a raw message.</summary>
        public static byte[] Frame(Func<FrameBuilder, FrameBuilder> header, byte[] payload)
        {
            byte[] bytes = header(new FrameBuilder()).EndHeader().ToArray();
            return new FrameBuilder().Begin(FrameKind.Message).Number(0).Bytes(bytes).Raw(payload).End().ToArray();
        }

        /// <summary>Skips a number of messages.</summary>
        public async Task Take(int messages)
        {
            while (messages > 0)
            {
                ReadResult result = await _pipe.Input.ReadAsync();
                var reader = new FrameReader(result.Buffer, 1 << 24);
                long taken = 0;
                while (messages > 0 && reader.TryRead(out Frame frame))
                {
                    taken = reader.Offset;
                    if (!FrameKind.IsNumbered(frame.Kind))
                        continue;
                    messages--;
                    _position += frame.Length;
                }
                _pipe.Input.AdvanceTo(result.Buffer.GetPosition(taken), result.Buffer.End);
                await AcknowledgeAsync();
            }
        }

        /// <summary>Skips the frames that have arrived, which are acknowledgements.</summary>
        public Task TakeAll()
        {
            if (_pipe.Input.TryRead(out ReadResult result))
                _pipe.Input.AdvanceTo(result.Buffer.End);
            return Task.CompletedTask;
        }

        /// <summary>Joins a room, and returns its number.</summary>
        public async Task<long> Join(string room)
        {
            await SendHeader(f => f.Join(2, room, JoinMode.ExistingOrNew, [], [], null));
            byte[] joined;
            do
            {
                joined = await ReceiveMessage();
            }
            while (joined[0] != RoomOp.Joined);
            var reader = new BodyReader(new ReadOnlySequence<byte>(joined.AsMemory(1)), "joined");
            reader.ReadNumber();
            return reader.ReadNumber();
        }

        /// <summary>Receives the next message: its header, followed by its payload; empty at the end.</summary>
        public async Task<byte[]> ReceiveMessage()
        {
            while (true)
            {
                (byte kind, byte[] body) = await Receive();
                if (kind == 0 || kind == FrameKind.Goodbye)
                    return [];
                if (kind == FrameKind.Ping)
                    await Send(_frame.Begin(FrameKind.Pong).Raw(body).End().ToArray());
                if (kind != FrameKind.Message)
                    continue;
                var reader = new BodyReader(new ReadOnlySequence<byte>(body), "message");
                reader.ReadNumber();
                reader.ReadNumber();
                return reader.Rest.ToArray();
            }
        }

        /// <summary>Receives the next frame; its kind is 0 at the end.</summary>
        public async Task<(byte Kind, byte[] Body)> Receive()
        {
            while (true)
            {
                ReadResult result;
                try
                {
                    result = await _pipe.Input.ReadAsync().AsTask().Soon();
                }
                catch (System.Net.Sockets.SocketException)
                {
                    return (0, []);
                }
                var reader = new FrameReader(result.Buffer, 1 << 24);
                if (reader.TryRead(out Frame frame))
                {
                    (byte, byte[]) heard = (frame.Kind, frame.Body.ToArray());
                    if (FrameKind.IsNumbered(frame.Kind))
                        _position += frame.Length;
                    _pipe.Input.AdvanceTo(result.Buffer.GetPosition(frame.Length));
                    await AcknowledgeAsync();
                    return heard;
                }
                _pipe.Input.AdvanceTo(result.Buffer.Start, result.Buffer.End);
                if (result.IsCompleted)
                    return (0, []);
            }
        }

        private async ValueTask AcknowledgeAsync()
        {
            if (_position - _acknowledged > 100_000)
                await Send(new FrameBuilder().Begin(FrameKind.Ack).Number(_acknowledged = _position).End().ToArray());
        }

        /// <summary>Receives until the end, and returns the reason of the goodbye or the refusal, or 255.</summary>
        public async Task<byte> ReceiveEnd()
        {
            while (true)
            {
                (byte kind, byte[] body) = await Receive();
                if (kind is FrameKind.Goodbye or FrameKind.Refuse)
                    return body[0];
                if (kind == 0)
                    return 255;
            }
        }

        public async ValueTask DisposeAsync()
        {
            await _pipe.Output.CompleteAsync();
            await _pipe.Input.CompleteAsync();
            if (_pipe is IAsyncDisposable disposable)
                await disposable.DisposeAsync();
            else
                (_pipe as IDisposable)?.Dispose();
        }
    }
}
