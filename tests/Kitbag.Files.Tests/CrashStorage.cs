using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>
    /// A simulated loss of power. It is not an IOException, because code that catches it must not continue with any effect.
    /// </summary>
    internal sealed class PowerLoss : Exception;

    /// <summary>
    /// A folder that simulates the possible states after a loss of power: files have the flushed bytes and any part of later writes, and
    /// the folder has the flushed names and any of the later changes. A test specifies the call at which the power is lost, or which fails.
    /// </summary>
    internal sealed class CrashStorage : KitbagStorage
    {
        private const int Sector = 512;

        private readonly Dictionary<string, Inode> _live = new(StringComparer.Ordinal);
        private Dictionary<string, Inode> _durable = new(StringComparer.Ordinal);
        private readonly List<Action<Dictionary<string, Inode>>> _changes = [];

        /// <summary>The number of calls so far that change something.</summary>
        public int Calls { get; set; }

        /// <summary>The call before which the power is lost; -1 for none.</summary>
        public int StopAt { get; set; } = -1;

        /// <summary>The call that fails; -1 for none. It fails before its effect, after it, or, for a write, after half of it.</summary>
        public int FailAt { get; set; } = -1;

        public Failure Fails { get; set; }

        public enum Failure
        {
            Before,
            After,
            HalfWay,
        }

        /// <summary>The files as programs see them.</summary>
        public MemoryStorage Now() => Files(_live.ToDictionary(e => e.Key, e => e.Value.Current));

        /// <summary>Makes all changes durable, and disables failures.</summary>
        public void Settle()
        {
            foreach (Inode inode in _live.Values)
                inode.Flush();
            _durable = new Dictionary<string, Inode>(_live, StringComparer.Ordinal);
            _changes.Clear();
            StopAt = FailAt = -1;
            Calls = 0;
        }

        /// <summary>Returns possible states after a loss of power: systematic ones, and a number of random ones.</summary>
        public IEnumerable<MemoryStorage> States(Random random, int randomStates)
        {
            Inode[] dirty = _live.Values.Concat(_durable.Values).Distinct().Where(i => i.Writes.Count != 0).ToArray();
            // Name changes in their order, with none and with all of the unflushed data.
            for (int names = 0; names <= _changes.Count; names++)
            {
                yield return State(Enumerable.Range(0, names), i => i.Durable);
                yield return State(Enumerable.Range(0, names), i => i.Current);
            }
            // The last write is torn at each sector, with and without the writes before it.
            foreach (Inode inode in dirty)
            {
                (int offset, byte[]? bytes) = inode.Writes[^1];
                for (int cut = 0; bytes != null && cut < bytes.Length; cut += Sector)
                {
                    byte[] torn = inode.With(inode.Writes.SkipLast(1).Append((offset, bytes[..cut])));
                    byte[] alone = inode.With([(offset, bytes[..cut])]);
                    yield return State(Enumerable.Range(0, _changes.Count), i => i == inode ? torn : i.Current);
                    yield return State(Enumerable.Range(0, _changes.Count), i => i == inode ? alone : i.Durable);
                }
            }
            for (int n = 0; n < randomStates; n++)
            {
                int[] names = Enumerable.Range(0, _changes.Count).Where(_ => random.Next(2) == 0).ToArray();
                Dictionary<Inode, byte[]> bytes = dirty.ToDictionary(i => i, i => i.With(i.Writes.Where(_ => random.Next(3) != 0)
                    .Select(w => random.Next(3) == 0 && w.Bytes != null
                        ? (w.Offset, w.Bytes[..(random.Next((w.Bytes.Length / Sector) + 1) * Sector)])
                        : w)));
                yield return State(names, i => bytes.TryGetValue(i, out byte[]? some) ? some : i.Current);
            }
        }

        private MemoryStorage State(IEnumerable<int> changes, Func<Inode, byte[]> bytes)
        {
            var names = new Dictionary<string, Inode>(_durable, StringComparer.Ordinal);
            foreach (int change in changes)
                _changes[change](names);
            return Files(names.ToDictionary(e => e.Key, e => bytes(e.Value)));
        }

        private static MemoryStorage Files(Dictionary<string, byte[]> files)
        {
            var storage = new MemoryStorage();
            foreach ((string name, byte[] bytes) in files)
                storage.Files.Add(name, bytes);
            return storage;
        }

        // Executes a call with an effect, which may fail before and after it.
        private void Do(Action effect, Action? half = null)
        {
            if (Calls == StopAt)
                throw new PowerLoss();
            if (Calls++ == FailAt)
            {
                if (Fails == Failure.After)
                    effect();
                else if (Fails == Failure.HalfWay)
                    half?.Invoke();
                throw new IOException("The failure that the test specifies.");
            }
            effect();
        }

        private void Change(Action<Dictionary<string, Inode>> change) => Do(() =>
        {
            change(_live);
            _changes.Add(change);
        });

        public override string FolderOf(string path) => "";

        public override Stream OpenRead(string path) =>
            new MemoryStream(_live.TryGetValue(path, out Inode? inode) ? inode.Current : throw new FileNotFoundException(null, path),
                false);

        public override Stream Create(string path)
        {
            Assert.DoesNotContain(path, _live.Keys);
            var inode = new Inode();
            Change(names => names[path] = inode);
            return new Writer(this, inode);
        }

        public override Stream OpenWrite(string path) =>
            _live.TryGetValue(path, out Inode? inode) ? new Writer(this, inode) : Create(path);

        public override bool Flush(Stream file, KitbagDurability durability)
        {
            Do(() =>
            {
                if (durability != KitbagDurability.None)
                    ((Writer)file).Inode.Flush();
            });
            return durability != KitbagDurability.None;
        }

        public override bool FlushFolder(string folder)
        {
            Do(() =>
            {
                _durable = new Dictionary<string, Inode>(_live, StringComparer.Ordinal);
                _changes.Clear();
            });
            return true;
        }

        public override void Replace(string from, string to)
        {
            Inode inode = _live[from];
            Change(names =>
            {
                names[to] = inode;
                if (names.TryGetValue(from, out Inode? other) && other == inode)
                    names.Remove(from);
            });
        }

        /// <summary>Whether files can have two names.</summary>
        public bool HasLinks { get; set; } = true;

        public override bool TryLink(string from, string to)
        {
            if (!HasLinks)
                return false;
            Inode inode = _live[from];
            Change(names => names[to] = inode);
            return true;
        }

        public override bool Exists(string path) => _live.ContainsKey(path);

        public override void Delete(string path)
        {
            if (_live.ContainsKey(path))
                Change(names => names.Remove(path));
        }

        public override IReadOnlyList<string> List(string folder, string start) =>
            _live.Keys.Where(k => k.StartsWith(start, StringComparison.Ordinal)).ToList();

        /// <summary>The content of a file: the durable bytes, and the later writes. A write without bytes truncates the file.</summary>
        private sealed class Inode
        {
            public byte[] Durable { get; private set; } = [];

            public byte[] Current { get; private set; } = [];

            public List<(int Offset, byte[]? Bytes)> Writes { get; } = [];

            public void Write(int offset, byte[]? bytes)
            {
                Writes.Add((offset, bytes));
                Current = Apply(Current, offset, bytes);
            }

            public void Flush()
            {
                Durable = Current;
                Writes.Clear();
            }

            public byte[] With(IEnumerable<(int Offset, byte[]? Bytes)> writes) =>
                writes.Aggregate(Durable, (all, write) => Apply(all, write.Offset, write.Bytes));

            private static byte[] Apply(byte[] all, int offset, byte[]? bytes)
            {
                byte[] result = all.AsSpan(0, bytes == null ? Math.Min(offset, all.Length) : all.Length).ToArray();
                if (bytes == null)
                    return result;
                Array.Resize(ref result, Math.Max(result.Length, offset + bytes.Length));
                bytes.CopyTo(result, offset);
                return result;
            }
        }

        private sealed class Writer(CrashStorage storage, Inode inode) : Stream
        {
            public Inode Inode => inode;

            public override bool CanRead => true;

            public override bool CanSeek => true;

            public override bool CanWrite => true;

            public override long Length => inode.Current.Length;

            public override long Position { get; set; }

            public override void Flush()
            {
            }

            public override int Read(byte[] buffer, int offset, int count)
            {
                int n = (int)Math.Max(Math.Min(count, Length - Position), 0);
                Array.Copy(inode.Current, Position, buffer, offset, n);
                Position += n;
                return n;
            }

            public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

            public override void SetLength(long value) => storage.Do(() => inode.Write((int)value, null));

            public override void Write(byte[] buffer, int offset, int count)
            {
                byte[] bytes = buffer.AsSpan(offset, count).ToArray();
                storage.Do(() => inode.Write((int)Position, bytes), () => inode.Write((int)Position, bytes[..(count / 2)]));
                Position += count;
            }
        }
    }
}
