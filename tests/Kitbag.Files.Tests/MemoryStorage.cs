using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace Kitbag.Files.Tests
{
    /// <summary>Files in memory, in one folder without a name.</summary>
    internal class MemoryStorage : KitbagStorage
    {
        public MemoryStorage(StringComparer? names = null) => Files = new(names ?? StringComparer.Ordinal);

        public Dictionary<string, byte[]> Files { get; }

        /// <summary>The number of bytes that were read.</summary>
        public long BytesRead { get; private set; }

        /// <summary>Called after each read.</summary>
        public Action? Reading { get; set; }

        public override string FolderOf(string path) => "";

        public override Stream OpenRead(string path) =>
            new Reader(this, Files.TryGetValue(path, out byte[]? bytes) ? bytes : throw new FileNotFoundException(null, path));

        public override Stream Create(string path)
        {
            Files.Add(path, []);
            return new Writer(this, path);
        }

        public override Stream OpenWrite(string path)
        {
            Files.TryAdd(path, []);
            return new Writer(this, path);
        }

        public override bool Flush(Stream file, KitbagDurability durability) => true;

        public override bool FlushFolder(string folder) => true;

        public override void Replace(string from, string to)
        {
            Files[to] = Files[from];
            Files.Remove(from);
        }

        public override bool TryLink(string from, string to)
        {
            Files.Add(to, Files[from]);
            return true;
        }

        public override bool Exists(string path) => Files.ContainsKey(path);

        public override void Delete(string path) => Files.Remove(path);

        public override IReadOnlyList<string> List(string folder, string start) =>
            Files.Keys.Where(k => k.StartsWith(start, StringComparison.Ordinal)).ToList();

        private sealed class Reader(MemoryStorage storage, byte[] bytes) : MemoryStream(bytes, writable: false)
        {
            public override int Read(byte[] buffer, int offset, int count)
            {
                int n = base.Read(buffer, offset, count);
                storage.BytesRead += n;
                storage.Reading?.Invoke();
                return n;
            }

            public override int ReadByte()
            {
                int one = base.ReadByte();
                storage.BytesRead += one < 0 ? 0 : 1;
                return one;
            }
        }

        private sealed class Writer : MemoryStream
        {
            private readonly MemoryStorage _storage;
            private readonly string _path;

            public Writer(MemoryStorage storage, string path)
            {
                _storage = storage;
                _path = path;
                base.Write(storage.Files[path], 0, storage.Files[path].Length);
                Position = 0;
            }

            public override void Write(byte[] buffer, int offset, int count)
            {
                base.Write(buffer, offset, count);
                _storage.Files[_path] = ToArray();
            }

            public override void SetLength(long value)
            {
                base.SetLength(value);
                _storage.Files[_path] = ToArray();
            }
        }
    }
}
