using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests renaming slots.</summary>
    public sealed class RenameTests : TemporaryFolder
    {
        private static KitbagException Refused(KitbagErrorReason reason, Action action)
        {
            KitbagException e = Assert.Throws<KitbagException>(action);
            Assert.Equal(reason, e.Reason);
            return e;
        }

        [Fact]
        public void A_slot_is_renamed_with_all_that_belongs_to_it()
        {
            var slots = new KitbagSlots(Folder, new KitbagFileOptions { Keep = 3 });
            for (int i = 1; i <= 3; i++)
                slots.Save("a", i, "info " + i);
            File.WriteAllText(At("a.damaged.kit"), "damage");
            DateTime time = File.GetLastWriteTimeUtc(slots.PathOf("a"));
            slots.Rename("a", "b");
            Assert.Equal(["b.1.kit", "b.2.kit", "b.damaged.kit", "b.kit"], Names());
            Assert.Equal(3, slots.Load<int>("b"));
            Assert.Equal("info 3", slots.LoadInfo<string>("b"));
            KitbagSlot<string> slot = Assert.Single(slots.List<string>());
            Assert.Equal(("b", time), (slot.Name, slot.Saved));
            // The counter continues.
            Assert.Equal(4ul, slots.Save("b", 4, "info 4").Generation);
            slots.Rename("b", "b");
            Assert.Equal(4, slots.Load<int>("b", out KitbagLoaded loaded));
            Assert.False(loaded.IsFallback);
        }

        [Fact]
        public void Nothing_is_changed_if_a_name_is_wrong()
        {
            var slots = new KitbagSlots(Folder);
            slots.Save("a", 1, "");
            slots.Save("b", 1, "");
            slots.Save("b", 2, "");
            KitbagException e = Refused(KitbagErrorReason.BadFileName, () => slots.Rename("a", "b"));
            Assert.Equal(slots.PathOf("b"), e.File);
            File.Delete(slots.PathOf("b"));
            Refused(KitbagErrorReason.BadFileName, () => slots.Rename("a", "b"));
            Refused(KitbagErrorReason.BadFileName, () => slots.Rename("a", "a.1"));
            Refused(KitbagErrorReason.FileNotFound, () => slots.Rename("c", "d"));
            Refused(KitbagErrorReason.FileNotFound, () => slots.Rename("c", "c"));
            Assert.Equal(["a.kit", "b.1.kit"], Names());
            // Of this slot, only the older generation is left.
            slots.Rename("b", "c");
            Assert.Equal(["a.kit", "c.1.kit"], Names());
            Assert.Equal(1, slots.Load<int>("c", out KitbagLoaded loaded));
            Assert.True(loaded.IsFallback);
            Assert.True(slots.Exists("a") && slots.Exists("c") && !slots.Exists("b") && !slots.Exists("a/b"));
        }

        /// <summary>The slot to which a link refers keeps its name, and a link to another folder remains one.</summary>
        [Fact]
        public void A_symbolic_link_is_renamed_itself()
        {
            if (OperatingSystem.IsWindows())
                return;
            var slots = new KitbagSlots(Folder);
            slots.Save("real", 1, "first");
            slots.Save("real", 2, "second");
            File.CreateSymbolicLink(At("link.kit"), "real.kit");
            slots.Rename("link", "other");
            Assert.Equal(["other.kit", "real.1.kit", "real.kit"], Names());
            Assert.Equal("real.kit", new FileInfo(At("other.kit")).LinkTarget);
            Assert.Equal(2, slots.Load<int>("real"));
            // A link is a name that is taken, whether or not there is a file.
            File.CreateSymbolicLink(At("broken.kit"), "nothing.kit");
            Refused(KitbagErrorReason.BadFileName, () => slots.Rename("real", "broken"));
            Refused(KitbagErrorReason.FileNotFound, () => slots.Rename("broken", "new"));
            Refused(KitbagErrorReason.BadFileName, () => slots.Rename("real", "other"));
            File.Delete(At("broken.kit"));
            slots.Rename("real", "moved");
            Assert.Equal(["moved.1.kit", "moved.kit", "other.kit"], Names());
            string folder = Directory.CreateDirectory(At("elsewhere")).FullName;
            KitbagFile.Save(Path.Combine(folder, "far.kit"), 5);
            File.CreateSymbolicLink(At("far.kit"), "elsewhere/far.kit");
            slots.Rename("far", "near");
            Assert.Equal(5, slots.Load<int>("near"));
            Assert.True(File.Exists(Path.Combine(folder, "far.kit")) && !slots.Exists("far"));
        }

        /// <summary>
        /// An incomplete file of the new name may be one that another process is writing, if the storage has no locks; a complete one can
        /// be loaded.
        /// </summary>
        [Fact]
        public void Files_of_interrupted_saves_with_the_new_name_are_not_deleted()
        {
            var slots = new KitbagSlots(Folder);
            slots.Save("a", 1, "");
            File.WriteAllBytes(At("b.kit.0a1b2c3d.tmp"), [1, 2, 3]);
            slots.Rename("a", "b");
            Assert.Equal(["b.kit", "b.kit.0a1b2c3d.tmp"], Names());
            slots.Save("b", 2, "");
            Assert.Equal(["b.1.kit", "b.kit"], Names());
            slots.Save("c", 3, "");
            File.Move(At("c.kit"), At("c.kit.0a1b2c3d.tmp"));
            KitbagException e = Refused(KitbagErrorReason.BadFileName, () => slots.Rename("b", "c"));
            Assert.Contains("interrupted save", e.Message, StringComparison.Ordinal);
            Assert.Equal(3, slots.Load<int>("c"));
            slots.Delete("c");
            slots.Rename("b", "c");
            Assert.Equal(["c.1.kit", "c.kit"], Names());
        }

        /// <summary>On Windows and macOS, both names are of the same file and of the same lock.</summary>
        [Fact]
        public void The_case_of_a_name_can_change()
        {
            var storage = new IgnoringCase();
            var slots = new KitbagSlots("", new KitbagFileOptions { Storage = storage, Keep = 3, LockTimeout = TimeSpan.Zero });
            for (int i = 1; i <= 3; i++)
                slots.Save("harbour", i, i);
            slots.Rename("harbour", "Harbour");
            Assert.Equal(["Harbour.1.kit", "Harbour.2.kit", "Harbour.kit"], storage.Files.Keys.Order(StringComparer.Ordinal));
            Assert.Equal((3, "Harbour"), (slots.Load<int>("harbour"), Assert.Single(slots.List<int>()).Name));
            storage.Delete("Harbour.kit");
            slots.Rename("Harbour", "HARBOUR");
            Assert.Equal(["HARBOUR.1.kit", "HARBOUR.2.kit"], storage.Files.Keys.Order(StringComparer.Ordinal));
            if (!Directory.Exists(Folder.ToUpperInvariant()))
            {
                slots = new KitbagSlots(Folder);
                slots.Save("a", 1, "");
                slots.Rename("a", "A");
                slots.Save("a", 2, "");
                Refused(KitbagErrorReason.BadFileName, () => slots.Rename("a", "A"));
                Assert.Equal(["A.kit", "a.kit"], Names());
            }
        }

        private sealed class IgnoringCase : MemoryStorage
        {
            private readonly HashSet<string> _locked = new(StringComparer.OrdinalIgnoreCase);

            public IgnoringCase()
                : base(StringComparer.OrdinalIgnoreCase)
            {
            }

            public override void Replace(string from, string to)
            {
                byte[] bytes = Files[from];
                Files.Remove(from);
                Files.Remove(to);
                Files.Add(to, bytes);
            }

            public override IDisposable? Lock(string path, TimeSpan timeout) => _locked.Add(path) ? new Held(() => _locked.Remove(path))
                : throw new KitbagException(KitbagErrorReason.FileInUse, "");

            private sealed class Held(Action release) : IDisposable
            {
                public void Dispose() => release();
            }
        }

        [Fact]
        public async Task Pending_saves_are_renamed()
        {
            var slots = new KitbagSlots(Folder);
            string[] words = Enumerable.Range(0, 200_000).Select(i => "word " + i).ToArray();
            Task<KitbagSaved>[] saving = [slots.SaveAsync("a", words, 1), slots.SaveAsync("a", words, 2)];
            slots.Rename("a", "b");
            await Task.WhenAll(saving);
            Assert.Equal(2, slots.LoadInfo<int>("b"));
            Assert.Equal(words, await slots.LoadAsync<string[]>("b"));
            Assert.False(slots.Exists("a"));
            // Exchanging names in both directions at once does not wait forever.
            slots.Rename("b", "c");
            await Task.WhenAll(Enumerable.Range(0, 8).Select(i => Task.Run(() =>
            {
                for (int n = 0; n < 50; n++)
                {
                    try
                    {
                        slots.Rename(i % 2 == 0 ? "c" : "d", i % 2 == 0 ? "d" : "c");
                    }
                    catch (KitbagException e) when (e.Reason is KitbagErrorReason.FileNotFound or KitbagErrorReason.BadFileName)
                    {
                    }
                }
            })));
            Assert.Equal(words, slots.Load<string[]>(slots.Exists("c") ? "c" : "d"));
            Assert.Equal(2, Names().Length);
        }

        [Fact]
        public async Task Saves_in_the_background_respect_the_quota()
        {
            var slots = new KitbagSlots(Folder, new KitbagFileOptions { Keep = 2 }, quota: 100_000);
            Task<KitbagSaved>[] saving = Enumerable.Range(0, 3).Select(i => slots.SaveAsync("a", Noise(40_000), i)).ToArray();
            await Task.WhenAll(saving);
            KitbagException e = await Assert.ThrowsAsync<KitbagException>(() => slots.SaveAsync("b", Noise(40_000), 0));
            Assert.Equal(KitbagErrorReason.DiskFull, e.Reason);
            slots.Delete("a");
            // Each counts what those before it have saved.
            saving = Enumerable.Range(0, 2).Select(i => slots.SaveAsync("c", Noise(60_000), i)).ToArray();
            await saving[0];
            await Assert.ThrowsAsync<KitbagException>(() => saving[1]);
            Assert.Equal(["c.kit"], Names());
        }

        /// <summary>After a loss of power, the newest value has one of the two names, and nothing is lost.</summary>
        [Theory]
        [InlineData(1)]
        [InlineData(3)]
        public void Power_may_be_lost_at_any_call(int keep)
        {
            var random = new Random(4);
            for (int stop = 0; ; stop++)
            {
                var storage = new CrashStorage();
                var slots = new KitbagSlots("", new KitbagFileOptions { Storage = storage, Keep = keep });
                for (int i = 1; i <= 3; i++)
                    slots.Save("a", i, i);
                storage.Settle();
                storage.StopAt = stop;
                bool isDone = false;
                try
                {
                    slots.Rename("a", "b");
                    isDone = true;
                }
                catch (PowerLoss)
                {
                }
                foreach (MemoryStorage files in storage.States(random, 50))
                {
                    var after = new KitbagSlots("", new KitbagFileOptions { Storage = files, Keep = keep });
                    int[] values = new[] { "a", "b" }.Where(after.Exists).Select(n => after.Load<int>(n)).ToArray();
                    Assert.Equal(3, values.Max());
                    Assert.Equal(keep, files.Files.Count);
                    if (isDone)
                        Assert.Equal("b", Assert.Single(after.List<int>()).Name);
                }
                if (isDone)
                    break;
            }
        }

        [Fact]
        public void Any_call_may_fail()
        {
            foreach (CrashStorage.Failure failure in Enum.GetValues<CrashStorage.Failure>())
            {
                for (int call = 0; ; call++)
                {
                    var storage = new CrashStorage();
                    var slots = new KitbagSlots("", new KitbagFileOptions { Storage = storage, Keep = 3 });
                    for (int i = 1; i <= 3; i++)
                        slots.Save("a", i, i);
                    storage.Settle();
                    storage.FailAt = call;
                    storage.Fails = failure;
                    bool isDone = false;
                    try
                    {
                        slots.Rename("a", "b");
                        isDone = true;
                    }
                    catch (KitbagException e)
                    {
                        Assert.Equal(KitbagErrorReason.FileFailed, e.Reason);
                    }
                    bool isReached = storage.Calls > call;
                    storage.FailAt = -1;
                    string name = Assert.Single(slots.List<int>()).Name;
                    Assert.Equal(3, slots.Load<int>(name));
                    Assert.Equal(3, storage.Now().Files.Count);
                    // If flushing the names fails, they are changed nevertheless.
                    Assert.True(!isDone || name == "b");
                    if (!isReached)
                        break;
                }
            }
        }
    }
}
