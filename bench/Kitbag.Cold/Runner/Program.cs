using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using Kitbag.Bench;

namespace Kitbag.Cold
{
    /// <summary>
    /// Runs processes that serialize once, in turns, and prints medians. Arguments: --runs N (20), --peers A,B,
    /// --modes Jit,ReadyToRun,NativeAot, --workloads A,B, --peer-assemblies DIR, --no-build, --out FILE.md, --chart FILE.svg,
    /// --short (5 runs of Kitbag and System.Text.Json with the save game and JSON).
    /// </summary>
    internal static class Program
    {
        private static readonly string[] s_modes = { "Jit", "ReadyToRun", "NativeAot" };

        // Peers that cannot be compiled ahead of time, or only with warnings that they may not work.
        private static readonly string[] s_jitOnly = { "SystemTextJsonReflection", "Newtonsoft", "XmlSerializer", "DataContract" };

        private static int Main(string[] args)
        {
            var options = new Dictionary<string, string>();
            for (int i = 0; i < args.Length; i++)
                options[args[i]] = i + 1 < args.Length && !args[i + 1].StartsWith("--", StringComparison.Ordinal) ? args[++i] : "";
            bool isShort = options.ContainsKey("--short");
            string assemblies = options.GetValueOrDefault("--peer-assemblies", "");
            int runs = int.Parse(options.GetValueOrDefault("--runs", isShort ? "5" : "20"), CultureInfo.InvariantCulture);
            string[] peers = Split(options, "--peers", isShort ? "Kitbag,SystemTextJson"
                : "Kitbag,SystemTextJson,SystemTextJsonReflection,Newtonsoft,DataContract,XmlSerializer,GoogleProtobuf"
                    + (assemblies.Length == 0 ? "" : ",MemoryPack,Nino"));
            string[] modes = Split(options, "--modes", string.Join(",", s_modes));
            string[] workloads = Split(options, "--workloads",
                isShort ? "save-game,json-boot" : "save-game,persons,envelope,json-boot,twitter");
            string root = FindRoot(), folder = Path.Combine(root, "artifacts", "cold-bench");
            string runtime = "linux-" + (RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? "arm64" : "x64");

            if (!options.ContainsKey("--no-build"))
                Build(root, folder, runtime, peers, modes, assemblies);
            List<Case> cases = Cases(folder, peers, modes, workloads);
            // The first run is not measured: it brings all files into memory. The cases take turns, so that all see the same machine load.
            for (int run = -1; run < runs; run++)
            {
                foreach (Case one in cases)
                    one.Run(run >= 0);
            }
            string table = Table(cases, runs);
            Console.WriteLine(table);
            if (options.TryGetValue("--out", out string? file))
                File.WriteAllText(file, table);
            if (options.TryGetValue("--chart", out string? chart))
                Draw(chart, cases);
            return 0;
        }

        private static string[] Split(Dictionary<string, string> options, string name, string otherwise) =>
            options.GetValueOrDefault(name, otherwise).Split(',');

        private static string FindRoot()
        {
            string folder = AppContext.BaseDirectory;
            while (!File.Exists(Path.Combine(folder, "Kitbag.slnx")))
                folder = Path.GetDirectoryName(folder)!;
            return folder;
        }

        private static void Build(string root, string folder, string runtime, string[] peers, string[] modes, string assemblies)
        {
            Dotnet(root, "build src/Kitbag -c Release -m:1 -v quiet --nologo");
            Dotnet(root, "msbuild src/Kitbag -t:CompileImages -p:KitbagImages=true -p:Configuration=Release -p:TargetFramework=net8.0 "
                + "-nologo -v:quiet -p:KitbagImageRuntime=" + runtime);
            foreach (string peer in peers)
            {
                // The program for the JIT creates the files that the other programs read.
                foreach (string mode in modes.Append("Jit").Distinct().Where(mode => mode == "Jit" || !s_jitOnly.Contains(peer)))
                {
                    Console.Error.WriteLine(peer + ", " + mode);
                    Dotnet(root, (mode == "Jit" ? "build" : "publish") + " bench/Kitbag.Cold/Program -c Release -m:1 -v quiet --nologo -r "
                        + runtime + " -p:Peer=" + peer + " -p:Mode=" + mode + " -p:Runtime=" + runtime
                        + (assemblies.Length == 0 ? "" : " -p:PeerAssemblies=" + assemblies) + " -o " + Path.Combine(folder, peer, mode));
                }
            }
        }

        private static void Dotnet(string root, string arguments)
        {
            using Process process = Process.Start(new ProcessStartInfo("dotnet", arguments) { WorkingDirectory = root })!;
            process.WaitForExit();
            if (process.ExitCode != 0)
                throw new InvalidOperationException("dotnet " + arguments + " failed.");
        }

        private static List<Case> Cases(string folder, string[] peers, string[] modes, string[] workloads)
        {
            var cases = new List<Case>();
            string anyFile = typeof(Program).Assembly.Location;
            foreach (string mode in modes)
                cases.Add(new Case("", "(nothing)", mode, "start", Path.Combine(folder, peers[0], mode, "Cold"), anyFile));
            foreach (string workload in workloads)
            {
                foreach (string peer in peers)
                {
                    string file = Path.Combine(folder, peer, workload);
                    // A peer that does not support the workload fails.
                    if (!new Case(workload, peer, "Jit", "make", Path.Combine(folder, peer, "Jit", "Cold"), file).TryRun())
                        continue;
                    foreach (string mode in modes.Where(mode => Directory.Exists(Path.Combine(folder, peer, mode))))
                    {
                        foreach (string verb in new[] { "load", "save" })
                            cases.Add(new Case(workload, peer, mode, verb, Path.Combine(folder, peer, mode, "Cold"), file));
                    }
                }
            }
            return cases;
        }

        private static string Table(List<Case> cases, int runs)
        {
            var text = new StringBuilder();
            text.Append(CultureInfo.InvariantCulture, $"{DateTime.UtcNow:yyyy-MM-dd}, commit {Output("git", "rev-parse --short HEAD")}, ");
            text.Append(CultureInfo.InvariantCulture, $"{Output("uname", "-sm")}, {Environment.ProcessorCount} cores, load ");
            text.Append(CultureInfo.InvariantCulture, $"{File.ReadAllText("/proc/loadavg").Split(' ')[0]}; medians of {runs} runs.\n\n");
            foreach (IGrouping<string, Case> workload in cases.GroupBy(one => one.Workload))
            {
                text.Append("| ").Append(workload.Key.Length == 0 ? "a program that serializes nothing" : workload.Key)
                    .Append(" | call, ms | process, ms | methods compiled |\n|---|---:|---:|---:|\n");
                foreach (Case one in workload)
                {
                    text.Append(CultureInfo.InvariantCulture, $"| {one.Peer}, {one.Mode}, {one.Verb} | {one.Call:F1} | {one.Total:F1} | ");
                    text.Append(one.Mode == "NativeAot" ? "–" : one.Methods.ToString("F0", CultureInfo.InvariantCulture)).Append(" |\n");
                }
                text.Append('\n');
            }
            return text.ToString();
        }

        // Draws the duration of the processes that load the save game, for each mode of compilation.
        private static void Draw(string file, List<Case> cases)
        {
            var bars = cases.Where(one => one.Workload == "save-game" && one.Verb == "load").GroupBy(one => one.Peer)
                .Select(peer => (peer.Key, s_modes.Select(mode => peer.FirstOrDefault(one => one.Mode == mode)?.Total ?? 0).ToArray()))
                .ToList();
            Plot.Draw(file, "save-game: a process that loads it once, ms, shorter is better", s_modes, bars);
        }

        private static string Output(string program, string arguments)
        {
            using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;
            return process.StandardOutput.ReadToEnd().Trim();
        }

        /// <summary>One program, one workload, and whether it is loaded or saved.</summary>
        private sealed class Case
        {
            private readonly List<double> _calls = new List<double>(), _totals = new List<double>(), _methods = new List<double>();
            private readonly string _program, _file;

            public Case(string workload, string peer, string mode, string verb, string program, string file)
            {
                Workload = workload;
                Peer = peer;
                Mode = mode;
                Verb = verb;
                _program = program;
                _file = file;
            }

            public string Workload { get; }

            public string Peer { get; }

            public string Mode { get; }

            public string Verb { get; }

            public double Call => Median(_calls);

            public double Total => Median(_totals);

            public double Methods => Median(_methods);

            public bool TryRun() => Start(out _, out _) == 0;

            public void Run(bool isMeasured)
            {
                if (Start(out string output, out double total) != 0)
                    throw new InvalidOperationException(_program + " " + Verb + " " + Workload + " failed.");
                if (!isMeasured)
                    return;
                string[] fields = output.Split(' ');
                _calls.Add(double.Parse(fields[0], CultureInfo.InvariantCulture) / 1000);
                _methods.Add(double.Parse(fields[1], CultureInfo.InvariantCulture));
                _totals.Add(total);
            }

            private int Start(out string output, out double milliseconds)
            {
                long start = Stopwatch.GetTimestamp();
                using Process process = Process.Start(new ProcessStartInfo(_program, new[] { Verb, Workload, _file })
                {
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                })!;
                output = process.StandardOutput.ReadToEnd();
                process.WaitForExit();
                milliseconds = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
                return process.ExitCode;
            }

            private static double Median(List<double> values)
            {
                double[] sorted = values.Order().ToArray();
                int half = sorted.Length / 2;
                return sorted.Length % 2 != 0 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
            }
        }
    }
}
