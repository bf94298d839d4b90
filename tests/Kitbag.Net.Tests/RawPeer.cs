using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>A peer that sends any bytes, and receives frames.</summary>
    internal sealed class RawPeer
    {
        private readonly IDuplexPipe _pipe;

        public RawPeer(IDuplexPipe pipe) => _pipe = pipe;

        /// <summary>Starts a raw peer whose hello was accepted, and the session of the server.</summary>
        public static async Task<(RawPeer Peer, KitbagSession Server)> Begin(KitbagHandlers? handlers = null,
            KitbagSessionOptions? options = null, int window = 1 << 20, int maxFrame = 1 << 20, PipeScheduler? scheduler = null)
        {
            (IDuplexPipe client, IDuplexPipe server) = await Pair.InMemory(scheduler ?? PipeScheduler.ThreadPool);
            var peer = new RawPeer(client);
            Task<KitbagSession> accepting = KitbagSession.AcceptAsync(server, handlers ?? new KitbagHandlers(), options);
            await peer.Send(new Hello(window, maxFrame, [], 1, 0, []).Write().ToArray());
            KitbagSession session = await accepting.Soon();
            Assert.Equal(FrameKind.Welcome, (await peer.Receive()).Kind);
            return (peer, session);
        }

        public async Task Send(params byte[] bytes) => await _pipe.Output.WriteAsync(bytes);

        public Task Send(FrameBuilder frame) => Send(frame.End().ToArray());

        public void Leave() => _pipe.Output.Complete();

        /// <summary>Receives the next frame: its kind, and its content.</summary>
        public async Task<(byte Kind, byte[] Body)> Receive()
        {
            while (true)
            {
                ReadResult result = await _pipe.Input.ReadAsync().AsTask().Soon();
                var reader = new FrameReader(result.Buffer, 1 << 24);
                if (reader.TryRead(out Frame frame))
                {
                    (byte, byte[]) heard = (frame.Kind, frame.Body.ToArray());
                    _pipe.Input.AdvanceTo(result.Buffer.GetPosition(frame.Length));
                    return heard;
                }
                _pipe.Input.AdvanceTo(result.Buffer.Start, result.Buffer.End);
                if (result.IsCompleted)
                    return (0, []);
            }
        }

        /// <summary>Receives all frames up to the goodbye of the peer or the end of the connection.</summary>
        public async Task<List<(byte Kind, byte[] Body)>> ReceiveAll()
        {
            var all = new List<(byte Kind, byte[] Body)>();
            while (true)
            {
                (byte Kind, byte[] Body) frame = await Receive();
                if (frame.Kind == 0)
                    return all;
                all.Add(frame);
            }
        }
    }
}
