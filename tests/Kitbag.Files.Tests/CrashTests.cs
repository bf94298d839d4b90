using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Files.Child;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Files.Tests
{
    /// <summary>
    /// After a loss of power or a failed call during a save, the old or the new value is loaded; after a completed save, the new one.
    /// </summary>
    public class CrashTests(ITestOutputHelper output)
    {
        private const string Name = "slot.kit";

        public static IEnumerable<object[]> Ways() =>
            from keep in new[] { 1, 2, 3 }
            from compression in new[] { KitbagCompression.None, KitbagCompression.Lz4 }
            from hasLinks in new[] { true, false }
            select new object[] { keep, compression, hasLinks };

        private static KitbagFileOptions Options(CrashStorage storage, int keep, KitbagCompression compression,
            KitbagDurability durability) =>
            new() { Storage = storage, Keep = keep, Compression = compression, Durability = durability, BlockSize = 8192 };

        private static long VersionIn(MemoryStorage files)
        {
            var options = new KitbagFileOptions { Storage = files };
            try
            {
                Versioned value = KitbagFile.Load<Versioned>(Name, options);
                Assert.True(value.IsIntact() && KitbagFile.Exists(Name, options));
                return value.Version;
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.FileNotFound)
            {
                return 0;
            }
        }

        [Theory]
        [MemberData(nameof(Ways))]
        public void Power_may_be_lost_at_any_call(int keep, KitbagCompression compression, bool hasLinks)
        {
            int states = 0;
            var random = new Random(1);
            // Before the fourth save, the maximum number of generations exists.
            for (int saves = 0; saves <= 3; saves++)
            {
                for (int stop = 0; ; stop++)
                {
                    var storage = new CrashStorage { HasLinks = hasLinks };
                    KitbagFileOptions options = Options(storage, keep, compression, KitbagDurability.Full);
                    for (int i = 1; i <= saves; i++)
                        KitbagFile.Save(Name, Versioned.Of(i, 3000), options);
                    storage.Calls = 0;
                    storage.StopAt = stop;
                    bool isSaved = false;
                    try
                    {
                        KitbagFile.Save(Name, Versioned.Of(saves + 1, 3000), options);
                        isSaved = true;
                    }
                    catch (PowerLoss)
                    {
                    }
                    foreach (MemoryStorage files in storage.States(random, 100))
                    {
                        states++;
                        long version = VersionIn(files);
                        Assert.True(version == saves + 1 || (!isSaved && version == saves),
                            "After " + saves + " saves, stopped before call " + stop + ", there is version " + version + " of "
                                + string.Join(", ", files.Files.Select(f => f.Key + " (" + f.Value.Length + ")")));
                        // Remaining files must not prevent the next save.
                        if (states % 20 == 0)
                        {
                            var next = new KitbagFileOptions { Storage = files, Keep = keep };
                            KitbagFile.Save(Name, Versioned.Of(99, 10), next);
                            Assert.Equal(99, VersionIn(files));
                            Assert.DoesNotContain(files.Files.Keys, k => k.EndsWith(".tmp", StringComparison.Ordinal));
                        }
                    }
                    if (isSaved)
                        break;
                }
            }
            output.WriteLine(states + " states");
            Assert.True(states >= 2000, states + " states");
        }

        [Theory]
        [InlineData(1)]
        [InlineData(3)]
        public void Without_flushing_names_an_older_but_complete_value_may_be_restored(int keep)
        {
            var random = new Random(2);
            for (int stop = 0; ; stop++)
            {
                var storage = new CrashStorage();
                KitbagFileOptions options = Options(storage, keep, KitbagCompression.None, KitbagDurability.Flush);
                KitbagFile.Save(Name, Versioned.Of(1, 3000), options);
                storage.Settle();
                storage.StopAt = stop;
                long last = 1;
                try
                {
                    for (; last < 3; last++)
                        KitbagFile.Save(Name, Versioned.Of(last + 1, 3000), options);
                }
                catch (PowerLoss)
                {
                }
                foreach (MemoryStorage files in storage.States(random, 100))
                    Assert.InRange(VersionIn(files), 1, 3);
                if (last == 3)
                    break;
            }
        }

        [Theory]
        [MemberData(nameof(Ways))]
        public void Any_call_may_fail_before_and_after_its_effect(int keep, KitbagCompression compression, bool hasLinks)
        {
            foreach (CrashStorage.Failure failure in Enum.GetValues<CrashStorage.Failure>())
            {
                for (int saves = 0; saves <= 2; saves++)
                {
                    for (int call = 0; ; call++)
                    {
                        var storage = new CrashStorage { HasLinks = hasLinks };
                        KitbagFileOptions options = Options(storage, keep, compression, KitbagDurability.Full);
                        for (int i = 1; i <= saves; i++)
                            KitbagFile.Save(Name, Versioned.Of(i, 3000), options);
                        storage.Calls = 0;
                        storage.FailAt = call;
                        storage.Fails = failure;
                        bool isSaved = false;
                        try
                        {
                            KitbagFile.Save(Name, Versioned.Of(saves + 1, 3000), options);
                            isSaved = true;
                        }
                        catch (KitbagException e)
                        {
                            Assert.Equal(KitbagErrorReason.FileFailed, e.Reason);
                            Assert.Equal(Name, e.File);
                        }
                        long version = VersionIn(storage.Now());
                        Assert.True(version == saves + 1 || (!isSaved && version == saves),
                            failure + " of call " + call + " after " + saves + " saves: " + version);
                        bool isReached = storage.Calls > call;
                        storage.FailAt = -1;
                        KitbagFile.Save(Name, Versioned.Of(50, 3000), options);
                        Assert.Equal(50, VersionIn(storage.Now()));
                        Assert.DoesNotContain(storage.Now().Files.Keys, k => k.EndsWith(".tmp", StringComparison.Ordinal));
                        if (!isReached)
                            break;
                    }
                }
            }
        }

        [Fact]
        public void A_log_loses_nothing_that_was_flushed()
        {
            int states = 0;
            var random = new Random(3);
            for (int stop = 0; ; stop++)
            {
                var storage = new CrashStorage { StopAt = stop };
                var options = new KitbagLogOptions { Storage = storage, GroupRecords = 50 };
                long appended = 0, flushed = 0;
                try
                {
                    // Twice, so that an existing log is opened, too.
                    for (int session = 0; session < 2; session++)
                    {
                        using KitbagLog<double> log = KitbagLog<double>.Open(Name, options);
                        for (int i = 0; i < 220; i++)
                        {
                            appended++;
                            log.Append(Math.Sqrt(log.Count));
                            if (i % 100 == 99)
                            {
                                log.Flush();
                                flushed = appended;
                            }
                        }
                    }
                    flushed = appended;
                    storage.StopAt = 0;
                }
                catch (PowerLoss)
                {
                }
                foreach (MemoryStorage files in storage.States(random, 80))
                {
                    states++;
                    var read = new KitbagLogOptions { Storage = files, SkipDamaged = true };
                    if (!files.Files.ContainsKey(Name))
                    {
                        Assert.Equal(0, flushed);
                        continue;
                    }
                    using (KitbagLog<double> log = KitbagLog<double>.Open(Name, read))
                    {
                        Assert.InRange(log.Count, flushed, appended);
                        log.Append(-1);
                    }
                    // Unflushed records may be missing in the middle; all flushed records exist, and later records are read.
                    double[] records = KitbagLog<double>.Read(Name, 0, read).ToArray();
                    Assert.True(records.Length > flushed);
                    Assert.Equal(Enumerable.Range(0, (int)flushed).Select(i => Math.Sqrt(i)), records.Take((int)flushed));
                    Assert.Equal(-1, records[^1]);
                }
                if (appended == 440 && flushed == 440)
                    break;
            }
            output.WriteLine(states + " states");
            Assert.True(states > 1000);
        }
    }
}
