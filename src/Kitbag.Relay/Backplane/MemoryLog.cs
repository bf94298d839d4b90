using System.Collections.Generic;

namespace Kitbag.Relay.Backplane
{
    /// <summary>A stream in memory: its newest entries, up to a number of bytes. Its hub's lock guards it.</summary>
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

        /// <summary>Which stream this is.</summary>
        public long Epoch { get; private set; }

        /// <summary>The offset of the next entry.</summary>
        public long Next { get; private set; }

        /// <summary>The position before the next entry.</summary>
        public KeptPosition End => new(Epoch, Next - 1, 0);

        /// <summary>The position before the oldest entry that is there.</summary>
        public KeptPosition Begin => new(Epoch, _entries.First is { } first ? first.Value.Position.Offset - 1 : Next - 1, 0);

        /// <summary>Appends an entry, and drops the oldest ones where there are too many bytes.</summary>
        public KeptPosition Append(byte[] entry)
        {
            var position = new KeptPosition(Epoch, Next++, 0);
            _entries.AddLast((position, entry));
            _bytes += entry.Length;
            while (_bytes > _maxBytes && _entries.Count > 1)
                DropFirst();
            return position;
        }

        /// <summary>Drops all entries but the newest ones.</summary>
        public void Trim(int keep)
        {
            while (_entries.Count > keep)
                DropFirst();
        }

        /// <summary>Drops the newest entries; others will have their positions.</summary>
        public void LoseEnd(int entries)
        {
            for (; entries > 0; entries--)
            {
                _bytes -= _entries.Last!.Value.Entry.Length;
                _entries.RemoveLast();
                Next--;
            }
        }

        /// <summary>Begins anew, with nothing.</summary>
        public void Reset(long epoch)
        {
            _entries.Clear();
            _bytes = 0;
            Epoch = epoch;
            Next = 0;
        }

        /// <summary>The entries behind a position of this epoch, in order.</summary>
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
