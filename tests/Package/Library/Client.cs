using System;
using System.Buffers;
using System.Threading.Tasks;
using Kitbag.Net;

namespace Library
{
    // Older versions of the server's types.
    public class Where
    {
        public int Player { get; set; }
    }

    public class Position
    {
        public float X { get; set; }

        public float Y { get; set; }
    }

    /// <summary>A client for Unity and similar platforms.</summary>
    public static class Client
    {
        public static async Task<Position> Ask(int port, int player)
        {
            await using KitbagSession session = await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", port), new KitbagHandlers());
            return await session.RequestAsync<Where, Position>(new Where { Player = player }, TimeSpan.FromSeconds(30));
        }

        public static async Task<byte[]> Echo(int port, byte[] payload)
        {
            var heard = new TaskCompletionSource<byte[]>();
            await using KitbagSession session = await KitbagSession.ConnectAsync(
                await KitbagTransport.ConnectTcpAsync("127.0.0.1", port),
                new KitbagHandlers().OnRaw((s, header, received) =>
                {
                    heard.SetResult(received.ToArray());
                    return default;
                }));
            await session.SendRawAsync(1, (writer, value) => writer.Write(new[] { (byte)value }), payload);
            await Task.WhenAny(heard.Task, session.Completion);
            return heard.Task.IsCompleted ? heard.Task.Result : throw new InvalidOperationException((await session.Completion).ToString());
        }
    }
}
