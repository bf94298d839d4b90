using System;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading.Tasks;
using BootResponse.Model;
using Kitbag;

// The first request of a mobile game: a server answers with JSON, and the client reads it from the network stream. Both ends use the same
// classes, which have no attributes of Kitbag: with inherited members, enums, nulls and a generic class around the payload.

// All ends of this protocol use the same options.
var options = new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase, EnumsByName = true, OmitDefaults = true };

Response<Boot> sent = BootData.Response();
byte[] json = KitbagJson.SerializeToUtf8Bytes(sent, options);

// A server that answers one request, so that the sample does not depend on an installed one.
var listener = new TcpListener(IPAddress.Loopback, 0);
listener.Start();
Task serving = Task.Run(async () =>
{
    using TcpClient peer = await listener.AcceptTcpClientAsync();
    NetworkStream stream = peer.GetStream();
    _ = await stream.ReadAsync(new byte[4096]);
    await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + $"{json.Length}\r\nConnection: close\r\n\r\n"));
    await KitbagJson.SerializeAsync(stream, sent, options);
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
    Console.Error.WriteLine("The response that was read differs from the one that was written.");
    return 1;
}
Console.WriteLine("The response that was read equals the one that was written.");
return 0;
