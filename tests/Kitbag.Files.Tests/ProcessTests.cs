using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag.Files.Child;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Files.Tests
{
    /// <summary>Real processes: killed while they save, against each other, and without room. ./build.sh files does it for long.</summary>
    public sealed class ProcessTests(ITestOutputHelper output) : TemporaryFolder
    {
        private static int Number(string variable, int otherwise) =>
            int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int n) ? n : otherwise;

        private static Process Start(params string[] arguments)
        {
            var start = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, RedirectStandardInput = true };
            start.ArgumentList.Add(typeof(Versioned).Assembly.Location);
            foreach (string argument in arguments)
                start.ArgumentList.Add(argument);
            return Process.Start(start)!;
        }

        // Runs a child until it is killed after a time by chance; answers the number that it said last, -1 for none.
        private static long Kill(Random random, params string[] arguments)
        {
            using Process child = Start(arguments);
            long last = -1;
            long? first = null;
            int lines = random.Next(1, 12);
            while (lines-- > 0 && child.StandardOutput.ReadLine() is { } line)
            {
                last = long.Parse(line, CultureInfo.InvariantCulture);
                first ??= last;
            }
            // At any place of the save that goes on now.
            var clock = Stopwatch.StartNew();
            double wait = random.NextDouble() * 6;
            while (clock.Elapsed.TotalMilliseconds < wait)
            {
            }
            child.Kill();
            while (child.StandardOutput.ReadLine() is { } line)
                last = long.Parse(line, CultureInfo.InvariantCulture);
            child.WaitForExit();
            return last;
        }

        [Fact]
        public void Saves_that_are_killed_leave_the_old_or_the_new_file()
        {
            int kills = Number("KITBAG_FILE_KILLS", 15), fallbacks = 0;
            var random = new Random(kills);
            for (int i = 0; i < kills; i++)
            {
                long last = Kill(random, "save", At("a.kit"), random.Next(10, 60_000).ToString(CultureInfo.InvariantCulture));
                if (!KitbagFile.Exists(At("a.kit")))
                {
                    Assert.InRange(last, -1, 0);
                    continue;
                }
                Versioned value = KitbagFile.Load<Versioned>(At("a.kit"), out KitbagLoaded loaded);
                Assert.True(value.IsIntact());
                Assert.InRange(value.Version, last, last + 1);
                fallbacks += loaded.IsFallback ? 1 : 0;
            }
            Assert.Equal(0, fallbacks);
            KitbagFile.Save(At("a.kit"), Versioned.Of(1, 10));
            Assert.All(Names(), n => Assert.EndsWith(".kit", n, StringComparison.Ordinal));
            output.WriteLine(kills + " processes were killed");
        }

        [Fact]
        public void Logs_whose_writer_is_killed_have_all_that_was_flushed()
        {
            int kills = Number("KITBAG_FILE_KILLS", 15);
            var random = new Random(kills);
            for (int i = 0; i < kills; i++)
            {
                long last = Kill(random, "append", At("a.log"));
                if (last < 0 && !File.Exists(At("a.log")))
                    continue;
                long next = 0;
                foreach (long record in KitbagLog<long>.Read(At("a.log")))
                    Assert.Equal(next++, record);
                Assert.True(next >= last, next + " of " + last);
            }
        }

        [Fact]
        public void Two_processes_save_to_one_file()
        {
            string seconds = Number("KITBAG_FILE_SECONDS", 2).ToString(CultureInfo.InvariantCulture);
            KitbagFile.Save(At("a.kit"), Versioned.Of(0, 5000));
            Process[] children = new[] { "one", "two" }.Select(w => Start("race", At("a.kit"), w, seconds)).ToArray();
            foreach (Process child in children)
            {
                string said = child.StandardOutput.ReadToEnd();
                child.WaitForExit();
                output.WriteLine("saved, refused, loaded: " + said);
                Assert.Equal(0, child.ExitCode);
                child.Dispose();
            }
            Assert.True(KitbagFile.Load<Versioned>(At("a.kit")).IsIntact());
            Assert.Equal(["a.1.kit", "a.kit"], Names());
        }

        [Fact]
        public void A_second_process_gets_an_error_that_names_the_owner_of_the_file()
        {
            using Process child = Start("hold", At("a.log"));
            Assert.Equal("held", child.StandardOutput.ReadLine());
            KitbagException e = Assert.Throws<KitbagException>(
                () => KitbagLog<long>.Open(At("a.log"), new KitbagLogOptions { LockTimeout = TimeSpan.Zero }));
            Assert.Equal(KitbagErrorReason.FileInUse, e.Reason);
            Assert.Contains("process " + child.Id + " (dotnet) on " + Environment.MachineName, e.Message, StringComparison.Ordinal);
            child.StandardInput.WriteLine();
            child.WaitForExit();
            KitbagLog<long>.Open(At("a.log")).Dispose();
        }

        [Fact]
        public void A_full_disk_leaves_the_old_file_wherever_it_is_full()
        {
            if (!OperatingSystem.IsLinux())
                return;
            using Process child = Start("full", At("a.kit"));
            string said = child.StandardOutput.ReadToEnd();
            child.WaitForExit();
            Assert.Equal(0, child.ExitCode);
            int failures = int.Parse(said, CultureInfo.InvariantCulture);
            output.WriteLine(failures + " saves without room");
            Assert.True(failures >= 50, said);
        }
    }
}
