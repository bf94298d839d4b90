using System;
using System.IO;
using System.Linq;
using Kitbag.Cli.Tests.Game;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>
    /// Tests the repair of files with damaged blocks: values that do not depend on them are saved, and the others are reported.
    /// </summary>
    public sealed class RepairTests : IClassFixture<TemporaryFolder>
    {
        private const int HeightsOfZone = 100_000;

        private readonly TemporaryFolder _folder;

        public RepairTests(TemporaryFolder folder) => _folder = folder;

        // A file of several blocks: the heights of each zone take more than one.
        private static World Large()
        {
            World world = Saves.CreateWorld();
            world.Zones.RemoveRange(2, 2);
            var random = new Random(7);
            foreach (Zone zone in world.Zones)
                zone.Heights = [.. Enumerable.Range(0, HeightsOfZone).Select(_ => (float)random.NextDouble())];
            return world;
        }

        private byte[] Save(string file, KitbagCompression compression = KitbagCompression.None)
        {
            KitbagFile.Save(_folder[file], Large(), new SlotInfo { Name = "info" },
                new KitbagFileOptions { Keep = 1, Compression = compression });
            return File.ReadAllBytes(_folder[file]);
        }

        [Fact]
        public void A_file_without_a_complete_block_is_refused()
        {
            File.WriteAllBytes(_folder["cut.kit"], Save("whole.kit")[..50_000]);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "cut.kit", "--out", "none.kit");
            run.AssertAnswered();
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("No block of the file is complete: nothing can be recovered.", run.Error, StringComparison.Ordinal);
            Assert.False(File.Exists(_folder["none.kit"]));
        }

        [Fact]
        public void A_damaged_info_document_is_lost()
        {
            byte[] bytes = Save("info.kit");
            bytes[45] ^= 1;
            File.WriteAllBytes(_folder["info.kit"], bytes);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "info.kit", "--out", "saved info.kit");
            run.AssertAnswered();
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("lost: the info document: its checksum is wrong", run.Output, StringComparison.Ordinal);
            Assert.DoesNotContain("nothing is lost", run.Output, StringComparison.Ordinal);
            Assert.Equal(KitbagJson.Serialize(Large()), KitbagJson.Serialize(KitbagFile.Load<World>(_folder["saved info.kit"])));
            run = ToolRun.Of(_folder.Path, "repair", "info.kit", "--out", "saved info.kit", "--json");
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("\"the info document\"", run.Output, StringComparison.Ordinal);
        }

        [Theory]
        [InlineData(0)]
        [InlineData(3)]
        [InlineData(7)]
        public void A_file_whose_mark_is_damaged_is_recognized_by_its_header(int at)
        {
            byte[] bytes = Save("mark.kit");
            bytes[at] ^= 4;
            File.WriteAllBytes(_folder["mark.kit"], bytes);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "mark.kit", "--out", "saved mark.kit");
            run.AssertAnswered();
            Assert.Equal(0, run.ExitCode);
            Assert.Contains("The first 8 bytes, which identify a Kitbag file, are damaged", run.Output, StringComparison.Ordinal);
            Assert.Contains("nothing is lost", run.Output, StringComparison.Ordinal);
            Assert.Equal(KitbagJson.Serialize(Large()), KitbagJson.Serialize(KitbagFile.Load<World>(_folder["saved mark.kit"])));
            Assert.Equal("info", KitbagFile.LoadInfo<SlotInfo>(_folder["saved mark.kit"]).Name);
        }

        [Fact]
        public void A_file_is_packed_again_with_another_compression()
        {
            World world = Saves.CreateWorld();
            KitbagFile.Save(_folder["plain.kit"], world, new SlotInfo { Name = "info" });
            byte[] bytes = File.ReadAllBytes(_folder["plain.kit"]);
            ToolRun.Good(_folder.Path, "pack", "plain.kit", "--compression", "Brotli", "--out", "small.kit");
            Assert.Equal(KitbagJson.Serialize(world), KitbagJson.Serialize(KitbagFile.Load<World>(_folder["small.kit"])));
            Assert.Equal("info", KitbagFile.LoadInfo<SlotInfo>(_folder["small.kit"]).Name);
            using (KitbagContainer packed = KitbagContainer.Open(_folder["small.kit"]))
                Assert.Equal(KitbagCompression.Brotli, packed.Blocks[0].Compression);
            Assert.Equal(bytes, File.ReadAllBytes(_folder["plain.kit"]));
        }

        [Fact]
        public void Values_that_do_not_depend_on_a_damaged_block_are_saved()
        {
            byte[] bytes = Save("block.kit");
            bytes[600_000] ^= 1;
            File.WriteAllBytes(_folder["block.kit"], bytes);
            Assert.Equal(1, ToolRun.Of(_folder.Path, "verify", "block.kit").ExitCode);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "block.kit", "--out", "saved.kit");
            run.AssertAnswered();
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("lost: Zones[", run.Output, StringComparison.Ordinal);

            World expected = Large(), saved = KitbagFile.Load<World>(_folder["saved.kit"]);
            Assert.Equal("info", KitbagFile.LoadInfo<SlotInfo>(_folder["saved.kit"]).Name);
            Assert.Equal(KitbagJson.Serialize(expected.Prices), KitbagJson.Serialize(saved.Prices));
            int wrong = 0;
            foreach ((Zone before, Zone after) in expected.Zones.Zip(saved.Zones))
            {
                Assert.Equal(KitbagJson.Serialize(before.Entities), KitbagJson.Serialize(after.Entities));
                // Lost items are omitted, and no items are added.
                Assert.Empty(after.Heights.Except(before.Heights));
                wrong += before.Heights.Length - after.Heights.Length;
            }
            Assert.InRange(wrong, 1, 256 * 1024 / sizeof(float) + 2);
        }

        // Each of these lists with one object took more than 6,000 bytes, many of them for as long as the repair lasted.
        [Fact]
        public void The_memory_of_a_repair_is_in_proportion_to_the_file()
        {
            var random = new Random(5);
            Coin[][] coins = [.. Enumerable.Range(0, 100_000).Select(_ => new[] { new Coin { Worth = random.Next() } })];
            KitbagFile.Save(_folder["coins.kit"], new Box<Coin[][]> { Value = coins });
            byte[] bytes = File.ReadAllBytes(_folder["coins.kit"]);
            bytes[^1000] ^= 1;
            File.WriteAllBytes(_folder["coins.kit"], bytes);

            long allocated = GC.GetAllocatedBytesForCurrentThread();
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "coins.kit", "--out", "saved.kit");
            allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
            run.AssertAnswered();
            Assert.InRange(KitbagFile.Load<Box<Coin[][]>>(_folder["saved.kit"]).Value.Length, 1, coins.Length);
            Assert.InRange(allocated / coins.Length, 0, 3000);
        }

        [Fact]
        public void Without_the_block_that_has_the_schema_nothing_is_saved()
        {
            KitbagFile.Save(_folder["first.kit"], Saves.CreateWorld(), new KitbagFileOptions { Compression = KitbagCompression.Lz4 });
            byte[] bytes = File.ReadAllBytes(_folder["first.kit"]);
            bytes[1000] ^= 1;
            File.WriteAllBytes(_folder["first.kit"], bytes);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "first.kit", "--out", "nothing.kit");
            Assert.Equal(1, run.ExitCode);
            Assert.Equal("kitbag: first.kit: The first block is lost, and the schema with it: nothing can be read. Look for an older "
                + "generation.\n", run.Error);
            Assert.False(File.Exists(_folder["nothing.kit"]));
        }

        [Fact]
        public void Bytes_of_the_block_that_has_the_schema_are_used_although_one_is_wrong()
        {
            World world = Saves.CreateWorld();
            KitbagFile.Save(_folder["one.kit"], world, new KitbagFileOptions { Keep = 1 });
            byte[] bytes = File.ReadAllBytes(_folder["one.kit"]);
            byte[] name = System.Text.Encoding.UTF8.GetBytes("The Realm");
            bytes[bytes.AsSpan().IndexOf(name)] ^= 1;
            File.WriteAllBytes(_folder["one.kit"], bytes);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "one.kit", "--out", "saved.kit");
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("A value in it, or a name in the schema, may be wrong.", run.Output, StringComparison.Ordinal);
            Assert.EndsWith("\nSaved saved.kit; values may be wrong.\n", run.Output, StringComparison.Ordinal);
            world.Name = "Uhe Realm";
            Assert.Equal(KitbagJson.Serialize(world), KitbagJson.Serialize(KitbagFile.Load<World>(_folder["saved.kit"])));

            // The schema ends with the names of the last type.
            bytes[bytes.AsSpan().IndexOf("Heights"u8) - 2] ^= 0xFF;
            File.WriteAllBytes(_folder["schema.kit"], bytes);
            run = ToolRun.Of(_folder.Path, "repair", "schema.kit", "--out", "none.kit");
            Assert.Equal(1, run.ExitCode);
            Assert.Equal("kitbag: schema.kit: The first block is damaged, and the schema in it: nothing can be read. Look for an older "
                + "generation.\n", run.Error);
        }

        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        public void A_file_without_its_block_table_is_salvaged_completely(KitbagCompression compression)
        {
            byte[] bytes = Save("table.kit", compression);
            File.WriteAllBytes(_folder["table.kit"], bytes[..^30]);
            Assert.Equal(1, ToolRun.Of(_folder.Path, "show", "table.kit").ExitCode);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "table.kit", "--out", "whole.kit");
            Assert.Equal(0, run.ExitCode);
            Assert.Contains("nothing is lost", run.Output, StringComparison.Ordinal);
            Assert.Equal(KitbagJson.Serialize(Large()), KitbagJson.Serialize(KitbagFile.Load<World>(_folder["whole.kit"])));
        }

        [Fact]
        public void A_file_that_was_cut_off_keeps_what_was_before()
        {
            byte[] bytes = Save("cut.kit");
            File.WriteAllBytes(_folder["cut.kit"], bytes[..^300_000]);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "cut.kit", "--out", "kept.kit", "--json");
            run.AssertAnswered();
            Assert.Equal(1, run.ExitCode);
            Assert.Equal("The Realm", KitbagFile.Load<World>(_folder["kept.kit"]).Name);
        }

        [Theory]
        [InlineData(9_000_000)]
        [InlineData(30_000_000)]
        public void A_damaged_length_that_announces_millions_of_items_costs_no_memory(int announced)
        {
            const int Count = 70_000;
            byte[] bytes = KitbagSerializer.Serialize(new Box<string[]> { Value = [.. Enumerable.Repeat("", Count)] });
            // The slot with the number of items has four bytes; a larger number would change the layout of the row.
            byte[] length = BitConverter.GetBytes(Count + 1);
            int at = bytes.AsSpan().IndexOf(length);
            Assert.True(at > 0 && bytes.AsSpan(at + 1).IndexOf(length) < 0);
            BitConverter.GetBytes(announced + 1).CopyTo(bytes, at);
            File.WriteAllBytes(_folder["length.kit"], bytes);
            Assert.Equal(1, ToolRun.Of(_folder.Path, "verify", "length.kit").ExitCode);

            long allocated = GC.GetAllocatedBytesForCurrentThread();
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "length.kit", "--out", "short.kit");
            allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
            run.AssertAnswered();
            Assert.Equal(1, run.ExitCode);
            Assert.InRange(allocated, 0, 64 << 20);
        }

        [Fact]
        public void An_intact_file_is_only_rewritten()
        {
            Assert.Equal(0, ToolRun.Of(_folder.Path, "repair", "slot1.kit", "--out", "again.kit").ExitCode);
            Assert.Equal(KitbagJson.Serialize(Saves.CreateWorld()), KitbagJson.Serialize(KitbagFile.Load<World>(_folder["again.kit"])));
        }
    }
}
