using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Each failure causes a clear error with the name of the file, and the old file remains intact.</summary>
    public sealed class ErrorTests : TemporaryFolder
    {
        private static KitbagException Refused(KitbagErrorReason reason, Action action)
        {
            KitbagException e = Assert.Throws<KitbagException>(action);
            Assert.Equal(reason, e.Reason);
            Assert.NotNull(e.File);
            return e;
        }

        [Fact]
        public void No_such_file_or_folder()
        {
            Refused(KitbagErrorReason.FileNotFound, () => KitbagFile.Load<int>(At("a.kit")));
            Refused(KitbagErrorReason.FileNotFound, () => KitbagFile.Load<int>(At("none/a.kit")));
            KitbagException e = Refused(KitbagErrorReason.FileNotFound, () => KitbagFile.Save(At("none/a.kit"), 1));
            Assert.EndsWith("': Could not save the file: its folder does not exist.", e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void A_log_is_not_replaced()
        {
            using (KitbagLog<int> log = KitbagLog<int>.Open(At("a.log")))
                log.Append(5);
            byte[] before = File.ReadAllBytes(At("a.log"));
            Refused(KitbagErrorReason.NotSupported, () => KitbagFile.Save(At("a.log"), 1));
            Assert.Equal(before, File.ReadAllBytes(At("a.log")));
            Assert.Equal(["a.log"], Names());
        }

        [Fact]
        public void A_folder_in_place_of_the_file_and_a_file_in_place_of_the_folder()
        {
            Directory.CreateDirectory(At("a.kit"));
            Refused(KitbagErrorReason.NotAFile, () => KitbagFile.Save(At("a.kit"), 1));
            Refused(KitbagErrorReason.NotAFile, () => KitbagFile.Load<int>(At("a.kit")));
            File.WriteAllText(At("b"), "");
            Refused(KitbagErrorReason.NotAFile, () => KitbagFile.Save(At("b/a.kit"), 1));
            Assert.Equal(["b"], Names());
        }

        [Fact]
        public void Links_that_lead_in_a_circle()
        {
            if (OperatingSystem.IsWindows())
                return;
            File.CreateSymbolicLink(At("a.kit"), "b.kit");
            File.CreateSymbolicLink(At("b.kit"), At("a.kit"));
            foreach (Action action in new Action[] { () => KitbagFile.Save(At("a.kit"), 1), () => KitbagFile.Load<int>(At("a.kit")),
                () => KitbagLog<int>.Open(At("a.kit")) })
            {
                KitbagException e = Refused(KitbagErrorReason.NotAFile, action);
                Assert.Contains("its symbolic links lead in a circle", e.Message, StringComparison.Ordinal);
            }
            Assert.Equal(["a.kit", "b.kit"], Names());
        }

        [Fact]
        public void No_name()
        {
            KitbagException e = Refused(KitbagErrorReason.BadFileName, () => KitbagFile.Save("", 1));
            Assert.EndsWith("the path is empty.", e.Message, StringComparison.Ordinal);
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.Load<int>(""));
            Assert.False(KitbagFile.Exists(""));
            Assert.False(KitbagFile.Exists(At("a\0b")));
            Assert.False(KitbagFile.Exists(At("none/a.kit")));
        }

        [Fact]
        public void A_name_that_is_too_long()
        {
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.Save(At(new string('a', 300)), 1));
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.Save(At(new string('a', 250)), 1));
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.Save(At("a\0b"), 1));
            Assert.Empty(Names());
        }

        [Fact]
        public void A_folder_that_is_read_only()
        {
            if (!OperatingSystem.IsLinux() || geteuid() == 0)
            {
                // Root may write anywhere except below /proc.
                if (OperatingSystem.IsLinux())
                    Assert.Contains(Assert.Throws<KitbagException>(() => KitbagFile.Save("/proc/a.kit", 1)).Reason,
                        new[] { KitbagErrorReason.AccessDenied, KitbagErrorReason.FileNotFound });
                return;
            }
            KitbagFile.Save(At("a.kit"), 1);
            File.SetUnixFileMode(Folder, UnixFileMode.UserRead | UnixFileMode.UserExecute);
            try
            {
                Refused(KitbagErrorReason.AccessDenied, () => KitbagFile.Save(At("a.kit"), 2));
                Assert.Equal(1, KitbagFile.Load<int>(At("a.kit")));
            }
            finally
            {
                File.SetUnixFileMode(Folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            }
        }

        [Fact]
        public void A_full_device()
        {
            if (!File.Exists("/dev/full"))
                return;
            var storage = new FullStorage();
            KitbagException e = Refused(KitbagErrorReason.DiskFull,
                () => KitbagFile.Save(At("a.kit"), 1, new KitbagFileOptions { Storage = storage }));
            Assert.Contains("disk is full", e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void Permissions_and_links_are_preserved()
        {
            if (OperatingSystem.IsWindows())
                return;
            KitbagFile.Save(At("a.kit"), 1);
            File.SetUnixFileMode(At("a.kit"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
            Directory.CreateDirectory(At("links"));
            File.CreateSymbolicLink(At("links/b.kit"), "../a.kit");
            File.CreateSymbolicLink(At("links/c.kit"), At("links/b.kit"));
            KitbagSaved saved = KitbagFile.Save(At("links/c.kit"), 2);
            Assert.Equal(At("a.kit"), saved.Path);
            Assert.NotNull(new FileInfo(At("links/c.kit")).LinkTarget);
            Assert.Equal(2, KitbagFile.Load<int>(At("a.kit")));
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(At("a.kit")));
            Assert.Equal(["a.1.kit", "a.kit"], Names());
        }

        [Fact]
        public void A_lock_that_a_killed_process_left_is_taken_over()
        {
            File.WriteAllText(At("a.kit.lock"), "Kitbag lock\nprocess 999999999\nhost " + Environment.MachineName
                + "\nprogram gone\nstarted 1\nsince 1\n");
            KitbagFile.Save(At("a.kit"), 1);
            File.WriteAllText(At("a.kit.lock"), "Kitbag lock\nproc");
            KitbagFile.Save(At("a.kit"), 2);
            // The processes of another machine cannot be checked, so a recent lock of it is respected.
            File.WriteAllText(At("a.kit.lock"), "Kitbag lock\nprocess 7\nhost elsewhere\nprogram game\nstarted 1\nsince "
                + DateTime.UtcNow.Ticks + "\n");
            var options = new KitbagFileOptions { LockTimeout = TimeSpan.Zero };
            KitbagException e = Refused(KitbagErrorReason.FileInUse, () => KitbagFile.Save(At("a.kit"), 3, options));
            Assert.Contains("process 7 (game) on elsewhere", e.Message, StringComparison.Ordinal);
            File.WriteAllText(At("a.kit.lock"), "Kitbag lock\nprocess 7\nhost elsewhere\nprogram game\nstarted 1\nsince "
                + DateTime.UtcNow.AddMinutes(-3).Ticks + "\n");
            KitbagFile.Save(At("a.kit"), 3, options);
            Assert.Equal(["a.1.kit", "a.kit"], Names());
        }

        [Fact]
        public void A_pipe_is_not_replaced_and_not_waited_for()
        {
            if (OperatingSystem.IsWindows())
                return;
            Assert.Equal(0, mkfifo(At("pipe"), 0b110_000_000));
            File.CreateSymbolicLink(At("link"), At("pipe"));
            foreach (string name in new[] { "pipe", "link" })
            {
                Refused(KitbagErrorReason.NotAFile, () => KitbagFile.Load<int>(At(name)));
                Refused(KitbagErrorReason.NotAFile, () => KitbagFile.Save(At(name), 1));
                Refused(KitbagErrorReason.NotAFile, () => KitbagLog<int>.Open(At(name)));
            }
            Assert.Equal(["link", "pipe"], Names());
            Refused(KitbagErrorReason.NotAFile, () => KitbagFile.Load<int>("/dev/null"));
            Refused(KitbagErrorReason.NotAFile, () => KitbagDocument.Open(At("pipe")));
            // An empty file is a file.
            File.WriteAllBytes(At("a.kit"), []);
            KitbagFile.Save(At("a.kit"), 1);
            Assert.Equal(1, KitbagFile.Load<int>(At("a.kit")));
        }

        [Fact]
        public void A_pipe_among_slots_does_not_affect_the_others()
        {
            if (OperatingSystem.IsWindows())
                return;
            Assert.Equal(0, mkfifo(At("pipe.kit"), 0b110_000_000));
            File.CreateSymbolicLink(At("circle.kit"), "circle.kit");
            var slots = new KitbagSlots(Folder, quota: 10_000);
            slots.Save("a", 1, "info");
            slots.Save("a", 2, "info");
            Assert.Equal(2, slots.Load<int>("a"));
            foreach (KitbagSlot<string> slot in slots.List<string>())
                Assert.Equal(slot.Name == "a" ? null : KitbagErrorReason.NotAFile, slot.Error?.Reason);
        }

        /// <summary>The holder of a lock deletes its file at any time: also after another thread failed to open it.</summary>
        [Fact]
        public void Many_threads_wait_for_each_other()
        {
            int holders = 0;
            Parallel.For(0, 4, new ParallelOptions { MaxDegreeOfParallelism = 4 }, thread =>
            {
                for (int i = 0; i < 1000; i++)
                {
                    using FileLock held = FileLock.Acquire(At("a.kit"), TimeSpan.FromSeconds(60));
                    Assert.Equal(1, Interlocked.Increment(ref holders));
                    Interlocked.Decrement(ref holders);
                }
            });
            Assert.Empty(Names());
        }

        [DllImport("libc")]
        private static extern uint geteuid();

        [DllImport("libc", CharSet = CharSet.Ansi)]
        private static extern int mkfifo([MarshalAs(UnmanagedType.LPUTF8Str)] string path, uint mode);

        private sealed class FullStorage : MemoryStorage
        {
            public override Stream Create(string path)
            {
                Files.Add(path, []);
                return new FileStream("/dev/full", FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 1);
            }
        }

        /// <summary>There is no folder before the first save, and deleting nothing needs no lock.</summary>
        [Fact]
        public void Deleting_what_does_not_exist_does_nothing_also_without_a_folder()
        {
            var slots = new KitbagSlots(At("new"));
            slots.Delete("a");
            KitbagFile.Delete(Path.Combine(At("new"), "a.kit"));
            Assert.False(Directory.Exists(At("new")));
            var locks = new LockCounter();
            KitbagFile.Delete("a", new KitbagFileOptions { Storage = locks });
            Assert.Equal(0, locks.Count);
        }

        /// <summary>Deleting is what makes room on a full disk.</summary>
        [Fact]
        public void Files_are_deleted_if_there_is_no_room_for_a_lock_file()
        {
            var storage = new LockCounter();
            var options = new KitbagFileOptions { Storage = storage };
            KitbagFile.Save("a", 1, options);
            storage.IsFull = true;
            Assert.Equal(KitbagErrorReason.DiskFull, Assert.Throws<KitbagException>(() => KitbagFile.Save("a", 2, options)).Reason);
            KitbagFile.Delete("a", options);
            Assert.Empty(storage.Files);
        }

        /// <summary>Renaming takes no room.</summary>
        [Theory]
        [InlineData(null)]
        [InlineData(1_000_000L)]
        public void Slots_are_renamed_if_there_is_no_room_for_a_lock_file(long? quota)
        {
            var storage = new LockCounter();
            var slots = new KitbagSlots("", new KitbagFileOptions { Storage = storage }, quota);
            slots.Save("a", 1);
            slots.Save("a", 2);
            storage.IsFull = true;
            slots.Rename("a", "b");
            Assert.True(storage.Files.Count == 2 && storage.Exists("b.kit") && storage.Exists("b.1.kit"));
        }

        [Fact]
        public void Files_of_other_programs_are_not_taken_for_locks_or_unfinished_saves()
        {
            File.WriteAllText(At("a.lock"), "lock of another program");
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagFile.Save(At("a"), 1));
            Assert.Equal((KitbagErrorReason.NotKitbag, At("a.lock")), (e.Reason, e.File));
            Assert.Equal("lock of another program", File.ReadAllText(At("a.lock")));
            foreach (string rest in new[] { "", "Kitb", "Kitbag lock\npro", "\0\0\0\0" })
            {
                File.WriteAllText(At("a.lock"), rest);
                KitbagFile.Save(At("a"), 1);
                Assert.False(File.Exists(At("a.lock")));
            }
            File.WriteAllText(At("a.autosave.tmp"), "");
            File.WriteAllText(At("a.0a1b2c3d.tmp"), "");
            KitbagFile.Save(At("a"), 2);
            KitbagFile.Delete(At("a"));
            Assert.Equal(["a.autosave.tmp"], Names());
        }

        [Fact]
        public void Exceptions_of_a_storage_that_cannot_be_listed_are_converted()
        {
            var options = new KitbagFileOptions { Storage = new Unlistable() };
            Assert.Equal(KitbagErrorReason.AccessDenied, Assert.Throws<KitbagException>(() => KitbagFile.Load<int>("a", options)).Reason);
            Assert.Equal(KitbagErrorReason.AccessDenied,
                Assert.Throws<KitbagException>(() => new KitbagSlots("", options).Copy("a", "b")).Reason);
        }

        /// <summary>A slot that is deleted while the folder is listed is not a damaged one.</summary>
        [Fact]
        public void A_slot_that_is_deleted_meanwhile_is_not_listed()
        {
            var storage = new Vanishing();
            var slots = new KitbagSlots("", new KitbagFileOptions { Storage = storage });
            slots.Save("a", 1, "a");
            slots.Save("b", 1, "b");
            storage.Vanishes = slots.PathOf("a");
            Assert.Equal("b", Assert.Single(slots.List<string>()).Name);
        }

        private sealed class LockCounter : MemoryStorage
        {
            public int Count { get; private set; }

            public bool IsFull { get; set; }

            public override IDisposable? Lock(string path, TimeSpan timeout)
            {
                Count++;
                return IsFull ? throw new IOException("", 28) : null;
            }
        }

        private sealed class Unlistable : MemoryStorage
        {
            public override IReadOnlyList<string> List(string folder, string start) => throw new UnauthorizedAccessException();
        }

        private sealed class Vanishing : MemoryStorage
        {
            public string? Vanishes { get; set; }

            public override IReadOnlyList<string> List(string folder, string start)
            {
                IReadOnlyList<string> found = base.List(folder, start);
                if (Vanishes != null)
                    Files.Remove(Vanishes);
                return found;
            }
        }
    }
}
