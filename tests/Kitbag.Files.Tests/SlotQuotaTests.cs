using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests the quota of slots while several of them are saved, renamed and deleted at the same time.</summary>
    public sealed class SlotQuotaTests : TemporaryFolder
    {
        private static readonly KitbagFileOptions s_fast = new() { Durability = KitbagDurability.None, Keep = 1 };

        private long Used() => Directory.GetFiles(Folder, "*.kit").Sum(f => new FileInfo(f).Length);

        private static async Task<bool> IsSaved(Task<KitbagSaved> saving)
        {
            try
            {
                await saving;
                return true;
            }
            catch (KitbagException e)
            {
                Assert.Equal(KitbagErrorReason.DiskFull, e.Reason);
                Assert.Contains("quota", e.Message, StringComparison.Ordinal);
                return false;
            }
        }

        [Fact]
        public async Task Is_not_exceeded_by_saves_to_different_slots()
        {
            for (int round = 0; round < 20; round++)
            {
                // Each instance has the same folder.
                bool[] saved = await Task.WhenAll(Enumerable.Range(0, 16).Select(i => Task.Run(() =>
                    IsSaved(new KitbagSlots(Folder, s_fast, 100_000).SaveAsync("slot" + i, Noise(30_000), i)))));
                // Nor is a save refused that has room.
                Assert.Equal(3, saved.Count(s => s));
                Assert.InRange(Used(), 90_000, 100_000);
                foreach (string name in Names())
                    File.Delete(At(name));
            }
        }

        /// <summary>While the new file of one slot is written, another slot is saved.</summary>
        [Fact]
        public async Task Does_not_make_saves_wait_for_each_other()
        {
            using var isWriting = new System.Threading.ManualResetEventSlim();
            using var mayContinue = new System.Threading.ManualResetEventSlim();
            var slots = new KitbagSlots(Folder, s_fast, 200_000);
            Task<KitbagSaved> first = slots.SaveAsync("a", Noise(60_000), 0, new Progress(() =>
            {
                isWriting.Set();
                Assert.True(mayContinue.Wait(TimeSpan.FromMinutes(1)));
            }));
            Assert.True(isWriting.Wait(TimeSpan.FromMinutes(1)));
            slots.Save("b", Noise(60_000), 0);
            slots.Rename("b", "c");
            mayContinue.Set();
            await first;
            Assert.Equal(["a.kit", "c.kit"], Names());
        }

        [Fact]
        public async Task Is_not_exceeded_while_slots_are_deleted_and_renamed()
        {
            var slots = new KitbagSlots(Folder, s_fast, 100_000);
            var random = new Random(1);
            int[] seeds = Enumerable.Range(0, 8).Select(_ => random.Next()).ToArray();
            await Task.WhenAll(seeds.Select(seed => Task.Run(async () =>
            {
                var own = new Random(seed);
                for (int n = 0; n < 60; n++)
                {
                    string name = "slot" + own.Next(6);
                    if (own.Next(3) == 0)
                    {
                        slots.Delete(name);
                    }
                    else if (own.Next(3) == 0)
                    {
                        try
                        {
                            slots.Rename(name, "slot" + own.Next(6));
                        }
                        catch (KitbagException e) when (e.Reason is KitbagErrorReason.FileNotFound or KitbagErrorReason.BadFileName)
                        {
                        }
                    }
                    else
                    {
                        await IsSaved(slots.SaveAsync(name, Noise(own.Next(1, 60_000)), n));
                    }
                }
            })));
            Assert.InRange(Used(), 0, 100_000);
        }

        /// <summary>What is counted are the files as they are, with compression and with all that surrounds the document.</summary>
        [Fact]
        public void Counts_the_bytes_of_files()
        {
            var slots = new KitbagSlots(Folder, s_fast, 2000);
            KitbagSaved saved = slots.Save("a", Noise(500), 0);
            long rest = 2000 - saved.Length, around = saved.Length - 500;
            Assert.Throws<KitbagException>(() => slots.Save("b", Noise((int)(rest - around) + 1), 0));
            slots.Save("b", Noise((int)(rest - around)), 0);
            Assert.Equal(2000, Used());
            slots.Delete("b");
            var compressed = new KitbagFileOptions { Durability = KitbagDurability.None, Compression = KitbagCompression.Lz4 };
            new KitbagSlots(Folder, compressed, 1100).Save("b", new byte[10_000], 0);
            Assert.Throws<KitbagException>(() => new KitbagSlots(Folder, compressed, 1100).Save("c", Noise(400), 0));
            Assert.Equal(["a.kit", "b.kit"], Names());
        }

        /// <summary>Only a generation that the save replaces makes room.</summary>
        [Fact]
        public void Counts_files_that_are_kept()
        {
            var slots = new KitbagSlots(Folder, new KitbagFileOptions { Durability = KitbagDurability.None, Keep = 3 }, 5000);
            for (int i = 0; i < 3; i++)
                slots.Save("a", Noise(1000), 0);
            // There is a gap after the next generation: nothing is replaced.
            File.Delete(At("a.1.kit"));
            File.WriteAllBytes(At("fill.kit"), new byte[1500]);
            Assert.Throws<KitbagException>(() => slots.Save("a", Noise(1300), 0));
            File.Delete(At("fill.kit"));
            slots.Save("a", Noise(1300), 0);
        }

        /// <summary>A damaged file is kept as long as there is room. It does not prevent that the slot is saved again.</summary>
        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        public void A_damaged_file_is_replaced_if_there_is_no_room_to_keep_it(KitbagCompression compression)
        {
            var options = new KitbagFileOptions { Durability = KitbagDurability.None, Compression = compression };
            var slots = new KitbagSlots(Folder, options, 6000);
            slots.Save("a", Noise(1000), 0);
            File.WriteAllBytes(At("a.1.kit"), File.ReadAllBytes(At("a.kit")));
            File.WriteAllBytes(At("a.kit"), new byte[2500]);
            slots.Save("a", Noise(2000), 1);
            Assert.Equal(["a.1.kit", "a.damaged.kit", "a.kit"], Names());
            File.WriteAllBytes(At("a.kit"), new byte[2400]);

            // Neither the damaged file nor the generation before it makes room for this one.
            KitbagException e = Assert.Throws<KitbagException>(() => slots.Save("a", Noise(2500), 1));
            Assert.Equal(KitbagErrorReason.DiskFull, e.Reason);
            Assert.Contains("'.damaged') take 2500 bytes", e.Message, StringComparison.Ordinal);
            Assert.Equal(2400, new FileInfo(At("a.kit")).Length);

            slots.Save("a", Noise(1900), 2);
            Assert.Equal(["a.1.kit", "a.damaged.kit", "a.kit"], Names());
            Assert.Equal(2500, new FileInfo(At("a.damaged.kit")).Length);
            Assert.Equal(1900, slots.Load<byte[]>("a").Length);
            File.Delete(At("a.kit"));
            Assert.Equal(1000, slots.Load<byte[]>("a").Length);

            // The last of the damaged files is replaced, so that its bytes make room.
            for (int i = 2; i < 10; i++)
                File.WriteAllText(At("a.damaged" + i + ".kit"), "");
            File.Delete(At("a.damaged.kit"));
            File.WriteAllText(At("a.damaged.kit"), "");
            File.WriteAllBytes(At("a.damaged9.kit"), new byte[2000]);
            File.WriteAllBytes(At("a.kit"), new byte[1900]);
            slots.Save("a", Noise(2500), 3);
            Assert.Equal(1900, new FileInfo(At("a.damaged9.kit")).Length);
        }

        private sealed class Progress(Action action) : IProgress<double>
        {
            public void Report(double value) => action();
        }
    }
}
