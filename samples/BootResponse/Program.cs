using System;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using BootResponse.Model;
using Kitbag;

// A mobile game's first request: a server answers with JSON, the client reads it from the network stream. Both ends use the
// same classes, none of which knows Kitbag: inherited members, enums, nulls and a generic frame around the payload.

// What every end of this protocol agrees on.
var options = new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase, EnumsByName = true, OmitDefaults = true };

Response<Boot> made = BootData.Response();
byte[] json = KitbagJson.SerializeToUtf8Bytes(made, options);

// A server of one answer, so that the sample needs none installed.
var listener = new TcpListener(IPAddress.Loopback, 0);
listener.Start();
Task serving = Task.Run(async () =>
{
    using TcpClient peer = await listener.AcceptTcpClientAsync();
    NetworkStream stream = peer.GetStream();
    _ = await stream.ReadAsync(new byte[4096]);
    await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + $"{json.Length}\r\nConnection: close\r\n\r\n"));
    await KitbagJson.SerializeAsync(stream, made, options);
});

using var client = new HttpClient();
using HttpResponseMessage answer = await client.GetAsync($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/boot",
    HttpCompletionOption.ResponseHeadersRead);
Response<Boot> response = await KitbagJson.DeserializeAsync<Response<Boot>>(await answer.Content.ReadAsStreamAsync(), options);
await serving;
listener.Stop();

Boot boot = response.Payload ?? throw new InvalidOperationException("The answer has no payload.");
Console.WriteLine($"{json.Length:N0} bytes of JSON: {Encoding.UTF8.GetString(json, 0, 220)}…");
Console.WriteLine();
Console.WriteLine($"Status   {response.Status}, server time {response.ServerTime:u}");
Console.WriteLine($"Player   {boot.Profile?.Name} of {boot.Profile?.Guild}, level {boot.Profile?.Level}, on {boot.Profile?.Platform}, "
    + $"{boot.Profile?.Friends?.Count} friends");
Console.WriteLine($"Items    {boot.Catalogue?.Count}, {boot.Catalogue?.Count(i => i.SalePrice != null)} on sale, "
    + $"{boot.Catalogue?.Count(i => i.Description == null)} without a description");
Console.WriteLine($"Settings {boot.Settings?.Count}, rates {boot.Rates?.Count}");

if (!KitbagJson.SerializeToUtf8Bytes(response, options).AsSpan().SequenceEqual(json))
{
    Console.Error.WriteLine("What was read is not what was written.");
    return 1;
}
Console.WriteLine("What was read is what was written.");
return 0;
