using System.Buffers;
using System.Net;
using System.Net.WebSockets;
using System.Text;
using Kitbag.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Network;

long uploaded = 0;
var handlers = new KitbagHandlers()
    .On<Say>((session, say) => session.SendAsync(say with { Text = say.Text + " (heard)" }))
    .On<Upload>((session, upload, payload) =>
    {
        uploaded += payload.Length;
        return default;
    })
    .OnRequest<Question, Weather>(async (session, question, cancellation) =>
    {
        await Task.Delay(1, cancellation);
        return question.City == "Rome" ? new Weather(31.5, "clear") : throw new KitbagRemoteException("No such city.", 404);
    })
    .OnRequestFailed((session, type, exception) => Console.Error.WriteLine(type + ": " + exception));
await using KitbagServer server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers);
int port = server.EndPoint.Port;

var heard = new TaskCompletionSource<string>();
var replies = new KitbagHandlers().On<Say>((session, say) =>
{
    heard.SetResult(say.Text);
    return default;
});
await using KitbagSession session = await KitbagSession.ConnectAsync(await KitbagTransport.ConnectTcpAsync("127.0.0.1", port), replies);

await session.SendAsync(new Say("Ada", "hello"));
Console.WriteLine(await heard.Task);

Weather weather = await session.RequestAsync<Question, Weather>(new Question("Rome"), TimeSpan.FromSeconds(5));
Console.WriteLine(weather);
try
{
    await session.RequestAsync<Question, Weather>(new Question("Atlantis"));
}
catch (KitbagRemoteException e)
{
    Console.WriteLine(e.Code + ": " + e.Message);
}

byte[] buffer = new byte[100_000];
await session.SendAsync(new Upload("picture"), buffer, 500, 64_000);

var resumable = new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromMinutes(2) };
await using KitbagServer keeping = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers, resumable);
await using KitbagSession lasting = await KitbagSession.ConnectAsync(
    cancellation => KitbagTransport.ConnectTcpAsync("127.0.0.1", keeping.EndPoint.Port, null, cancellation),
    new KitbagHandlers(), resumable);
Console.WriteLine(await lasting.RequestAsync<Question, Weather>(new Question("Rome")));

var users = new Dictionary<string, User> { ["a ticket"] = new User("Ada") };
var authenticating = new KitbagSessionOptions
{
    ResumeTimeout = TimeSpan.FromMinutes(2),
    Authenticate = client =>
    {
        if (!users.TryGetValue(Encoding.UTF8.GetString(client.Credentials.Span), out User? user))
            return "The ticket is invalid.";
        if (client.ResumedSession is { } session && !user.Equals(session.State))
            return "The session belongs to another user.";
        client.State = user;
        return null;
    },
};
var lobbyHandlers = new KitbagHandlers()
    .On<Say>((session, say) =>
    {
        SendToAll(session.Server!, say with { From = ((User)session.State!).Name });
        return default;
    });
await using KitbagServer lobby = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), lobbyHandlers, authenticating);

heard = new TaskCompletionSource<string>();
var guests = new KitbagHandlers().On<Say>((session, say) =>
{
    heard.SetResult(say.From + ": " + say.Text);
    return default;
});
await using KitbagSession guest = await KitbagSession.ConnectAsync(
    await KitbagTransport.ConnectTcpAsync("127.0.0.1", lobby.EndPoint.Port), guests,
    new KitbagSessionOptions { Credentials = Encoding.UTF8.GetBytes("a ticket") });
await guest.SendAsync(new Say("nobody", "hello"));
Console.WriteLine(await heard.Task);

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.UseUrls("http://127.0.0.1:0");
await using WebApplication web = builder.Build();
web.UseWebSockets();
web.Map("/game", async context =>
{
    // A client that uses another protocol gets no session.
    if (!context.WebSockets.WebSocketRequestedProtocols.Contains(KitbagTransport.SubProtocol))
    {
        context.Response.StatusCode = 400;
        return;
    }
    using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync(KitbagTransport.SubProtocol);
    var client = new IPEndPoint(context.Connection.RemoteIpAddress!, context.Connection.RemotePort);
    await using KitbagSession player = await KitbagSession.AcceptAsync(KitbagTransport.FromWebSocket(socket, client), handlers);
    await player.Completion;
});
await web.StartAsync();
var address = new Uri(web.Urls.Single().Replace("http:", "ws:"));
await using KitbagSession visitor = await KitbagSession.ConnectAsync(
    await KitbagTransport.ConnectWebSocketAsync(new Uri(address, "/game")), new KitbagHandlers());
Console.WriteLine(await visitor.RequestAsync<Question, Weather>(new Question("Rome")));
await visitor.CloseAsync();

await session.CloseAsync();
KitbagClose close = await session.Completion;
Console.WriteLine(close.Reason);
return uploaded == 64_000 && close.Reason == KitbagCloseReason.Done ? 0 : 1;

static void SendToAll(KitbagServer server, Say say)
{
    foreach (KitbagSession session in server.Sessions)
        _ = SendOrAbortAsync(session, say);
}

static async Task SendOrAbortAsync(KitbagSession session, Say say)
{
    try
    {
        await session.SendAsync(say);
    }
    catch (KitbagSessionException)
    {
        // The session has ended, or its client is too slow: more than MaxSendBuffer bytes are waiting for it.
        session.Abort();
    }
}
