using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>Names that are looked up by the bytes of JSON.</summary>
    internal sealed class JsonNames
    {
        private readonly short[] _slots;
        private readonly Dictionary<string, int>? _former;
        private Dictionary<string, int>? _ignoringCase;
        private JsonName[]? _nowhere, _probes;

        public JsonNames(string[] names, Dictionary<string, int>? former)
        {
            _former = former;
            All = new JsonName[names.Length];
            int size = 4;
            while (size < names.Length * 2)
                size *= 2;
            _slots = new short[size];
            for (int i = 0; i < names.Length; i++)
            {
                All[i] = new JsonName(names[i]);
                if (Find(All[i].Bytes) >= 0)
                    throw new KitbagException(KitbagErrorReason.NotSupported,
                        "Two members have the name '" + names[i] + "' in JSON. "
                        + "Rename one, or give it another name with [JsonPropertyName].");
                int slot = Slot(All[i].Bytes);
                while (_slots[slot] != 0)
                    slot = (slot + 1) & (size - 1);
                _slots[slot] = (short)(i + 1);
            }
            HasGraphName = Find("$id"u8) >= 0 || Find("$ref"u8) >= 0 || Find("$objects"u8) >= 0;
        }

        public JsonName[] All { get; }

        /// <summary>
        /// Gets as many names as there are members, none of which occurs in a text, so that every member is searched for.
        /// </summary>
        public JsonName[] Nowhere => _nowhere ??= Enumerable.Repeat(JsonName.Never, All.Length).ToArray();

        /// <summary>Gets as many times <see cref="JsonName.Probe"/> as there are members, and at least once.</summary>
        public JsonName[] Probes => _probes ??= Enumerable.Repeat(JsonName.Probe, Math.Max(All.Length, 1)).ToArray();

        /// <summary>The names for writers that leave out defaults; null until they are asked for.</summary>
        public JsonName[]? Omitting { get; set; }

        public bool HasFormer => _former != null;

        /// <summary>
        /// Gets a value indicating whether a text may contain a member under a former name, or its name in C#, as well, because an older
        /// program kept it.
        /// </summary>
        public bool MayRepeat => KeepsUnknown && (HasFormer || InCode != null);

        /// <summary>Gets or initializes for each name of a migration the index of the member, or -1.</summary>
        public int[] Migrated { get; init; } = Array.Empty<int>();

        /// <summary>Returns the index of the member to which a name leads.</summary>
        /// <param name="index">The index of the name.</param>
        public int MemberOf(int index) => index < All.Length ? index : Migrated[index - All.Length - 1];

        /// <summary>Returns whether a name is not the one that its member has in JSON now: a former one, or that of a migration.</summary>
        /// <param name="index">The index that was found for the name.</param>
        /// <param name="name">The name.</param>
        /// <param name="ignoreCase">Whether names are found in any case.</param>
        public bool IsFormer(int index, string name, bool ignoreCase) => index >= All.Length
            || !string.Equals(All[index].Text, name, ignoreCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);

        /// <summary>
        /// Gets or initializes the names in C# of members that attributes name otherwise, which texts have if they contain members that a
        /// program without these attributes has kept; null if there are none.
        /// </summary>
        public Dictionary<string, int>? InCode { get; init; }

        /// <summary>Gets or initializes the names of properties and fields that the type has, but never reads.</summary>
        public string[] Skipped { get; init; } = Array.Empty<string>();

        /// <summary>Returns whether a name that no member has is one that the type has, but never reads.</summary>
        /// <param name="name">The name.</param>
        /// <param name="ignoreCase">Whether names are found in any case.</param>
        public bool IsSkipped(string name, bool ignoreCase) => Skipped.Contains(name,
            ignoreCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);

        /// <summary>Gets or initializes a value indicating whether objects may have been saved by programs that kept members.</summary>
        public bool MayHaveKept { get; init; }

        /// <summary>The index of a member by its name in C#, or -1.</summary>
        public int FindInCode(string name, bool ignoreCase)
        {
            if (InCode == null)
                return -1;
            if (InCode.TryGetValue(name, out int index))
                return index;
            foreach (KeyValuePair<string, int> one in InCode)
            {
                if (ignoreCase && string.Equals(one.Key, name, StringComparison.OrdinalIgnoreCase))
                    return one.Value;
            }
            return -1;
        }

        /// <summary>Gets or initializes a value indicating whether an unknown member is an error; null if the options decide.</summary>
        public bool? RefusesUnknown { get; init; }

        /// <summary>
        /// Gets or initializes a value indicating whether the reader stops before the name of an unknown member as if it were a member.
        /// </summary>
        public bool KeepsUnknown { get; init; }

        /// <summary>Gets a value indicating whether one of the names is also used for identities of objects.</summary>
        public bool HasGraphName { get; }

        /// <summary>The index of the name that has these bytes between its quotes, or -1.</summary>
        public int Find(ReadOnlySpan<byte> bytes)
        {
            for (int slot = Slot(bytes); _slots[slot] != 0; slot = (slot + 1) & (_slots.Length - 1))
            {
                int i = _slots[slot] - 1;
                if (All[i].Bytes.SequenceEqual(bytes))
                    return i;
            }
            return -1;
        }

        /// <summary>Whether a member is written with a name.</summary>
        public bool Has(string name) => Array.Exists(All, one => one.Text == name);

        /// <summary>The index of a name, or -1.</summary>
        public int Find(string name, bool ignoreCase)
        {
            for (int i = 0; i < All.Length; i++)
            {
                if (All[i].Text == name)
                    return i;
            }
            if (_former != null && _former.TryGetValue(name, out int index))
                return index;
            return ignoreCase && IgnoringCase().TryGetValue(name, out index) ? index : -1;
        }

        private Dictionary<string, int> IgnoringCase()
        {
            if (_ignoringCase == null)
            {
                var names = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
                for (int i = 0; i < All.Length; i++)
                    names.TryAdd(All[i].Text, i);
                if (_former != null)
                {
                    foreach (KeyValuePair<string, int> former in _former)
                        names.TryAdd(former.Key, former.Value);
                }
                _ignoringCase = names;
            }
            return _ignoringCase;
        }

        private int Slot(ReadOnlySpan<byte> bytes)
        {
            ref byte first = ref MemoryMarshal.GetReference(bytes);
            ulong hash = (ulong)bytes.Length;
            if (bytes.Length >= 8)
            {
                hash ^= LittleEndian.Load64(ref first) ^ LittleEndian.Load64(ref Unsafe.Add(ref first, bytes.Length - 8)) * 31;
            }
            else
            {
                for (int i = 0; i < bytes.Length; i++)
                    hash = hash * 257 + Unsafe.Add(ref first, i);
            }
            return (int)((hash * 0x9E3779B97F4A7C15) >> 40) & (_slots.Length - 1);
        }
    }
}
