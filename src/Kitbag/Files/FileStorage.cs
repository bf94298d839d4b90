using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace Kitbag.Files
{
    /// <summary>The file system.</summary>
    internal sealed class FileStorage : KitbagStorage
    {
        // Windows temporarily denies access to files that a virus scanner or an indexer has open: 12 tries take 2 s.
        private const int Tries = 12;
        private const int NotSupported = 95, InvalidArgument = 22, NoPermission = 1, ReadOnly = 30, BadDescriptor = 9, TooManyLinks = 31,
            NotImplemented = 38, AppleNotSupported = 45;

        public static FileStorage Instance { get; } = new FileStorage();

        public override string Resolve(string path)
        {
            string full = System.IO.Path.GetFullPath(path);
            // A link may refer to another link; a cycle results in an error when the file is opened.
            for (int i = 0; i < 40; i++)
            {
                string? target = FileTraits.LinkTarget(full);
                if (target == null)
                    break;
                full = System.IO.Path.GetFullPath(System.IO.Path.Combine(FolderOf(full), target));
            }
            // Saving would replace a device by a file, and reading a pipe would wait. Neither has a length.
            var file = new FileInfo(full);
            if (file.Exists && file.Length == 0 && UnixCalls.IsSpecial(full))
                throw new KitbagException(KitbagErrorReason.NotAFile, "The path names a device or a pipe, not a file.").InFile(path);
            return full;
        }

        internal override string ResolveName(string path) => System.IO.Path.GetFullPath(path);

        public override Stream OpenRead(string path) =>
            new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);

        public override Stream Create(string path) =>
            new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read | FileShare.Delete, 1);

        public override Stream OpenWrite(string path) =>
            new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, 1);

        public override bool Flush(Stream file, KitbagDurability durability)
        {
            file.Flush();
            if (durability == KitbagDurability.None)
                return false;
            if (file is not FileStream stream)
                return false;
            int error = UnixCalls.Flush(stream.SafeFileHandle, durability == KitbagDurability.Full);
            if (error == 0)
                return true;
            if (error is -1 or BadDescriptor)
            {
                stream.Flush(true);
                return true;
            }
            // Some mounts do not support flushing at all; after any other failure, the contents of the file are unknown.
            if (error is InvalidArgument or NotSupported or NotImplemented or ReadOnly or AppleNotSupported)
                return false;
            throw FileErrors.OfNumber(error, stream.Name, "flush");
        }

        public override void CreateFolder(string folder) => Directory.CreateDirectory(folder);

        public override bool FlushFolder(string folder) => UnixCalls.FlushFolder(folder) switch
        {
            0 => true,
            // Windows writes names through, as far as a program can tell.
            -1 => System.IO.Path.DirectorySeparatorChar == '\\',
            _ => false,
        };

        public override void Replace(string from, string to)
        {
            int error = UnixCalls.Rename(from, to);
            if (error > 0)
                throw FileErrors.OfNumber(error, to, "replace");
            if (error == 0)
                return;
            for (int i = 1; ; i++)
            {
                try
                {
                    ReplaceWithoutCalls(from, to);
                    return;
                }
                catch (Exception e) when (i < Tries && e is IOException or UnauthorizedAccessException && File.Exists(from))
                {
                    Thread.Sleep(Math.Min(20 * i, 300));
                }
            }
        }

        // If this fails halfway, the existing file has the name of a temporary file, which loading finds.
        private static void ReplaceWithoutCalls(string from, string to)
        {
            // A file cannot replace itself, but its name can change in case.
            if (!File.Exists(to) || string.Equals(from, to, StringComparison.OrdinalIgnoreCase))
            {
                File.Move(from, to);
                return;
            }
            string before = FileNames.NewTemporary(to);
            try
            {
                File.Replace(from, to, before, true);
            }
            catch (PlatformNotSupportedException)
            {
                File.Move(to, before);
                File.Move(from, to);
            }
            catch (IOException) when (!File.Exists(to) && File.Exists(before))
            {
                File.Move(File.Exists(from) ? from : before, to);
            }
            if (File.Exists(to))
                File.Delete(before);
        }

        public override bool TryLink(string from, string to)
        {
            int error = UnixCalls.Link(from, to);
            if (error is -1 or NotSupported or NotImplemented or NoPermission or TooManyLinks or InvalidArgument or AppleNotSupported)
                return false;
            return error == 0 ? true : throw FileErrors.OfNumber(error, to, "create");
        }

        public override bool Exists(string path) => File.Exists(path);

        public override void Delete(string path)
        {
            if (File.Exists(path))
                File.Delete(path);
        }

        public override IReadOnlyList<string> List(string folder, string start)
        {
            var found = new List<string>();
            if (!Directory.Exists(folder))
                return found;
            try
            {
                foreach (string path in Directory.EnumerateFiles(folder))
                {
                    if (System.IO.Path.GetFileName(path).StartsWith(start, StringComparison.Ordinal))
                        found.Add(path);
                }
            }
            catch (DirectoryNotFoundException)
            {
                // Another process has deleted it.
            }
            return found;
        }

        // Without opening it: a pipe would wait for its writer.
        public override long LengthOf(string path) => new FileInfo(Resolve(path)).Length;

        public override DateTime LastWriteTime(string path) => File.Exists(path) ? File.GetLastWriteTimeUtc(path) : DateTime.MinValue;

        public override void CopyRights(string from, string to) => FileTraits.CopyMode(from, to);

        public override IDisposable Lock(string path, TimeSpan timeout) => FileLock.Acquire(path, timeout);
    }
}
