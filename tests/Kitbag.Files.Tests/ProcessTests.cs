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
    /// <summary>
    /// Tests real processes that are killed while they save, that compete, and that have a full disk. ./build.sh files runs longer tests.
    /// </summary>
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

        // Starts a child process, kills it after a random time, and returns the last number that it printed, or -1.
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
            // At a random point of the current save.
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
                string result = child.StandardOutput.ReadToEnd();
                child.WaitForExit();
                output.WriteLine("saved, refused, loaded: " + result);
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
        public void A_full_disk_leaves_the_old_file_whenever_the_space_runs_out()
        {
            if (!OperatingSystem.IsLinux())
                return;
            using Process child = Start("full", At("a.kit"));
            string result = child.StandardOutput.ReadToEnd();
            child.WaitForExit();
            Assert.Equal(0, child.ExitCode);
            int failures = int.Parse(result, CultureInfo.InvariantCulture);
            output.WriteLine(failures + " saves on a full disk");
            Assert.True(failures >= 50, result);
        }
    }
}
