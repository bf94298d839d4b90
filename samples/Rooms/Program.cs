using System.Globalization;
using System.Net;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.FileProviders;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Rooms;

// A shared board: a relay, web pages and a program in one room.
//   --port N      the port of the page; by default 7430
//   --relay URL   an existing relay, such as ws://127.0.0.1:7421/kitbag; by default, one is started
//   --quick       draws a stroke, checks the result, and ends
bool isQuick = args.Contains("--quick");
int port = int.Parse(Option("--port") ?? (isQuick ? "0" : "7430"), CultureInfo.InvariantCulture);

// A relay within another program uses the logging settings of that program.
Environment.SetEnvironmentVariable("LOGGING__LOGLEVEL__DEFAULT", "Warning");
await using KitbagRelay? own = Option("--relay") == null
    ? await KitbagRelay.StartAsync(new RelayOptions { Name = "board", Tcp = "", Http = "127.0.0.1:0" })
    : null;
var relay = new Uri(Option("--relay") ?? "ws://" + own!.HttpAddresses[0].Authority + "/kitbag");

WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, port));
await using WebApplication site = builder.Build();
var files = new PhysicalFileProvider(Path.Combine(AppContext.BaseDirectory, "wwwroot"));
site.UseDefaultFiles(new DefaultFilesOptions { FileProvider = files });
site.UseStaticFiles(new StaticFileOptions { FileProvider = files });
site.MapGet("/relay.json", () => Results.Text("{\"relay\":\"" + relay + "\"}", "application/json"));
await site.StartAsync();

await using Bot bot = await Bot.StartAsync(relay, "Bot");
bot.Seen += (who, stroke) => Console.WriteLine("The bot has seen a stroke of " + who + ": " + stroke.Id);
Console.WriteLine("The board is at " + site.Urls.First());
if (!isQuick)
{
    await site.WaitForShutdownAsync();
    return 0;
}

// A peer draws a stroke, the bot mirrors it, and a peer that joins later receives both. The page is served.
await using Bot ada = await Bot.StartAsync(relay, "Ada");
ada.Draw(new Stroke("ada-1", 0, "#1f6feb", 5, DateTimeOffset.UtcNow.ToUnixTimeMilliseconds(), [100, 100, 300, 200]));
bool isMirrored = await BecomesTrueAsync(() => bot.Strokes.Count == 2 && ada.Strokes.Count == 2);
await using Bot late = await Bot.StartAsync(relay, "Late");
bool isComplete = await BecomesTrueAsync(() => late.Strokes.Count == 2);
using var web = new HttpClient { BaseAddress = new Uri(site.Urls.First()) };
bool isServed = (await web.GetStringAsync("/")).Contains("board.js", StringComparison.Ordinal)
    && (await web.GetStringAsync("/kitbag.js")).Contains("KitbagRooms", StringComparison.Ordinal);
Console.WriteLine("Mirrored: " + isMirrored + ", complete for a later peer: " + isComplete + ", page served: " + isServed);
return isMirrored && isComplete && isServed ? 0 : 1;

string? Option(string name) => Array.IndexOf(args, name) is >= 0 and int at && at + 1 < args.Length ? args[at + 1] : null;

static async Task<bool> BecomesTrueAsync(Func<bool> condition)
{
    for (int i = 0; i < 600 && !condition(); i++)
        await Task.Delay(50);
    return condition();
}
