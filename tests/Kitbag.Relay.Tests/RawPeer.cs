using System;
using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Tests
{
    /// <summary>A peer that says any bytes, and hears frames only when it is told to.</summary>
    internal sealed class RawPeer : IAsyncDisposable
    {
        private readonly IDuplexPipe _pipe;
        private readonly FrameBuilder _frame = new();
        private long _position, _acknowledged;

        public RawPeer(IDuplexPipe pipe) => _pipe = pipe;

        /// <summary>A peer that has a session.</summary>
        public static async Task<RawPeer> Begin(TestRelay relay, string credentials, int window = 1 << 20, byte[]? token = null,
            long generation = 0)
        {
            var peer = new RawPeer(await relay.Connect());
            await peer.Send(new Hello(window, 4 << 20, token ?? [], generation, 0, Encoding.UTF8.GetBytes(credentials)).Write().ToArray());
            return peer;
        }

        /// <summary>A peer that has entered.</summary>
        public static async Task<RawPeer> Enter(TestRelay relay, string name, int window = 1 << 20)
        {
            RawPeer peer = await Begin(relay, name, window);
            Xunit.Assert.Equal(FrameKind.Welcome, (await peer.Hear()).Kind);
            await peer.Say(f => f.Enter(1, [0, 0, 0, 0, 0, 0]));
            Xunit.Assert.Equal(RoomOp.Entered, (await peer.HearMessage())[0]);
            return peer;
        }

        public async Task Send(params byte[] bytes) => await _pipe.Output.WriteAsync(bytes);

        /// <summary>Sends a raw message with a header, and a payload.</summary>
        public async Task Say(Func<FrameBuilder, FrameBuilder> header, byte[]? payload = null)
        {
            byte[] bytes = header(_frame).EndHeader().ToArray();
            await Send(_frame.Begin(FrameKind.Message).Number(0).Bytes(bytes).Raw(payload ?? []).End().ToArray());
        }

        /// <summary>The whole frame of a raw message.</summary>
        public static byte[] Frame(Func<FrameBuilder, FrameBuilder> header, byte[] payload)
        {
            byte[] bytes = header(new FrameBuilder()).EndHeader().ToArray();
            return new FrameBuilder().Begin(FrameKind.Message).Number(0).Bytes(bytes).Raw(payload).End().ToArray();
        }

        /// <summary>Passes over so many messages.</summary>
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

        /// <summary>Passes over what is there: acknowledgements.</summary>
        public Task TakeAll()
        {
            if (_pipe.Input.TryRead(out ReadResult result))
                _pipe.Input.AdvanceTo(result.Buffer.End);
            return Task.CompletedTask;
        }

        /// <summary>Joins a room, and answers its number.</summary>
        public async Task<long> Join(string room)
        {
            await Say(f => f.Join(2, room, JoinMode.ExistingOrNew, [], [], null));
            byte[] joined;
            do
            {
                joined = await HearMessage();
            }
            while (joined[0] != RoomOp.Joined);
            var reader = new BodyReader(new ReadOnlySequence<byte>(joined.AsMemory(1)), "joined");
            reader.ReadNumber();
            return reader.ReadNumber();
        }

        /// <summary>The next message: its header and its payload, one behind the other; empty at the end.</summary>
        public async Task<byte[]> HearMessage()
        {
            while (true)
            {
                (byte kind, byte[] body) = await Hear();
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

        /// <summary>The next frame; kind 0 at the end.</summary>
        public async Task<(byte Kind, byte[] Body)> Hear()
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

        /// <summary>Hears until the end; answers the reason of the goodbye or the refusal, or 255.</summary>
        public async Task<byte> HearEnd()
        {
            while (true)
            {
                (byte kind, byte[] body) = await Hear();
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
