using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Kitbag.Relay.Bench
{
    /// <summary>
    /// Compares the cost of sending messages through a relay with the cost of sending the same bytes without one. Everything runs in one
    /// process, so only the ratios are meaningful.
    /// </summary>
    internal static class Program
    {
        public static async Task<int> Main(string[] args)
        {
            int rounds = args.Length > 1 ? int.Parse(args[1], null) : 5;
            switch (args.FirstOrDefault())
            {
                case "unicast":
                    await CompareRates(rounds);
                    return 0;
                case "broadcast":
                    await Compare("written to 100 sessions, microseconds of processor time", () => Broadcast.RunAsync(isRelayed: false),
                        "broadcast to 100 peers, microseconds of processor time", () => Broadcast.RunAsync(isRelayed: true), rounds);
                    return 0;
                case "idle":
                    await Idle.RunAsync(args.Length > 1 ? int.Parse(args[1], null) : 10_000, args.Length > 2 ? args[2] : "tcp");
                    return 0;
                case "latency":
                    await Unicast.LatencyAsync(args.Length > 1 ? int.Parse(args[1], null) : 100_000);
                    return 0;
                default:
                    Console.WriteLine("unicast [ROUNDS] | broadcast [ROUNDS] | idle [PEERS] [tcp|tls|websocket] | "
                        + "latency [MESSAGES PER SECOND]");
                    return 2;
            }
        }

        // While the machine is busy with other work, processor times are more reliable than rates.
        private static async Task CompareRates(int rounds)
        {
            var echo = new List<Rate>();
            var relay = new List<Rate>();
            await Echo.RunAsync();
            await Unicast.RunAsync();
            for (int i = 0; i < rounds; i++)
            {
                echo.Add(await Echo.RunAsync());
                relay.Add(await Unicast.RunAsync());
            }
            double Median(List<Rate> all, Func<Rate, double> what) => Program.Median([.. all.Select(what)]);
            double rate = Median(echo, r => r.PerSecond), relayed = Median(relay, r => r.PerSecond);
            double time = Median(echo, r => r.Microseconds), relayedTime = Median(relay, r => r.Microseconds);
            Console.WriteLine($"plain echo: {rate:N0} round trips per second, {time:F2} us of processor time each\n"
                + $"relayed from one to one: {relayed:N0} messages per second, {relayedTime:F2} us of processor time each\n"
                + $"ratio: {relayed / rate:F2}, by processor time {time / relayedTime:F2}");
        }

        // Runs both in turns, and prints the medians.
        private static async Task Compare(string first, Func<Task<double>> runFirst, string second,
            Func<Task<double>> runSecond, int rounds)
        {
            var all = (First: new List<double>(), Second: new List<double>());
            await runFirst();
            await runSecond();
            for (int i = 0; i < rounds; i++)
            {
                all.First.Add(await runFirst());
                all.Second.Add(await runSecond());
            }
            double one = Median(all.First), other = Median(all.Second);
            Console.WriteLine($"{first}: {one:N0}\n{second}: {other:N0}\nratio: {other / one:F2}");
        }

        private static double Median(List<double> all)
        {
            all.Sort();
            return all[all.Count / 2];
        }
    }
}
