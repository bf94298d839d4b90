using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>A sequence of strings: a column of their length prefixes, then all their characters.</summary>
    internal static class StringRun
    {
        // Unsafe: the output has space for all strings, whose lengths are checked again (bench/: json-boot).

        // The maximum number of characters that are copied to scratch memory before it is known whether all of them are Latin-1.
        private const int MostAtOnce = 1 << 18;

        /// <summary>Writes strings, or the remainders of strings.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="strings">The strings.</param>
        /// <param name="shared">The number of characters of each that are stored elsewhere; empty if there are none.</param>
        /// <exception cref="KitbagException">A string is too long: more than 2^30 bytes and not Latin-1.</exception>
        public static void Write(ref WireWriter w, scoped ReadOnlySpan<string?> strings, scoped ReadOnlySpan<uint> shared)
        {
            Span<uint> prefixes = w.Rent<uint>(strings.Length);
            if (TryWriteLatin1(ref w, strings, shared, prefixes))
                return;
            for (int i = 0; i < strings.Length; i++)
                prefixes[i] = strings[i] == null ? 0 : StringForm.LengthPrefix(Rest(strings[i], shared, i));
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            for (int i = 0; i < strings.Length; i++)
            {
                if (prefixes[i] > StringForm.EmptyPrefix)
                    StringForm.Write(ref w, Rest(strings[i], shared, i), prefixes[i]);
            }
        }

        private static ReadOnlySpan<char> Rest(string? value, scoped ReadOnlySpan<uint> shared, int at) =>
            value.AsSpan(shared.IsEmpty ? 0 : (int)shared[at]);

        // The common case reads the characters only once: narrowing them to bytes shows whether all of them are Latin-1.
        private static bool TryWriteLatin1(ref WireWriter w, scoped ReadOnlySpan<string?> strings, scoped ReadOnlySpan<uint> shared,
            scoped Span<uint> prefixes)
        {
            long total = 0;
            for (int i = 0; i < strings.Length; i++)
            {
                string? value = strings[i];
                int length = value == null ? 0 : value.Length - (shared.IsEmpty ? 0 : (int)shared[i]);
                prefixes[i] = value == null ? 0 : StringForm.Latin1Prefix(length);
                total += length;
            }
            // If the output has enough room, characters are narrowed directly into it. If one of them is not Latin-1, the bytes written are
            // removed again.
            if (total + IntegerColumn.MostBytes(strings.Length) <= w.Room)
            {
                long start = w.Length;
                IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
                if (Narrow(strings, shared, prefixes, w.GetSpan((int)total)))
                {
                    w.Advance((int)total);
                    return true;
                }
                w.TakeBack(start);
                return false;
            }
            if (total > MostAtOnce)
                return false;
            Span<byte> bytes = w.Rent<byte>((int)total);
            if (!Narrow(strings, shared, prefixes, bytes))
                return false;
            IntegerColumn.Write(ref w, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            w.WriteBytes(bytes);
            return true;
        }

        // Not inlined: the loop needs the registers.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool Narrow(scoped ReadOnlySpan<string?> strings, scoped ReadOnlySpan<uint> shared,
            scoped ReadOnlySpan<uint> prefixes, scoped Span<byte> bytes)
        {
            ref byte here = ref MemoryMarshal.GetReference(bytes);
            for (int i = 0; i < strings.Length; i++)
            {
                uint prefix = Unsafe.Add(ref MemoryMarshal.GetReference(prefixes), i);
                if (prefix <= StringForm.EmptyPrefix)
                    continue;
                int length = (int)(prefix >> 1), first = shared.IsEmpty ? 0 : (int)shared[i];
                if (strings[i] is not { } value || value.Length - first != length)
                    throw ChangedWhileWritten.String();
                ref char chars = ref Unsafe.Add(ref MemoryMarshal.GetReference(value.AsSpan()), first);
                if (!Latin1.Narrow(ref chars, ref here, length))
                    return false;
                here = ref Unsafe.Add(ref here, length);
            }
            return true;
        }
    }
}
