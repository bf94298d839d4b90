using System.IO.Pipelines;
using Game.Core;
using Kitbag.Net;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;

namespace Game.Server;

/// <summary>A relay that runs in the program.</summary>
public static class Rooms
{
    /// <summary>Sends a message from one peer to another.</summary>
    public static async Task<Say> PassOnAsync(Say say)
    {
        await using KitbagRelay relay = await KitbagRelay.StartAsync(new RelayOptions { Tcp = "127.0.0.1:0", Http = "" });
        Task<IDuplexPipe> Connect(CancellationToken cancellation) =>
            KitbagTransport.ConnectTcpAsync("127.0.0.1", relay.TcpEndPoint!.Port, null, cancellation);
        var heard = new TaskCompletionSource<Say>();
        var handlers = new KitbagRoomHandlers().On<Say>((room, said, message) =>
        {
            heard.TrySetResult(said);
            return default;
        });
        await using KitbagRoomClient ada = await KitbagRoomClient.ConnectAsync(Connect, new KitbagRoomHandlers(), As("ada"));
        await using KitbagRoomClient bob = await KitbagRoomClient.ConnectAsync(Connect, handlers, As("bob"));
        KitbagRoom room = await ada.JoinAsync("one");
        await bob.JoinAsync("one");
        await room.SendAsync(say);
        return await heard.Task.WaitAsync(TimeSpan.FromSeconds(30));
    }

    private static KitbagSessionOptions As(string name) => new() { Credentials = System.Text.Encoding.UTF8.GetBytes(name) };
}
