using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Threading.Tasks;
using Kitbag.Net.Peer;
using Xunit;

namespace Kitbag.Net.Tests.Faults
{
    /// <summary>A process of tests/Kitbag.Net.Peer, which is killed at the end of the test at the latest.</summary>
    internal sealed class PeerProcess : IDisposable
    {
        private readonly Process _process;

        private PeerProcess(Process process, string first)
        {
            _process = process;
            First = first;
        }

        /// <summary>The first line that it has written.</summary>
        public string First { get; }

        public int Port => int.Parse(First, CultureInfo.InvariantCulture);

        public bool HasExited => _process.HasExited;

        public static Task<PeerProcess> Serve(string ledger, int port = 0, double send = 3, double resume = 20, double patience = 1) =>
            Start(send, resume, patience, "serve", ledger, port.ToString(CultureInfo.InvariantCulture));

        public static Task<PeerProcess> Send(string ledger, int port, int sender, long count, int size = 100) => Start(3, 20, 1, "send",
            ledger, port.ToString(CultureInfo.InvariantCulture), sender.ToString(CultureInfo.InvariantCulture),
            count.ToString(CultureInfo.InvariantCulture), size.ToString(CultureInfo.InvariantCulture));

        /// <summary>The resources of the process after a garbage collection.</summary>
        public async Task<(int Sessions, long Memory, int Sockets)> Stats()
        {
            await _process.StandardInput.WriteLineAsync("stats");
            string[] numbers = (await _process.StandardOutput.ReadLineAsync().Soon())!.Split(' ');
            return (int.Parse(numbers[0], CultureInfo.InvariantCulture), long.Parse(numbers[1], CultureInfo.InvariantCulture),
                int.Parse(numbers[2], CultureInfo.InvariantCulture));
        }

        /// <summary>Waits until the process has no sessions, and has released their resources.</summary>
        public async Task WaitForResources((int Sessions, long Memory, int Sockets) before)
        {
            // Pools and tables keep some memory for future sessions.
            const long Kept = 4 << 20;
            (int Sessions, long Memory, int Sockets) now = default;
            for (int i = 0; i < 300; i++)
            {
                now = await Stats();
                if (now.Sessions == 0 && now.Memory < before.Memory + Kept && now.Sockets <= before.Sockets)
                    return;
                await Task.Delay(100);
            }
            Assert.Fail("Sessions, bytes and sockets before: " + before + ", after: " + now);
        }

        /// <summary>Lets a sender send one last message.</summary>
        public Task Finish() => _process.StandardInput.WriteLineAsync("finish");

        /// <summary>The last line of a sender.</summary>
        public async Task<string> End() => (await _process.StandardOutput.ReadLineAsync().Soon())!;

        public void Stop() => Signal("STOP");

        public void Continue() => Signal("CONT");

        public void Kill()
        {
            _process.Kill();
            _process.WaitForExit();
        }

        public void Dispose()
        {
            if (!_process.HasExited)
                Kill();
            _process.Dispose();
        }

        private static async Task<PeerProcess> Start(double send, double resume, double patience, params string[] arguments)
        {
            string assembly = typeof(Ledger).Assembly.Location;
            var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardInput = true, RedirectStandardOutput = true };
            start.ArgumentList.Add(assembly);
            foreach (string argument in arguments)
                start.ArgumentList.Add(argument);
            start.Environment["KITBAG_PEER_SEND"] = send.ToString(CultureInfo.InvariantCulture);
            start.Environment["KITBAG_PEER_RESUME"] = resume.ToString(CultureInfo.InvariantCulture);
            start.Environment["KITBAG_PEER_PATIENCE"] = patience.ToString(CultureInfo.InvariantCulture);
            Process process = Process.Start(start)!;
            return new PeerProcess(process, (await process.StandardOutput.ReadLineAsync().Soon())!);
        }

        private void Signal(string name)
        {
            using var kill = Process.Start("kill", ["-" + name, _process.Id.ToString(CultureInfo.InvariantCulture)]);
            kill.WaitForExit();
        }
    }

    /// <summary>A folder with a ledger, deleted after the test.</summary>
    internal sealed class LedgerFile : IDisposable
    {
        public LedgerFile()
        {
            Path = System.IO.Path.Combine(System.IO.Path.GetTempPath(), "kitbag-" + Guid.NewGuid().ToString("N"));
            Ledger = new Ledger(Path);
        }

        public string Path { get; }

        public Ledger Ledger { get; }

        /// <summary>Asserts that nothing is duplicated or out of order, and that nothing confirmed is lost.</summary>
        public void Check(IEnumerable<int> senders)
        {
            foreach (int sender in senders)
            {
                long sent = Ledger[sender, Entry.Sent], confirmed = Ledger[sender, Entry.Confirmed];
                long received = Ledger[sender, Entry.Received], echoed = Ledger[sender, Entry.Echoed];
                string numbers = "Sender " + sender + ": sent " + sent + ", confirmed " + confirmed + ", received " + received
                    + ", echoed " + echoed;
                Assert.True(Ledger[sender, Entry.Bad] == 0 && Ledger[sender, Entry.BadEchoes] == 0, numbers + ", duplicated or unordered: "
                    + Ledger[sender, Entry.Bad] + " messages, " + Ledger[sender, Entry.BadEchoes] + " echoes");
                Assert.True(confirmed <= received && received <= sent && echoed <= received, numbers);
            }
        }

        public void Dispose()
        {
            Ledger.Dispose();
            File.Delete(Path);
        }
    }
}
