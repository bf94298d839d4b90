using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>
    /// The distinct strings of a column. Assigns an index to each of them, from 1 on in order of first occurrence; 0 is null.
    /// </summary>
    internal ref struct StringDictionary
    {
        // Unsafe: the size of a table is determined by the bits of its hash, so positions need no check (bench/: save-game, 1000-persons).

        private const int FewestBits = 4, FirstBits = 8, MostProbes = 64;

        // An open-addressing table; an entry is the upper half of the hash and, below it, the index of the string.
        private Span<ulong> _slots;

        // The index of the last string whose address had this hash. Equal strings are often the same object; an equal address is only a
        // hint, because the garbage collector may move objects.
        private readonly Span<uint> _recent;
        private readonly int _recentShift;
        private Span<string?> _strings;
        private int _shift, _distinct;
        private long _length;

        /// <param name="w">The writer that provides scratch memory.</param>
        /// <param name="count">The number of strings to add; it determines the size of the tables.</param>
        public StringDictionary(scoped ref WireWriter w, int count)
        {
            int bits = FewestBits;
            while (bits < FirstBits && 1 << bits < 2 * count)
                bits++;
            _slots = w.Rent<ulong>(1 << bits);
            _slots.Clear();
            _recent = w.Rent<uint>(2 << bits);
            _recent.Clear();
            _strings = w.Rent<string?>(1 << bits);
            _strings[0] = null;
            _shift = 64 - bits;
            _recentShift = _shift - 1;
            _distinct = 0;
            _length = 0;
        }

        /// <summary>The number of distinct strings, without null.</summary>
        public readonly int Count => _distinct;

        /// <summary>The distinct strings in order of their indexes, without null.</summary>
        public readonly ReadOnlySpan<string?> Strings => _strings.Slice(1, _distinct);

        /// <summary>The string that has an index.</summary>
        public readonly string? this[uint index] => _strings[(int)index];

        /// <summary>Finds a string that was added recently as the same object.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public readonly bool TryGetRecent(string? value, out uint index)
        {
            index = Unsafe.Add(ref MemoryMarshal.GetReference(_recent), RecentPlace(value));
            return ReferenceEquals(Unsafe.Add(ref MemoryMarshal.GetReference(_strings), (IntPtr)index), value);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly IntPtr RecentPlace(string? value) =>
            (IntPtr)(((ulong)Unsafe.As<string?, IntPtr>(ref value) * 0x9E3779B97F4A7C15) >> _recentShift);

        /// <summary>Finds the index of a string; a new string gets the next index.</summary>
        /// <param name="w">The writer that provides scratch memory.</param>
        /// <param name="value">The string.</param>
        /// <param name="index">Its index.</param>
        /// <returns>False if a probe sequence becomes too long: too many of these strings have similar hashes.</returns>
        public bool TryAdd(scoped ref WireWriter w, string? value, out uint index)
        {
            index = 0;
            ref uint recent = ref Unsafe.Add(ref MemoryMarshal.GetReference(_recent), RecentPlace(value));
            if (value == null)
            {
                recent = 0;
                return true;
            }
            ulong hash = Hash(value);
            int slot = (int)(hash >> _shift);
            for (int probes = 0; probes <= MostProbes; probes++)
            {
                ulong entry = _slots[slot];
                if (entry == 0)
                {
                    _slots[slot] = (hash & 0xFFFFFFFF00000000) | (uint)(_distinct + 1);
                    recent = index = Append(ref w, value);
                    return true;
                }
                if ((entry ^ hash) >> 32 == 0 && Equal(_strings[(int)(uint)entry]!, value))
                {
                    recent = index = (uint)entry;
                    return true;
                }
                slot = (slot + 1) & (_slots.Length - 1);
            }
            return false;
        }

        private uint Append(scoped ref WireWriter w, string value)
        {
            _length += value.Length;
            if (++_distinct == _strings.Length)
            {
                Span<string?> larger = w.Rent<string?>(_strings.Length * 4);
                _strings.CopyTo(larger);
                _strings = larger;
            }
            _strings[_distinct] = value;
            if (_distinct * 2 > _slots.Length)
            {
                Span<ulong> larger = w.Rent<ulong>(_slots.Length * 4);
                Move(_slots, larger, _shift -= 2);
                _slots = larger;
            }
            return (uint)_distinct;
        }

        private static void Move(ReadOnlySpan<ulong> slots, Span<ulong> larger, int shift)
        {
            larger.Clear();
            foreach (ulong entry in slots)
            {
                if (entry == 0)
                    continue;
                int slot = (int)(entry >> shift);
                while (larger[slot] != 0)
                    slot = (slot + 1) & (larger.Length - 1);
                larger[slot] = entry;
            }
        }

        /// <summary>Whether a dictionary makes a column smaller.</summary>
        /// <param name="count">The number of strings, without nulls.</param>
        /// <param name="stored">The number of indexes to store, including those of nulls.</param>
        public readonly bool Pays(int count, int stored) => DictionaryChoice.Pays(_distinct, _length, count, stored);

        // Most strings that repeat are words of at most eight characters.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool Equal(string one, string other)
        {
            int length = other.Length;
            if (length is < 4 or > 8 || one.Length != length)
                return string.Equals(one, other);
            ref char a = ref MemoryMarshal.GetReference(one.AsSpan()), b = ref MemoryMarshal.GetReference(other.AsSpan());
            return ((Four(ref a, 0) ^ Four(ref b, 0)) | (Four(ref a, length - 4) ^ Four(ref b, length - 4))) == 0;
        }

        // Many strings that differ only in a number have the same characters after it.
        /// <summary>
        /// A hash of the length, the first four characters, the middle four and the last eight: of all characters if there are at most
        /// twelve.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong Hash(string value)
        {
            ref char chars = ref MemoryMarshal.GetReference(value.AsSpan());
            int length = value.Length;
            ulong first, middle = 0, last = 0;
            if (length >= 4)
            {
                first = Four(ref chars, 0);
                middle = Four(ref chars, (length >> 1) - 2);
                last = Four(ref chars, length - 4);
                if (length >= 8)
                    middle += Four(ref chars, length - 8) * 0xC2B2AE3D27D4EB4F;
            }
            else
            {
                first = length == 0 ? 0 : chars | ((ulong)Unsafe.Add(ref chars, length >> 1) << 16)
                    | ((ulong)Unsafe.Add(ref chars, length - 1) << 32);
            }
            ulong hash = (first + (uint)length) * 0x9E3779B97F4A7C15 ^ (last * 0xC2B2AE3D27D4EB4F) ^ (middle * 0x165667B19E3779F9);
            hash ^= hash >> 32;
            return hash * 0xD6E8FEB86659FD93;
        }

        /// <summary>
        /// A hash of the length, the middle four and the last eight characters. Only its upper bits are good.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static ulong QuickHash(string value)
        {
            int length = value.Length;
            if (length < 8)
                return HashOf(value);
            ref char chars = ref MemoryMarshal.GetReference(value.AsSpan());
            ref char end = ref Unsafe.Add(ref chars, length - 8);
            return (Four(ref chars, (length >> 1) - 2) + (uint)length) * 0x9E3779B97F4A7C15
                ^ Four(ref end, 0) * 0x165667B19E3779F9 ^ Four(ref end, 4) * 0xC2B2AE3D27D4EB4F;
        }

        /// <summary><see cref="Hash"/>, where it is not worth its code in place.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static ulong HashOf(string value) => Hash(value);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Four(ref char chars, int at) =>
            Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.Add(ref chars, at)));
    }
}
