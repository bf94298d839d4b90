using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Schema
{
    /// <summary>The schemas of the lock file of an assembly, read on first use.</summary>
    internal sealed class LockedSchemas
    {
        private readonly Func<string> _text;
        private volatile Entry[]? _entries;

        public LockedSchemas(Func<string> text) => _text = text;

        /// <summary>Returns the bytes of a schema; null if the file does not contain it.</summary>
        public byte[]? Find(ulong fingerprint)
        {
            // Two threads may read the file at the same time, with the same result.
            foreach (Entry entry in _entries ??= Read(_text()))
            {
                if (entry.Fingerprint == fingerprint)
                    return entry.Bytes;
            }
            return null;
        }

        private static Entry[] Read(string text)
        {
            var entries = new List<Entry>();
            try
            {
                SchemaLock file = SchemaLock.Parse(text);
                Add(file.Locked, entries);
                foreach (SchemaRelease release in file.Releases)
                    Add(file.Of(release), entries);
            }
            catch (SchemaException e)
            {
                throw new KitbagException(KitbagErrorReason.Defect, "The lock file that was compiled in cannot be read: " + e.Message
                    + ".", -1, e);
            }
            return entries.ToArray();
        }

        private static void Add(SchemaForm form, List<Entry> entries)
        {
            var roots = new SchemaType[form.Roots.Count];
            for (int i = 0; i < roots.Length; i++)
                roots[i] = form.Roots[i].Type;
            foreach (byte[] bytes in SchemaWriter.WriteAll(roots))
            {
                ulong fingerprint = Sha256.First64Bits(bytes);
                bool isNew = true;
                foreach (Entry entry in entries)
                    isNew &= entry.Fingerprint != fingerprint;
                if (isNew)
                    entries.Add(new Entry(fingerprint, bytes));
            }
        }

        private sealed class Entry
        {
            public readonly ulong Fingerprint;
            public readonly byte[] Bytes;

            public Entry(ulong fingerprint, byte[] bytes)
            {
                Fingerprint = fingerprint;
                Bytes = bytes;
            }
        }
    }
}
