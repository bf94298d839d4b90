using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Runtime.InteropServices;

namespace Kitbag.Files.Child
{
    /// <summary>A value that can check whether it is intact: all of its content depends on the version.</summary>
    public sealed class Versioned
    {
        public long Version { get; set; }

        public string Writer { get; set; } = "";

        public double[] Numbers { get; set; } = [];

        /// <summary>Creates a value whose document has about 8 bytes for each number.</summary>
        public static Versioned Of(long version, int count, string writer = "") => new()
        {
            Version = version,
            Writer = writer,
            Numbers = Enumerable.Range(0, count).Select(i => Number(version, i)).ToArray(),
        };

        public bool IsIntact() => Numbers.Select((n, i) => n == Number(Version, i)).All(same => same);

        private static double Number(long version, int i) => Math.Sqrt((version * 7919) + i) + version;
    }

    /// <summary>The work of a process that a test starts and kills.</summary>
    public static class Program
    {
        private const int FileSize = 1, FileTooLarge = 25;

        public static int Main(string[] arguments)
        {
            string path = arguments[1];
            switch (arguments[0])
            {
                case "save":
                    return Save(path, int.Parse(arguments[2], CultureInfo.InvariantCulture));
                case "append":
                    return Append(path);
                case "race":
                    return Race(path, arguments[2], double.Parse(arguments[3], CultureInfo.InvariantCulture));
                case "full":
                    return FullDisk(path);
                case "hold":
                    using (KitbagLog<long> held = KitbagLog<long>.Open(path))
                    {
                        Console.WriteLine("held");
                        Console.ReadLine();
                        return 0;
                    }
                default:
                    return 2;
            }
        }

        // Saves one version after the other, without end, and prints each version after it was saved.
        private static int Save(string path, int count)
        {
            var options = new KitbagFileOptions { Keep = 3, Compression = KitbagCompression.Lz4 };
            long version = KitbagFile.Exists(path) ? KitbagFile.Load<Versioned>(path).Version : 0;
            Console.WriteLine(version);
            while (true)
            {
                KitbagFile.Save(path, Versioned.Of(++version, count), options);
                Console.WriteLine(version);
            }
        }

        // Appends increasing numbers, and prints their count after they were flushed.
        private static int Append(string path)
        {
            using KitbagLog<long> log = KitbagLog<long>.Open(path, new KitbagLogOptions { GroupRecords = 64 });
            Console.WriteLine(log.Count);
            while (true)
            {
                for (int i = 0; i < 100; i++)
                    log.Append(log.Count);
                log.Flush();
                Console.WriteLine(log.Count);
            }
        }

        // Saves and loads as fast as possible, while another process does the same. Prints how often it saved, and how often it had to
        // wait.
        private static int Race(string path, string writer, double seconds)
        {
            var clock = Stopwatch.StartNew();
            int saved = 0, refused = 0, loaded = 0;
            var options = new KitbagFileOptions { Durability = KitbagDurability.None, LockTimeout = TimeSpan.FromMilliseconds(5) };
            while (clock.Elapsed.TotalSeconds < seconds)
            {
                try
                {
                    KitbagFile.Save(path, Versioned.Of(saved, 5000, writer), options);
                    saved++;
                }
                catch (KitbagException e) when (e.Reason == KitbagErrorReason.FileInUse)
                {
                    refused++;
                }
                Versioned value = KitbagFile.Load<Versioned>(path, out KitbagLoaded from);
                if (!value.IsIntact() || from.IsFallback)
                {
                    Console.WriteLine("torn");
                    return 1;
                }
                loaded++;
            }
            Console.WriteLine(saved + " " + refused + " " + loaded);
            return saved > 0 ? 0 : 1;
        }

        // Saves with space for one kilobyte, then two, and so on until it succeeds. After each failure, the old value must still exist.
        private static int FullDisk(string path)
        {
            signal(FileTooLarge, 1);
            KitbagFile.Save(path, Versioned.Of(1, 20_000));
            int failures = 0;
            for (long limit = 1; ; limit++)
            {
                setrlimit(FileSize, new Limit { Soft = limit * 1024, Hard = -1 });
                try
                {
                    KitbagFile.Save(path, Versioned.Of(2, 20_000));
                    break;
                }
                catch (KitbagException e) when (e.Reason == KitbagErrorReason.DiskFull)
                {
                    failures++;
                }
                Versioned value = KitbagFile.Load<Versioned>(path, out KitbagLoaded from);
                if (value.Version != 1 || !value.IsIntact() || from.IsFallback
                    || System.IO.Directory.GetFiles(System.IO.Path.GetDirectoryName(path)!).Length != 1)
                    return 1;
            }
            if (KitbagFile.Load<Versioned>(path) is not { Version: 2 } last || !last.IsIntact())
                return 1;
            Console.WriteLine(failures);
            return 0;
        }

        [DllImport("libc")]
        private static extern IntPtr signal(int number, IntPtr handler);

        [DllImport("libc")]
        private static extern int setrlimit(int resource, in Limit limit);

        private struct Limit
        {
            public long Soft;
            public long Hard;
        }
    }
}
