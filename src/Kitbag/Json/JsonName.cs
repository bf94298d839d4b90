using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>A member's name, encoded once.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonName
    {
        // The first and the last eight bytes of the comma and the quoted name; both contain everything if there are fewer.
        private readonly ulong _first, _last, _mask, _lastMask;
        private readonly int _lastAt;

        internal JsonName(string name)
        {
            Text = name;
            var quoted = new byte[name.Length * 6 + 16];
            quoted[0] = (byte)'"';
            int length = 1 + StringText.Write(name.AsSpan(), ref quoted[1]);
            quoted[length++] = (byte)'"';
            quoted[length++] = (byte)':';
            Quoted = quoted.AsSpan(0, length).ToArray();
            Length = length;
            Literal = new byte[Math.Max((length + 16) & ~15, CopiedBytes)];
            Room = length < CopiedBytes ? CopiedBytes : int.MaxValue;
            Literal[0] = (byte)',';
            Quoted.CopyTo(Literal, 1);
            Beginning = Unsafe.ReadUnaligned<CopiedAtOnce>(ref Literal[0]);
            LeastRoom = Math.Max(length + 1, 8);
            // Zeros follow short names.
            _lastAt = Math.Max(length - 7, 0);
            _first = LittleEndian.Load64(ref Literal[0]);
            _last = LittleEndian.Load64(ref Literal[_lastAt]);
            _mask = length < 7 ? (1UL << (length + 1) * 8) - 1 : ulong.MaxValue;
            _lastMask = _lastAt == 0 ? _mask & ~0xFFUL : ulong.MaxValue;
        }

        /// <summary>
        /// Gets or initializes a value indicating whether this is the type discriminator of an object that is read as what its stand-in
        /// stands for.
        /// </summary>
        internal bool IsOfStandIn { get; init; }

        /// <summary>Gets a value indicating whether the member is omitted if it is the default of its type.</summary>
        internal bool OmitsDefault { get; private set; }

        /// <summary>
        /// Gets a value indicating whether this instance only records which members of a new object are defaults, and writes nothing.
        /// </summary>
        internal bool IsQuestion { get; private set; }

        /// <summary>Gets a value indicating whether the member was a default, if <see cref="IsQuestion"/> is true.</summary>
        internal bool WasDefault { get; private set; }

        /// <summary>Returns whether names only record which members of a new object are defaults. Called by generated code.</summary>
        /// <param name="names">The names of an object's members.</param>
        public static bool AreQuestions(JsonName[] names) => names.Length != 0 && names[0].IsQuestion;

        /// <summary>Returns the name for writers that omit defaults.</summary>
        internal JsonName Omitting() => new JsonName(this) { OmitsDefault = true, Room = int.MaxValue };

        /// <summary>Returns the name that records <see cref="WasDefault"/>.</summary>
        internal JsonName Question() => new JsonName(this) { OmitsDefault = true, IsQuestion = true, Room = int.MaxValue };

        private JsonName(JsonName other)
        {
            (_first, _last, _mask, _lastMask, _lastAt) = (other._first, other._last, other._mask, other._lastMask, other._lastAt);
            (Text, Quoted, Length, Literal, Beginning) = (other.Text, other.Quoted, other.Length, other.Literal, other.Beginning);
            (Room, LeastRoom) = (other.Room, other.LeastRoom);
        }

        /// <summary>Returns whether a member is omitted.</summary>
        /// <param name="isDefault">Whether it is the default of its type.</param>
        internal bool Omits(bool isDefault)
        {
            if (IsQuestion)
                WasDefault = isDefault;
            return isDefault || IsQuestion || this == Probe;
        }

        /// <summary>
        /// Gets the name for all members of a struct while the writer determines whether they are defaults: nothing is written.
        /// </summary>
        internal static JsonName Probe { get; } = new JsonName { OmitsDefault = true, Room = int.MaxValue };

        /// <summary>Returns whether a writer only determines whether the members of a struct are defaults.</summary>
        /// <param name="names">The names of the struct's members.</param>
        internal static bool AreProbes(JsonName[] names) => names.Length != 0 && names[0] == Probe;

        private JsonName()
        {
            Text = "";
            Quoted = Literal = Array.Empty<byte>();
            LeastRoom = int.MaxValue;
        }

        /// <summary>Gets a name that matches no text.</summary>
        internal static JsonName Never { get; } = new JsonName();

        /// <summary>The name.</summary>
        public string Text { get; }

        /// <summary>The name with quotes and colon.</summary>
        internal byte[] Quoted { get; }

        /// <summary>Gets the number of bytes of <see cref="Quoted"/>.</summary>
        internal int Length { get; }

        /// <summary>The number of bytes of <see cref="Literal"/> that are copied at once.</summary>
        private const int CopiedBytes = 32;

        /// <summary>The bytes of <see cref="Literal"/> that are copied at once.</summary>
        internal readonly CopiedAtOnce Beginning;

        /// <summary>Represents the bytes that are copied at once.</summary>
        [StructLayout(LayoutKind.Sequential, Size = CopiedBytes)]
        internal readonly struct CopiedAtOnce
        {
        }

        /// <summary>
        /// Gets a comma, which may be replaced by a bracket, the quoted name, and zeros up to the size that is copied at once.
        /// </summary>
        internal byte[] Literal { get; }

        /// <summary>
        /// Gets the number of free bytes that are required to write the name at once; unreachable for a long name, and for one that may be
        /// omitted.
        /// </summary>
        internal int Room { get; private init; }

        /// <summary>
        /// Gets the number of bytes, including the comma, that must exist before <see cref="Follows"/> and <see cref="Stands"/> may be
        /// called.
        /// </summary>
        internal int LeastRoom { get; }

        /// <summary>Returns whether a text continues with a comma and <see cref="Quoted"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool Follows(ref byte text)
        {
            ulong other = ((LittleEndian.Load64(ref text) ^ _first)
                | (LittleEndian.Load64(ref Unsafe.Add(ref text, _lastAt)) ^ _last)) & _mask;
            return other == 0 && (_lastAt <= 8 || IsSameBetween(ref text));
        }

        /// <summary>Returns whether a text continues with any one byte followed by <see cref="Quoted"/>.</summary>
        internal bool Stands(ref byte before)
        {
            ulong other = ((LittleEndian.Load64(ref before) ^ _first) & _mask & ~0xFFUL)
                | ((LittleEndian.Load64(ref Unsafe.Add(ref before, _lastAt)) ^ _last) & _lastMask);
            return other == 0 && (_lastAt <= 8 || IsSameBetween(ref before));
        }

        private bool IsSameBetween(ref byte text)
        {
            for (int i = 8; i < _lastAt; i += 8)
            {
                if (LittleEndian.Load64(ref Unsafe.Add(ref text, i)) != LittleEndian.Load64(ref Literal[i]))
                    return false;
            }
            return true;
        }

        /// <summary>The bytes between the quotes.</summary>
        internal ReadOnlySpan<byte> Bytes => Quoted.AsSpan(1, Quoted.Length - 3);
    }
}
