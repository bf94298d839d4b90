using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Kitbag.Dynamic;

namespace Kitbag.Aot
{
    /// <summary>
    /// Tests files and logs in a temporary folder on runtimes without a JIT: saving twice, loading, damaging the newer generation,
    /// truncating, and reading again. The output must be the same on each runtime.
    /// </summary>
    internal static class Files
    {
        private const int Records = 2000;

        public static void Run(Action<string> print)
        {
            string folder = Path.Combine(Path.GetTempPath(), "kitbag-aot-" + Guid.NewGuid().ToString("N"));
            Directory.CreateDirectory(folder);
            try
            {
                foreach (KitbagCompression compression in
                    new[] { KitbagCompression.None, KitbagCompression.Lz4, KitbagCompression.Brotli })
                {
                    string name = compression.ToString();
                    Print(print, "file, " + name, () => File(Path.Combine(folder, name + ".kit"), compression));
                    Print(print, "log, " + name, () => Log(Path.Combine(folder, name + ".log"), compression));
                    Print(print, "large file, " + name, () => LargeFile(Path.Combine(folder, name + ".large.kit"), compression));
                }
                print("file without its types: " + Edited(Path.Combine(folder, "Lz4.kit")));
            }
            finally
            {
                Directory.Delete(folder, true);
            }
        }

        // The libraries for .NET Standard do not support Brotli. They print no line, and build.sh expects none.
        private static void Print(Action<string> print, string name, Func<string> run)
        {
            string line;
            try
            {
                line = run();
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.NotSupported)
            {
                return;
            }
            print(name + ": " + line);
        }

        // Its blocks are compressed in parallel.
        private static string LargeFile(string path, KitbagCompression compression)
        {
            var bytes = new byte[2_000_000];
            new Random(1).NextBytes(bytes);
            long length = KitbagFile.Save(path, bytes, new KitbagFileOptions { Compression = compression }).Length;
            return Text(length) + " bytes, " + (KitbagFile.Load<byte[]>(path).AsSpan().SequenceEqual(bytes) ? "equal" : "different");
        }

        private static string File(string path, KitbagCompression compression)
        {
            var options = new KitbagFileOptions { Compression = compression };
            Journal first = Journal.Create(0), second = Journal.Create(7);
            long length = KitbagFile.Save(path, first, new Header { Name = "first", Entries = first.Entries.Count }, options).Length;
            length += KitbagFile.SaveAsync(path, second, new Header { Name = "second", Entries = second.Entries.Count }, options)
                .GetAwaiter().GetResult().Length;
            Header header = KitbagFile.LoadInfo<Header>(path, options);
            string result = Text(length) + " bytes, " + header.Name + " of " + Text(header.Entries);
            result += ", loaded " + Of(KitbagFile.Load<Journal>(path, options), second);

            var stream = new MemoryStream();
            KitbagFile.SaveAsync(stream, second, header, options).GetAwaiter().GetResult();
            result += ", from a stream of " + Text(stream.Length) + " bytes " + Of(KitbagFile.Load<Journal>(stream.ToArray()), second);
            var slots = new KitbagSlots(Path.GetDirectoryName(path)!, options);
            string name = Path.GetFileNameWithoutExtension(path);
            slots.Rename(name, "other");
            result += ", renamed " + Of(slots.LoadAsync<Journal>("other").GetAwaiter().GetResult(), second);
            slots.Rename("other", name);

            byte[] bytes = System.IO.File.ReadAllBytes(path);
            byte[] intact = (byte[])bytes.Clone();
            bytes[bytes.Length / 2] ^= 4;
            System.IO.File.WriteAllBytes(path, bytes);
            Journal before = KitbagFile.Load<Journal>(path, out KitbagLoaded loaded, options);
            result += ", damaged " + Of(before, first) + ", generation " + loaded.Generation.ToString(CultureInfo.InvariantCulture)
                + " after " + loaded.Rejected[0].Reason;
            System.IO.File.WriteAllBytes(path, intact);
            return result;
        }

        private static string Log(string path, KitbagCompression compression)
        {
            var options = new KitbagLogOptions { Compression = compression, GroupRecords = 300 };
            using (KitbagLog<Entry> log = KitbagLog<Entry>.Open(path, options))
            {
                for (int i = 0; i < Records; i++)
                    log.Append(Entry.Create(i));
            }
            byte[] bytes = System.IO.File.ReadAllBytes(path);
            var sum = new Sum();
            sum.Add(bytes);
            // As after a crash, the log ends with half of a group.
            using (FileStream file = System.IO.File.OpenWrite(path))
                file.SetLength(bytes.Length - 20);
            string result = Text(bytes.Length) + " bytes " + sum.Text;
            using (KitbagLog<Entry> log = KitbagLog<Entry>.Open(path, options))
            {
                result += ", " + Text(log.Count) + " left, torn " + Text(log.TornBytes);
                for (int i = (int)log.Count; i < Records; i++)
                    log.Append(Entry.Create(i));
            }
            int at = 0;
            foreach (Entry entry in KitbagLog<Entry>.Read(path))
            {
                if (entry.ToString() != Entry.Create(at).ToString())
                    throw new InvalidOperationException("record " + Text(at) + " is " + entry);
                at++;
            }
            int from = 0;
            foreach (Entry entry in KitbagLog<Entry>.Read(path, Records - 5))
                from += entry.Number;
            return result + ", read " + Text(at) + ", the last five " + Text(from);
        }

        private static string Edited(string path)
        {
            using KitbagDocument document = KitbagDocument.Open(path);
            document.Set("Title", "edited");
            document.Remove("Entries[0]");
            byte[] bytes = document.ToBytes();
            var sum = new Sum();
            sum.Add(bytes);
            Journal journal = KitbagSerializer.Deserialize<Journal>(bytes);
            return Text(bytes.Length) + " bytes " + sum.Text + ", " + journal.Title + " with " + Text(journal.Entries.Count);
        }

        private static string Of(Journal loaded, Journal saved) =>
            loaded.ToString() == saved.ToString() ? "the same" : throw new InvalidOperationException(loaded + " instead of " + saved);

        private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
    }

    public class Header
    {
        public string Name { get; set; } = "";

        public int Entries { get; set; }
    }

    public class Journal
    {
        public string Title { get; set; } = "";

        public List<Entry> Entries { get; set; } = new List<Entry>();

        public Dictionary<string, double> Totals { get; set; } = new Dictionary<string, double>();

        public static Journal Create(int seed)
        {
            var journal = new Journal { Title = "Journal " + seed.ToString(CultureInfo.InvariantCulture) };
            for (int i = 0; i < 20_000; i++)
                journal.Entries.Add(Entry.Create(i * 31 + seed));
            for (int i = 0; i < 50; i++)
                journal.Totals["day " + i.ToString(CultureInfo.InvariantCulture)] = i * 0.25 + seed;
            return journal;
        }

        public override string ToString()
        {
            var sum = new Sum();
            foreach (Entry entry in Entries)
                sum.Add(entry.ToString());
            foreach (KeyValuePair<string, double> total in Totals)
                sum.Add(total.Key + total.Value.ToString(CultureInfo.InvariantCulture));
            return Title + " " + sum.Text;
        }
    }

    public class Entry
    {
        public int Number { get; set; }

        public string? Text { get; set; }

        public float At { get; set; }

        public TimeSpan? Took { get; set; }

        public static Entry Create(int number) => new Entry
        {
            Number = number,
            Text = number % 7 == 0 ? null : "what happened at " + (number * 7919 % 1009).ToString(CultureInfo.InvariantCulture),
            At = number % 512 * 0.125f,
            Took = number % 3 == 0 ? (TimeSpan?)null : TimeSpan.FromTicks(number * 1000L),
        };

        public override string ToString() => Number.ToString(CultureInfo.InvariantCulture) + " " + Text + " "
            + At.ToString(CultureInfo.InvariantCulture) + " " + (Took?.Ticks ?? -1).ToString(CultureInfo.InvariantCulture);
    }
}
