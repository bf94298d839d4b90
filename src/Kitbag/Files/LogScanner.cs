using System;
using System.IO;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>Specifies what a scanner of a log has found.</summary>
    internal enum LogFind
    {
        /// <summary>A group, whose header is whole.</summary>
        Group,

        /// <summary>The end, after the last group.</summary>
        End,

        /// <summary>Bytes after which there is no group: a group that is being written, or that was truncated by a crash.</summary>
        Tail,

        /// <summary>Bytes that are not a group, but are followed by one.</summary>
        Damage,
    }

    /// <summary>Enumerates the groups of a log by their headers.</summary>
    internal sealed class LogScanner
    {
        private const int Chunk = 64 * 1024;

        private readonly Stream _file;
        private readonly byte[] _header = new byte[ContainerFormat.BlockHeaderLength];
        private long _groupAt;

        public LogScanner(Stream file, long start)
        {
            _file = file;
            Offset = start;
        }

        /// <summary>Gets the offset at which the next group is expected.</summary>
        public long Offset { get; private set; }

        /// <summary>The number of the record that is expected next.</summary>
        public long Next { get; private set; }

        /// <summary>Gets the offset of what was found last, and its number of bytes including headers.</summary>
        public long FoundAt { get; private set; }

        public long FoundLength { get; private set; }

        /// <summary>The header of the group that was found last.</summary>
        public BlockHeader Group { get; private set; }

        /// <summary>Examines the next bytes. Moves forward only after a group or damage.</summary>
        public LogFind Move()
        {
            long length = _file.Length;
            FoundAt = Offset;
            if (Offset >= length)
                return LogFind.End;
            if (TryMoveToNext(length))
                return LogFind.Group;
            for (long at = Offset + 1; (at = FindMarker(at, length)) >= 0; at++)
            {
                // Records are numbered on, so a group that is part of a record is none of the log's.
                if (!TryReadAt(at, length, out BlockHeader group) || group.First < Next)
                    continue;
                // What was no group may have been a torn tail, which a writer has replaced by groups while they were looked for.
                if (TryMoveToNext(_file.Length))
                    return LogFind.Group;
                FoundLength = at - Offset;
                Offset = at;
                Next = group.First;
                return LogFind.Damage;
            }
            FoundLength = length - Offset;
            return LogFind.Tail;
        }

        /// <summary>Reads the bytes of the group that was found last, and verifies their checksum.</summary>
        /// <param name="schema">The checksum of the current schema of groups of records, from which their checksums continue.</param>
        /// <exception cref="KitbagException">The bytes are damaged.</exception>
        public byte[] ReadStored(uint schema)
        {
            long at = FoundAt + ContainerFormat.BlockHeaderLength;
            byte[] stored = FileBytes.Read(_file, at, Group.StoredLength);
            ContainerFormat.Check(Crc32C.Append(Group.Count == 0 ? 0 : schema, stored), Group.Checksum,
                "The group of records " + ContainerFormat.Text(Group.First)
                + " to " + ContainerFormat.Text(Group.First + Math.Max(Group.Count, 1) - 1) + " of the log is damaged", at);
            return stored;
        }

        /// <summary>Returns whether the bytes of the group that was found last are valid; the scanner may have moved on.</summary>
        /// <param name="schema">See <see cref="ReadStored"/>.</param>
        public bool IsWhole(uint schema)
        {
            var stored = new byte[Group.StoredLength];
            return FileBytes.TryFill(_file, _groupAt + ContainerFormat.BlockHeaderLength, stored, 0, stored.Length) == stored.Length
                && Crc32C.Append(Group.Count == 0 ? 0 : schema, stored) == Group.Checksum;
        }

        /// <summary>
        /// Returns whether the group that was found last ends the file: then damaged bytes are a torn tail, which is examined again.
        /// </summary>
        public bool IsTail()
        {
            if (Offset < _file.Length)
                return false;
            StepBack();
            return true;
        }

        /// <summary>Moves back to the start of the group that was found last.</summary>
        public void StepBack()
        {
            Offset = FoundAt = _groupAt;
            FoundLength = _file.Length - _groupAt;
            Next = Group.First;
        }

        /// <summary>
        /// Moves back to the start of the group that was found last, but only once: its header may be that of a torn tail, which a writer
        /// has replaced by groups after the header was read.
        /// </summary>
        /// <param name="again">The offset of the group to which the caller has moved back, or -1.</param>
        public bool TryStepBack(ref long again)
        {
            if (_groupAt == 0 || _groupAt == again)
                return false;
            again = _groupAt;
            StepBack();
            return true;
        }

        private bool TryMoveToNext(long length)
        {
            if (!TryReadAt(Offset, length, out BlockHeader group) || group.First != Next)
                return false;
            Group = group;
            _groupAt = Offset;
            FoundLength = ContainerFormat.BlockHeaderLength + (long)group.StoredLength;
            Offset += FoundLength;
            Next = group.First + group.Count;
            return true;
        }

        private bool TryReadAt(long offset, long length, out BlockHeader group)
        {
            group = default;
            return length - offset > _header.Length
                && FileBytes.TryFill(_file, offset, _header, 0, _header.Length) == _header.Length
                && BlockHeader.TryRead(_header, Arrays.MaxDocument, out group)
                && group.StoredLength <= length - offset - _header.Length;
        }

        private long FindMarker(long from, long length)
        {
            var bytes = new byte[Chunk];
            while (length - from > ContainerFormat.BlockHeaderLength)
            {
                int n = FileBytes.TryFill(_file, from, bytes, 0, (int)Math.Min(Chunk, length - from));
                int found = bytes.AsSpan(0, n).IndexOf(BlockHeader.MarkerBytes);
                if (found >= 0)
                    return from + found;
                if (n < 4)
                    break;
                from += n - 3;
            }
            return -1;
        }
    }
}
