using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests the list of slots while another thread changes them.</summary>
    public sealed class SlotRaceTests : IDisposable
    {
        private readonly ChangingStorage _storage = new();
        private readonly KitbagSlots _slots;

        public SlotRaceTests() => _slots = new KitbagSlots("", new KitbagFileOptions { Storage = _storage, Keep = 2 });

        public void Dispose() => Opened.Callback = null;

        private void SaveTwice(string name)
        {
            _slots.Save(name, 1, "first");
            _slots.Save(name, 2, "second");
        }

        /// <summary>Renaming begins with the file itself; its older generation has the old name a moment longer.</summary>
        [Theory]
        [InlineData("a.1.kit", 1)]
        [InlineData("a.1.kit", 2)]
        [InlineData("a.kit", 2)]
        public void A_slot_that_is_renamed_meanwhile_is_not_listed_as_damaged(string file, int times)
        {
            SaveTwice("a");
            _storage.Before = (path, count) =>
            {
                if (path == "a.kit" && count == 1)
                    _storage.Replace("a.kit", "b.kit");
                if (path == file && count == times)
                    _storage.Replace("a.1.kit", "b.1.kit");
            };
            Assert.Empty(_slots.List<string>());
            KitbagSlot<string> slot = Assert.Single(_slots.List<string>());
            Assert.Equal(("b", null, "second"), (slot.Name, slot.Error, slot.Info));
        }

        [Fact]
        public void A_slot_that_is_renamed_to_its_listed_name_meanwhile_is_intact()
        {
            SaveTwice("a");
            _storage.Replace("a.kit", "b.kit");
            _storage.Before = (path, count) =>
            {
                if (path == "a.1.kit" && count == 2)
                    _storage.Replace("b.kit", "a.kit");
            };
            KitbagSlot<string> slot = _slots.List<string>().Single(s => s.Name == "a");
            Assert.Equal((null, "second"), (slot.Error, slot.Info));
        }

        /// <summary>It has no time any more.</summary>
        [Fact]
        public void A_slot_that_is_deleted_after_it_was_read_is_not_listed()
        {
            SaveTwice("a");
            _storage.Reading = () => _storage.Files.Clear();
            Assert.Empty(_slots.List<string>());
        }

        /// <summary>A process was killed before it renamed the complete file; the file of another one is incomplete.</summary>
        [Fact]
        public void A_first_save_that_was_not_renamed_exists_and_is_listed()
        {
            _slots.Save("a", 1, "first");
            _slots.Save("b", 1, "first");
            _storage.Replace("a.kit", "a.kit.0a1b2c3d.tmp");
            _storage.Files["b.kit.0a1b2c3d.tmp"] = _storage.Files["b.kit"][..^1];
            _storage.Files["c.kit.words.tmp"] = _storage.Files["b.kit"];
            _storage.Delete("b.kit");
            Assert.Equal((1, "first"), (_slots.Load<int>("a", out KitbagLoaded loaded), _slots.LoadInfo<string>("a")));
            Assert.True(loaded.IsFallback);
            Assert.True(_slots.Exists("a") && !_slots.Exists("b") && !_slots.Exists("c"));
            KitbagSlot<string> slot = Assert.Single(_slots.List<string>());
            Assert.Equal(("a", "first", true, false), (slot.Name, slot.Info, slot.CanLoad, slot.IsDamaged));
            Assert.Equal(KitbagErrorReason.FileNotFound, Assert.Throws<KitbagException>(() => _slots.Rename("b", "c")).Reason);
            _slots.Rename("a", "c");
            Assert.Equal("c", Assert.Single(_slots.List<string>()).Name);
            _slots.Save("c", 2, "second");
            Assert.Equal(["b.kit.0a1b2c3d.tmp", "c.kit", "c.kit.words.tmp"], _storage.Files.Keys.Order(StringComparer.Ordinal));
            _slots.Delete("c");
            Assert.Empty(_slots.List<string>());
        }

        /// <summary>What remains of a damaged file is not hidden by a later save that was not renamed.</summary>
        [Fact]
        public void A_damaged_slot_with_a_save_that_was_not_renamed_is_damaged()
        {
            SaveTwice("a");
            _storage.Files["a.kit.0a1b2c3d.tmp"] = _storage.Files["a.kit"];
            _storage.Files["a.kit"] = _storage.Files["a.kit"][..^1];
            KitbagSlot<string> slot = Assert.Single(_slots.List<string>());
            Assert.Equal(("second", true, KitbagErrorReason.Truncated), (slot.Info, slot.IsDamaged, slot.Error!.Reason));
        }

        [Fact]
        public void A_file_that_appears_while_its_generations_are_looked_for_is_no_fallback()
        {
            _slots.Save("a", 1, "first");
            byte[] file = _storage.Files["a.kit"];
            _storage.Delete("a.kit");
            _storage.Listing = () => _storage.Files["a.kit"] = file;
            Assert.Equal(1, _slots.Load<int>("a", out KitbagLoaded loaded));
            Assert.False(loaded.IsFallback);
        }

        /// <summary>The missing file is one that the program's own code opens.</summary>
        [Fact]
        public void Exceptions_of_the_programs_own_code_are_not_taken_for_a_missing_slot()
        {
            _slots.Save("a", 1, new Opened());
            int calls = 0;
            Opened.Callback = () =>
            {
                calls++;
                KitbagFile.Load<int>("other.kit", new KitbagFileOptions { Storage = _storage });
            };
            KitbagSlot<Opened> slot = Assert.Single(_slots.List<Opened>());
            Assert.Equal((KitbagErrorReason.FileNotFound, "other.kit", false), (slot.Error!.Reason, slot.Error.File, slot.CanLoad));
            Assert.Equal(1, calls);
            Opened.Callback = () => throw new FileNotFoundException("other");
            Assert.IsType<FileNotFoundException>(Assert.Single(_slots.List<Opened>()).Error!.InnerException);
            Opened.Callback = () => throw new KitbagException(KitbagErrorReason.FileNotFound, "other");
            Assert.StartsWith("'a.kit': other", Assert.Single(_slots.List<Opened>()).Error!.Message, StringComparison.Ordinal);
        }

        /// <summary>An info document whose creation runs code of the program.</summary>
        public sealed class Opened : IKitbagDeserialized
        {
            internal static Action? Callback { get; set; }

            public int Id { get; set; }

            public void OnDeserialized() => Callback?.Invoke();
        }

        private sealed class ChangingStorage : MemoryStorage
        {
            private readonly Dictionary<string, int> _opened = [];

            /// <summary>Called before a file is opened, with its name and how often it was.</summary>
            public Action<string, int>? Before { get; set; }

            /// <summary>Called before the files with a prefix are listed.</summary>
            public Action? Listing { get; set; }

            public override Stream OpenRead(string path)
            {
                if (Before != null)
                    Before(path, _opened[path] = _opened.GetValueOrDefault(path) + 1);
                return base.OpenRead(path);
            }

            public override IReadOnlyList<string> List(string folder, string start)
            {
                IReadOnlyList<string> found = base.List(folder, start);
                Listing?.Invoke();
                return found;
            }
        }
    }
}
