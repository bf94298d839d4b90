using System.Collections.Generic;

namespace Kitbag.Relay.Backplane
{
    /// <summary>Represents a stream in memory: its newest entries, up to a number of bytes. Guarded by the lock of its hub.</summary>
    internal sealed class MemoryLog
    {
        private readonly long _maxBytes;
        private readonly LinkedList<(KeptPosition Position, byte[] Entry)> _entries = new();
        private long _bytes;

        public MemoryLog(long epoch, long maxBytes)
        {
            Epoch = epoch;
            _maxBytes = maxBytes;
        }

        /// <summary>Gets the epoch of the stream.</summary>
        public long Epoch { get; private set; }

        /// <summary>Gets the offset of the next entry.</summary>
        public long Next { get; private set; }

        /// <summary>Gets the position before the next entry.</summary>
        public KeptPosition End => new(Epoch, Next - 1, 0);

        /// <summary>Gets the position before the oldest available entry.</summary>
        public KeptPosition Begin => new(Epoch, _entries.First is { } first ? first.Value.Position.Offset - 1 : Next - 1, 0);

        /// <summary>Appends an entry, and removes the oldest ones if there are too many bytes.</summary>
        public KeptPosition Append(byte[] entry)
        {
            var position = new KeptPosition(Epoch, Next++, 0);
            _entries.AddLast((position, entry));
            _bytes += entry.Length;
            while (_bytes > _maxBytes && _entries.Count > 1)
                DropFirst();
            return position;
        }

        /// <summary>Removes all entries except the newest ones.</summary>
        public void Trim(int keep)
        {
            while (_entries.Count > keep)
                DropFirst();
        }

        /// <summary>Removes the newest entries; other entries will get their positions.</summary>
        public void LoseEnd(int entries)
        {
            for (; entries > 0; entries--)
            {
                _bytes -= _entries.Last!.Value.Entry.Length;
                _entries.RemoveLast();
                Next--;
            }
        }

        /// <summary>Restarts the stream without entries.</summary>
        public void Reset(long epoch)
        {
            _entries.Clear();
            _bytes = 0;
            Epoch = epoch;
            Next = 0;
        }

        /// <summary>Returns the entries after a position of this epoch, in order.</summary>
        public List<(KeptPosition Position, byte[] Entry)> After(KeptPosition position)
        {
            var found = new List<(KeptPosition, byte[])>();
            for (LinkedListNode<(KeptPosition Position, byte[] Entry)>? node = _entries.Last;
                node != null && node.Value.Position.IsAfter(position);
                node = node.Previous)
                found.Add(node.Value);
            found.Reverse();
            return found;
        }

        private void DropFirst()
        {
            _bytes -= _entries.First!.Value.Entry.Length;
            _entries.RemoveFirst();
        }
    }
}
