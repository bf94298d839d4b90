using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag.Tests;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>
    /// Files of each kind in the folder Golden, which earlier versions of Kitbag wrote and every later version must read. They are never
    /// regenerated; KITBAG_WRITE_GOLDEN=1 writes those of new cases.
    /// </summary>
    public class GoldenFilesTests
    {
        private static readonly string s_folder = Path.Combine(Repository.Root, "tests", "Kitbag.Files.Tests", "Golden");

        private static readonly string[] s_words = Enumerable.Range(0, 400).Select(i => "word " + (i * 7 % 50) + " of " + i).ToArray();
        private static readonly float[] s_numbers = Enumerable.Range(0, 1500).Select(i => i * 0.37f).ToArray();
        private static readonly Named[] s_frames = Enumerable.Range(0, 100)
            .Select(i => new Named { Id = i, Name = string.Concat(Enumerable.Repeat("n" + i, 20)) }).ToArray();
        private static readonly KitbagOptions s_raw = new() { Numbers = KitbagNumbers.Raw };
        private static readonly Named s_info = new() { Id = 9, Name = "Harbour" };

        private static readonly Dictionary<string, (Action<MemoryStorage, string> Write, Action<MemoryStorage, string> Check)> s_files =
            new()
            {
                ["value.kit"] = Value(KitbagCompression.None),
                ["value-lz4.kit"] = Value(KitbagCompression.Lz4),
                ["value-brotli.kit"] = Value(KitbagCompression.Brotli),
                ["no-info.kit"] = (
                    (s, f) => KitbagFile.Save(f, s_info, In(s)),
                    (s, f) =>
                    {
                        Assert.Equal(s_info.Name, KitbagFile.Load<Named>(f, In(s)).Name);
                        using var container = KitbagContainer.Open(f, In(s));
                        Assert.False(container.HasInfo);
                    }
                ),
                ["numbers.kit"] = (
                    (s, f) => KitbagFile.Save(f, s_numbers, new KitbagFileOptions { Storage = s, BlockSize = 1024, Document = s_raw }),
                    (s, f) => Assert.Equal(s_numbers, KitbagFile.Load<float[]>(f, In(s)))),
                ["document.kit"] = (
                    (s, f) => s.Files[f] = KitbagSerializer.Serialize(s_words),
                    (s, f) => Assert.Equal(s_words, KitbagFile.Load<string[]>(f, In(s)))),
                ["third-generation.kit"] = (
                    (s, f) =>
                    {
                        for (int i = 0; i < 3; i++)
                            KitbagFile.Save(f, i, In(s));
                    },
                    (s, f) =>
                    {
                        using var container = KitbagContainer.Open(f, In(s));
                        Assert.Equal(3ul, container.Generation);
                        Assert.Equal(2, KitbagFile.Load<int>(f, In(s)));
                    }
                ),
                ["log.kitlog"] = Log(KitbagCompression.None),
                ["log-lz4.kitlog"] = Log(KitbagCompression.Lz4),
                ["log-brotli.kitlog"] = Log(KitbagCompression.Brotli),
                // A program with another version of the type has appended to it.
                ["log-of-two-schemas.kitlog"] = (
                    (s, f) =>
                    {
                        Append(s, f, KitbagCompression.None, s_frames.Take(30));
                        using KitbagLog<Wider> log = KitbagLog<Wider>.Open(f, new KitbagLogOptions { Storage = s, GroupRecords = 25 });
                        foreach (Named frame in s_frames.Skip(30))
                            log.Append(new Wider { Id = frame.Id, Name = frame.Name, Level = frame.Id * 2 });
                    },
                    (s, f) =>
                    {
                        AssertFrames(100, s, f);
                        Wider[] all = KitbagLog<Wider>.Read(f, 0, LogIn(s)).ToArray();
                        Assert.Equal([0, 0, 60, 198], new[] { all[0], all[29], all[30], all[99] }.Select(w => w.Level));
                    }
                ),
                ["log-torn.kitlog"] = (
                    (s, f) =>
                    {
                        Append(s, f, KitbagCompression.None, s_frames);
                        s.Files[f] = s.Files[f][..^20];
                    },
                    (s, f) =>
                    {
                        AssertFrames(75, s, f);
                        using KitbagLog<Named> log = KitbagLog<Named>.Open(f, LogIn(s));
                        Assert.True(log.TornBytes > 0);
                        Assert.Equal(75, log.Count);
                    }
                ),
                ["slots.kit"] = (
                    (s, f) => Slots(s).Save("slots", s_words, s_info),
                    (s, f) =>
                    {
                        KitbagSlot<Named> slot = Slots(s).List<Named>().Single();
                        Assert.Equal(("slots", "Harbour", false), (slot.Name, slot.Info.Name, slot.IsDamaged));
                        Assert.Equal(s_words, Slots(s).Load<string[]>("slots"));
                    }
                ),
                ["frame.lz4"] = (
                    (s, f) => s.Files[f] = KitbagLz4.Encode(Words()),
                    (s, f) => Assert.Equal(Words(), KitbagLz4.Decode(s.Files[f]))),
            };

        /// <summary>A later version of <see cref="Named"/>.</summary>
        public class Wider
        {
            public int Id { get; set; }

            public int Level { get; set; }

            public string? Name { get; set; }
        }

        private static byte[] Words() => System.Text.Encoding.UTF8.GetBytes(string.Join('\n', s_words));

        private static KitbagFileOptions In(MemoryStorage storage) => new() { Storage = storage };

        private static KitbagLogOptions LogIn(MemoryStorage storage) => new() { Storage = storage };

        private static KitbagSlots Slots(MemoryStorage storage) => new("", In(storage));

        private static (Action<MemoryStorage, string> Write, Action<MemoryStorage, string> Check) Value(KitbagCompression compression) => (
            (s, f) => KitbagFile.Save(f, s_words, s_info,
                new KitbagFileOptions { Storage = s, BlockSize = 1024, Compression = compression }),
            (s, f) =>
            {
                Assert.Equal(s_words, KitbagFile.Load<string[]>(f, out KitbagLoaded loaded, In(s)));
                Assert.False(loaded.IsFallback);
                Assert.Equal("Harbour", KitbagFile.LoadInfo<Named>(f, In(s)).Name);
                using var container = KitbagContainer.Open(f, In(s));
                Assert.Equal(1ul, container.Generation);
                Assert.True(container.Blocks.Count > 1);
                Assert.Equal(compression, container.Blocks[0].Compression);
            }
        );

        private static (Action<MemoryStorage, string> Write, Action<MemoryStorage, string> Check) Log(KitbagCompression compression) => (
            (s, f) => Append(s, f, compression, s_frames),
            (s, f) =>
            {
                AssertFrames(100, s, f);
                KitbagLogState state = KitbagLogState.Read(f, LogIn(s));
                Assert.Equal((100L, 100L, 0L), (state.Count, state.WholeRecords, state.TornBytes));
                Assert.Equal(77, KitbagLog<Named>.Read(f, 77, LogIn(s)).First().Id);
                int group = s.Files[f].AsSpan().IndexOf("KBLK"u8);
                Assert.Equal((byte)compression, s.Files[f][group + 4]);
            }
        );

        private static void Append(MemoryStorage storage, string file, KitbagCompression compression, IEnumerable<Named> frames)
        {
            var options = new KitbagLogOptions { Storage = storage, Compression = compression, GroupRecords = 25 };
            using KitbagLog<Named> log = KitbagLog<Named>.Open(file, options);
            foreach (Named frame in frames)
                log.Append(frame);
        }

        private static void AssertFrames(int count, MemoryStorage storage, string file) => Assert.Equal(
            s_frames.Take(count).Select(n => (n.Id, n.Name)), KitbagLog<Named>.Read(file, 0, LogIn(storage)).Select(n => (n.Id, n.Name)));

        public static TheoryData<string> Names() => [.. s_files.Keys];

        [Theory]
        [MemberData(nameof(Names))]
        public void Are_read(string name)
        {
            string path = Path.Combine(s_folder, name);
            if (!File.Exists(path) && Environment.GetEnvironmentVariable("KITBAG_WRITE_GOLDEN") == "1")
                File.WriteAllBytes(path, Written(name));
            Assert.True(File.Exists(path), "tests/Kitbag.Files.Tests/Golden lacks " + name + ": KITBAG_WRITE_GOLDEN=1 writes it.");
            var storage = new MemoryStorage();
            storage.Files[name] = File.ReadAllBytes(path);
            s_files[name].Check(storage, name);
        }

        // Compressed bytes are not compared, because compression may improve; reading them only requires the specification.
        [Theory]
        [MemberData(nameof(Names))]
        public void Uncompressed_files_are_written_with_the_same_bytes(string name)
        {
            if (!name.Contains("lz4", StringComparison.Ordinal) && !name.Contains("brotli", StringComparison.Ordinal))
                Assert.Equal(Convert.ToHexString(File.ReadAllBytes(Path.Combine(s_folder, name))), Convert.ToHexString(Written(name)));
        }

        [Fact]
        public void Each_is_tested() =>
            Assert.Equal(s_files.Keys.Order(StringComparer.Ordinal),
                Directory.GetFiles(s_folder).Select(f => Path.GetFileName(f)!).Order(StringComparer.Ordinal));

        private static byte[] Written(string name)
        {
            var storage = new MemoryStorage();
            s_files[name].Write(storage, name);
            return storage.Files[name];
        }
    }
}
