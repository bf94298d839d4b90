using System;
using System.IO;
using System.Text.Json;
using Workloads;

namespace Kitbag.Cold
{
    internal static partial class Program
    {
        static partial void Make(string workload, ref byte[]? bytes) => bytes = Peer.Write(workload, workload switch
        {
            "save-game" => Data.SaveGame(),
            "envelope" => Data.Envelope(),
            "persons" => Data.Persons(1000),
            "twitter" => ReadTwitter(),
            _ => BootResponse.Model.BootData.Response(),
        });

        // Real data. If it is not available, this fails, and the runner leaves the workload out.
        private static TwitterPage ReadTwitter()
        {
            string folder = Environment.GetEnvironmentVariable("KITBAG_DATA") ?? throw new NotSupportedException();
            return JsonSerializer.Deserialize<TwitterPage>(
                File.ReadAllBytes(Path.Combine(folder, "json", "twitter.json")),
                new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower })!;
        }
    }
}
