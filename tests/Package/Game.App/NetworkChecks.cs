using Game.Core;
using Game.Server;
using Kitbag.Net;
using Library;

namespace Game.App;

/// <summary>A server and clients of one solution, in separate projects.</summary>
internal static class NetworkChecks
{
    public static async Task RunAsync(Action<string, bool> check)
    {
        await using var lobby = new Lobby();
        var heard = new List<Message>();
        var all = new TaskCompletionSource();
        Message[] sent = [new Move(1, 2, 3), new Say(2, "hello"), new Ping(3)];
        await using (KitbagSession session = await KitbagSession.ConnectAsync(
            await KitbagTransport.ConnectTcpAsync("127.0.0.1", lobby.Port),
            new KitbagHandlers().On<Message>((s, message) =>
            {
                heard.Add(message);
                if (heard.Count == sent.Length)
                    all.SetResult();
                return default;
            })))
        {
            foreach (Message message in sent)
                await session.SendAsync(message);
            await Task.WhenAny(all.Task, session.Completion).WaitAsync(TimeSpan.FromSeconds(30));
            check("messages through a server: " + string.Join(", ", heard), heard.SequenceEqual(sent));
        }

        check("an older client's request", await Client.Ask(lobby.Port, 1) is { X: 2, Y: 3 });
        try
        {
            await Client.Ask(lobby.Port, 9);
            check("a request that fails", false);
        }
        catch (KitbagRemoteException e)
        {
            check("a request that fails: " + e.Message, e.Code == 404);
        }
        byte[] payload = new byte[300_000];
        new Random(1).NextBytes(payload);
        check("a payload", (await Client.Echo(lobby.Port, payload)).SequenceEqual(payload));
        check("a relay in the program", await Rooms.PassOnAsync(new Say(1, "hello")) == new Say(1, "hello"));
    }
}
