using System;
using System.IO;
using System.Threading.Tasks;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests.Dynamic
{
    /// <summary>Files that cannot be opened are reported as by <see cref="KitbagFile"/>, and links are followed.</summary>
    public class OpenErrorTests
    {
        [Fact]
        public void A_link_is_opened_as_its_file()
        {
            if (OperatingSystem.IsWindows())
                return;
            string folder = Directory.CreateTempSubdirectory().FullName;
            try
            {
                string document = Path.Combine(folder, "document.kit"), file = Path.Combine(folder, "file.kit"),
                    link = Path.Combine(folder, "link.kit");
                File.WriteAllBytes(document, KitbagSerializer.Serialize(new[] { 1, 2, 3 }));
                KitbagFile.Save(file, new[] { 1, 2, 3 });
                foreach (string target in new[] { document, file })
                {
                    File.Delete(link);
                    File.CreateSymbolicLink(link, target);
                    using var opened = KitbagDocument.Open(link);
                    Assert.Equal(3, opened.Root.Count);
                }
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
        }

        // Without the kind, the length and the bytes being those of one open file, some of the calls failed.
        [Fact]
        public async Task A_file_that_is_replaced_is_opened_before_or_after()
        {
            string folder = Directory.CreateTempSubdirectory().FullName, file = Path.Combine(folder, "file.kit"), next = file + ".next";
            using var saved = new MemoryStream();
            KitbagFile.Save(saved, new[] { 1, 2, 3 });
            byte[][] versions =
                { KitbagSerializer.Serialize(new int[40_000]), KitbagSerializer.Serialize(new[] { 1, 2, 3 }), saved.ToArray() };
            File.WriteAllBytes(file, versions[0]);
            Task writer = Task.Run(() =>
            {
                for (int i = 0; i < 5000; i++)
                {
                    File.WriteAllBytes(next, versions[i % versions.Length]);
                    File.Move(next, file, overwrite: true);
                }
            });
            try
            {
                while (!writer.IsCompleted)
                {
                    using var opened = KitbagDocument.Open(file);
                    Assert.True(opened.Root.Count is 40_000 or 3);
                    opened.Verify();
                }
            }
            finally
            {
                await writer;
                Directory.Delete(folder, recursive: true);
            }
        }

        [Fact]
        public void Have_the_reasons_of_files()
        {
            string folder = Directory.CreateTempSubdirectory().FullName, file = Path.Combine(folder, "full.kit");
            try
            {
                File.WriteAllText(file, "x");
                Check(Path.Combine(folder, "none.kit"), KitbagErrorReason.FileNotFound);
                Check(Path.Combine(folder, "none", "none.kit"), KitbagErrorReason.FileNotFound);
                Check(folder, KitbagErrorReason.NotAFile);
                Check(Path.Combine(file, "none.kit"), KitbagErrorReason.NotAFile);
                Check("", KitbagErrorReason.BadFileName);
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
            Assert.Throws<ArgumentNullException>(() => KitbagDocument.Open(null!));
        }

        [Fact]
        public void A_damaged_file_is_named()
        {
            string folder = Directory.CreateTempSubdirectory().FullName, path = Path.Combine(folder, "damaged.kit");
            try
            {
                KitbagFile.Save(path, new[] { 1, 2, 3 });
                byte[] file = File.ReadAllBytes(path);
                file[^1] ^= 1;
                byte[] document = KitbagSerializer.Serialize(new[] { "a", "b" });
                foreach (byte[] damaged in new[] { Array.Empty<byte>(), [1, 2, 3], document[..5], file, file[..^20] })
                {
                    File.WriteAllBytes(path, damaged);
                    var error = Assert.Throws<KitbagException>(() => KitbagDocument.Open(path));
                    Assert.Equal(path, error.File);
                    Assert.StartsWith("'" + path + "': ", error.Message);
                }
            }
            finally
            {
                Directory.Delete(folder, recursive: true);
            }
        }

        private static void Check(string path, KitbagErrorReason reason)
        {
            var error = Assert.Throws<KitbagException>(() => KitbagDocument.Open(path));
            Assert.Equal((reason, path), (error.Reason, error.File));
            var saved = Assert.Throws<KitbagException>(() => KitbagFile.Load<int>(path));
            // A path that is empty cannot be looked for, either.
            Assert.Equal((saved.Reason, saved.Message.Replace("find", "read", StringComparison.Ordinal)), (error.Reason, error.Message));
        }
    }
}
