using System;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Files.Tests
{
    public sealed class SlotsTests : TemporaryFolder
    {
        private static Named Info(string name) => new() { Name = name };

        [Fact]
        public void Are_listed_newest_first_and_damaged_ones_are_marked()
        {
            var slots = new KitbagSlots(Folder);
            foreach (string name in new[] { "first", "second", "third", "fourth" })
            {
                slots.Save(name, Noise(10), Info(name));
                File.SetLastWriteTimeUtc(slots.PathOf(name), DateTime.UtcNow.AddDays(-1).AddHours(Names().Length));
            }
            slots.Save("second", Noise(20), Info("second again"));
            Assert.Equal(["second", "fourth", "third", "first"], slots.List<Named>().Select(s => s.Name));

            // A damaged slot with an older generation, one without, and a file that is not a slot.
            File.WriteAllText(slots.PathOf("second"), "nonsense");
            File.WriteAllBytes(slots.PathOf("third"), File.ReadAllBytes(slots.PathOf("third"))[..^1]);
            File.WriteAllText(At("readme.txt"), "text");
            File.WriteAllText(At("other.kit"), "not a file of Kitbag");
            KitbagSlot<Named>[] list = slots.List<Named>().OrderBy(s => s.Name, StringComparer.Ordinal).ToArray();
            Assert.Equal(["first", "fourth", "second", "third"], list.Select(s => s.Name));
            Assert.Equal([false, false, true, true], list.Select(s => s.IsDamaged));
            Assert.Equal([true, true, true, false], list.Select(s => s.CanLoad));
            Assert.Equal("second", list[2].Info.Name);
            Assert.Equal(KitbagErrorReason.Truncated, list[3].Error!.Reason);
        }

        [Fact]
        public void Are_copied_and_deleted()
        {
            var slots = new KitbagSlots(Folder);
            slots.Save("a", Noise(500_000), Info("one"));
            slots.Save("a", Noise(500_001), Info("two"));
            slots.Copy("a", "b");
            Assert.Equal(Noise(500_001), slots.Load<byte[]>("b"));
            Assert.Equal("two", KitbagFile.LoadInfo<Named>(slots.PathOf("b")).Name);
            slots.Delete("a");
            Assert.Equal(["b.kit"], Names());
            slots.Delete("a");
            Assert.Equal(KitbagErrorReason.FileNotFound, Assert.Throws<KitbagException>(() => slots.Copy("a", "b")).Reason);
            Assert.Equal(KitbagErrorReason.FileNotFound, Assert.Throws<KitbagException>(() => slots.Load<byte[]>("a")).Reason);
        }

        [Fact]
        public void Have_a_quota()
        {
            var slots = new KitbagSlots(Folder, new KitbagFileOptions { Keep = 1 }, quota: 100_000);
            slots.Save("a", Noise(40_000), 0);
            slots.Save("b", Noise(40_000), 0);
            KitbagException e = Assert.Throws<KitbagException>(() => slots.Save("c", Noise(40_000), 0));
            Assert.Equal(KitbagErrorReason.DiskFull, e.Reason);
            Assert.Equal(["a.kit", "b.kit"], Names());
            // A replaced file frees its space.
            slots.Save("b", Noise(50_000), 0);
            slots.Delete("a");
            slots.Save("c", Noise(40_000), 0);
        }

        [Fact]
        public void Create_their_folder_when_saving()
        {
            var slots = new KitbagSlots(Path.Combine(At("new"), "saves"));
            Assert.Empty(slots.List<string>());
            Assert.False(Directory.Exists(At("new")));
            slots.Save("a \U0001F3B2", 1, "info");
            Assert.Equal(1, slots.Load<int>("a \U0001F3B2"));
            // An attribute cannot contain this text.
            Have_names_that_files_can_have("a\uD800");
        }

        [Theory]
        [InlineData("")]
        [InlineData("..")]
        [InlineData("a/b")]
        [InlineData("a\\b")]
        [InlineData(" a")]
        [InlineData("a.")]
        [InlineData("a.1")]
        [InlineData("a.damaged")]
        [InlineData("con")]
        [InlineData("a\nb")]
        [InlineData(".hidden")]
        [InlineData("COM\u00B9")]
        public void Have_names_that_files_can_have(string name) =>
            Assert.Equal(KitbagErrorReason.BadFileName, Assert.Throws<KitbagException>(() => new KitbagSlots(Folder).PathOf(name)).Reason);
    }
}
