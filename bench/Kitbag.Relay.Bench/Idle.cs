using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;
using Kitbag.Relay.Hosting;

namespace Kitbag.Relay.Bench
{
    /// <summary>What idle peers take. The relay is a process of its own.</summary>
    internal static class Idle
    {
        public static async Task RunAsync(int peers)
        {
            const int Port = 17431;
            string program = typeof(KitbagRelay).Assembly.Location;
            using Process relay = Process.Start(new ProcessStartInfo("dotnet", [program, "--tcp", "127.0.0.1:" + Port, "--http", "",
                "--logging.loglevel.default", "Warning", "--limits.maxpeersperroom", "100"]))!;
            try
            {
                await Task.Delay(2000);
                long before = Resident(relay);
                var readers = new Reader[peers];
                for (int i = 0; i < peers; i++)
                    readers[i] = await Reader.StartAsync(new IPEndPoint(IPAddress.Loopback, Port), i, isPeer: true);
                await Task.Delay(5000);
                Console.WriteLine($"{peers:N0} idle peers: {Resident(relay) >> 20} MiB resident, {before >> 20} MiB without them");
                GC.KeepAlive(readers);
            }
            finally
            {
                relay.Kill();
                await relay.WaitForExitAsync();
            }
        }

        private static long Resident(Process process) => long.Parse(File.ReadLines("/proc/" + process.Id + "/status")
            .First(l => l.StartsWith("VmRSS", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], null) << 10;
    }
}
