using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>
    /// Reads JSON in UTF-8, strictly according to RFC 8259 and the extensions in the options. It reads values and brackets without
    /// knowledge of types, and is intended for codecs.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref partial struct JsonReader
    {
        private readonly ReadOnlySpan<byte> _data;
        private readonly KitbagJsonOptions _options;
        private int _at;
        private int _depth;
        private CallState? _call;
        // The name of the type discriminator at a depth, where that is not $type; no member that the type lacks.
        private JsonName? _tag;
        private int _tagDepth;
        // The end of a value that was skipped because the program lacks its type.
        private int _dropEnd;
        private readonly object? _graph;
        private bool _mayHaveKept;

        // The graph is an argument, for an object initializer would copy the reader (bench/: json-envelope).
        internal JsonReader(ReadOnlySpan<byte> data, KitbagJsonOptions options, object? graph = null)
        {
            _data = data;
            _options = options;
            _depth = 0;
            _dropEnd = -1;
            _call = null;
            _tag = null;
            _tagDepth = 0;
            _mayHaveKept = false;
            _graph = graph;
            // A byte order mark is no part of the text.
            _at = data.Length >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF ? 3 : 0;
        }

        /// <summary>The options of the call.</summary>
        public readonly KitbagJsonOptions Options => _options;

        /// <summary>Bytes from the start of the text.</summary>
        public readonly int Position => _at;

        private CallState Call => _call ??= CallState.Acquire();

        /// <summary>Gets the counter of the key comparisons of the call.</summary>
        internal KeyWork KeyWork =>
            Call.KeyWork.Within(_options.MaxKeyComparisons, "KitbagJsonOptions." + nameof(KitbagJsonOptions.MaxKeyComparisons));

        /// <summary>Rents memory for values until it is released; it is not cleared.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="count">The number of values.</param>
        public Span<T> Rent<T>(int count) => Call.Scratch.Rent<T>(count);

        /// <summary>Returns memory of twice the size with a copy of the values, when there are more values than expected.</summary>
        internal Span<T> Grow<T>(scoped Span<T> full)
        {
            Span<T> larger = Rent<T>(Math.Max(full.Length * 2, 16));
            full.CopyTo(larger);
            return larger;
        }

        /// <summary>Returns a mark of the memory that is currently rented.</summary>
        internal ScratchMark Mark() => Call.Scratch.Mark();

        /// <summary>Releases all that was rented since <paramref name="mark"/> was taken.</summary>
        internal readonly void Release(in ScratchMark mark) => _call!.Scratch.Release(mark);

        /// <summary>The first byte of the next value or mark, after white space; 0 at the end.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public byte Peek()
        {
            if ((uint)_at < (uint)_data.Length)
            {
                byte next = Unsafe.Add(ref MemoryMarshal.GetReference(_data), _at);
                if (next > ' ' && next != '/')
                    return next;
            }
            return PassSpace();
        }

        // Returns whether this character follows. The current byte is checked first, because it nearly always is that character.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private bool Comes(byte mark)
        {
            if ((uint)_at < (uint)_data.Length)
            {
                byte next = Unsafe.Add(ref MemoryMarshal.GetReference(_data), _at);
                if (next == mark)
                    return true;
                if (next > ' ' && next != '/')
                    return false;
            }
            return PassSpace() == mark;
        }

        /// <summary>Reads null, if it follows.</summary>
        /// <returns>Whether null was read.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool TryReadNull()
        {
            if (!Comes((byte)'n'))
                return false;
            if (_data.Length - _at < 4 || LittleEndian.Load32(ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), _at)) != 0x6C6C756E)
                throw Unexpected("null");
            _at += 4;
            return true;
        }

        /// <summary>Reads true or false.</summary>
        /// <exception cref="KitbagException">The next value is not true or false.</exception>
        public bool ReadBoolean()
        {
            byte next = Peek();
            if (next == 't')
            {
                ReadWord("true"u8, "true or false");
                return true;
            }
            if (next == 'f')
            {
                ReadWord("false"u8, "true or false");
                return false;
            }
            if (next is (byte)'T' or (byte)'F' && TryPassQuotedWord(next == 'T' ? "true"u8 : "false"u8))
                return next == 'T';
            if (!TryBeginOne())
                throw Unexpected("true or false");
            bool value = ReadBoolean();
            EndOne();
            return value;
        }

        private void ReadWord(ReadOnlySpan<byte> word, string expected)
        {
            if (!_data.Slice(_at).StartsWith(word))
                throw Unexpected(expected);
            _at += word.Length;
        }

        /// <summary>Starts an object; <see cref="JsonMemberReader.Next"/> enumerates its members.</summary>
        /// <exception cref="KitbagException">The next value is not an object, or is nested too deeply.</exception>
        public void BeginObject() => Begin((byte)'{', "an object");

        /// <summary>Starts an array; <see cref="NextElement"/> enumerates its elements.</summary>
        /// <exception cref="KitbagException">The next value is not an array, or is nested too deeply.</exception>
        public void BeginArray() => Begin((byte)'[', "an array");

        /// <summary>Starts an object, if one follows; returns whether it did.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryBeginObject()
        {
            if (!Comes((byte)'{'))
                return false;
            Enter();
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Begin(byte bracket, string expected)
        {
            if (!Comes(bracket))
                throw Unexpected(expected);
            Enter();
        }

        // Passes a bracket that opens.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Enter()
        {
            if (++_depth > _options.MaxDepth)
                throw TooDeep();
            _at++;
        }

        /// <summary>Moves to the next element of an array, or past its end.</summary>
        /// <param name="index">The number of elements that were read.</param>
        /// <returns>Whether there is another element.</returns>
        /// <exception cref="KitbagException">Neither an element nor the end of the array follows.</exception>
        public bool NextElement(int index) => Next(index == 0, (byte)']', "']'");

        // Passes the comma between two values, or the bracket after the last.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private bool Next(bool isFirst, byte end, string expected)
        {
            if (!isFirst && Comes((byte)','))
            {
                _at++;
                if (!Comes(end))
                    return true;
                if (!_options.AllowTrailingCommas)
                    throw Unexpected("a value after the comma (KitbagJsonOptions.AllowTrailingCommas is off)");
            }
            if (Comes(end))
            {
                _at++;
                _depth--;
                return false;
            }
            if (!isFirst)
                throw Unexpected("',' or " + expected);
            return true;
        }

        /// <summary>Reads the name of a member or the key of a dictionary up to its colon, or the end of the object.</summary>
        /// <param name="index">The number of members that were read.</param>
        /// <returns>Whether there is another member; it starts at the position of <see cref="Peek"/>.</returns>
        internal bool NextKey(int index) => Next(index == 0, (byte)'}', "'}'");

        /// <summary>Reads the colon after a key.</summary>
        internal void ReadColon()
        {
            if (!Comes((byte)':'))
                throw Unexpected("':'");
            _at++;
        }

        /// <summary>Skips a quote if it is directly followed by a number.</summary>
        internal bool TryPassQuoteBeforeNumber()
        {
            if (_at + 1 >= _data.Length || !(_data[_at + 1] == '-' || (uint)(_data[_at + 1] - '0') <= 9))
                return false;
            _at++;
            return true;
        }

        /// <summary>Passes a quote, if the very next byte is one.</summary>
        internal bool TryPassQuote()
        {
            if (_at >= _data.Length || _data[_at] != '"')
                return false;
            _at++;
            return true;
        }

        /// <summary>Moves back to a position that the reader had at the same depth.</summary>
        internal void MoveTo(int position) => _at = position;

        /// <summary>Moves to a position that the reader had at a certain depth.</summary>
        internal void MoveTo(int position, int depth)
        {
            _at = position;
            _depth = depth;
        }

        /// <summary>Gets a value indicating whether the next byte starts a number, true or false.</summary>
        internal readonly bool StartsScalar =>
            _at < _data.Length && (_data[_at] is (byte)'-' or (byte)'t' or (byte)'f' || (uint)(_data[_at] - '0') <= 9);

        /// <summary>Gets a value indicating whether there are no more bytes, not even white space.</summary>
        internal readonly bool IsAtEnd => _at == _data.Length;

        /// <summary>Passes a comma and a name. Nearly always they follow so, without space between them.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryPass(JsonName name)
        {
            int at = _at;
            if (_data.Length - at < name.LeastRoom || !name.Follows(ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), at)))
                return false;
            _at = at + name.Length + 1;
            return true;
        }

        /// <summary>Skips a name if it follows. Must be called within an object, after some byte of it.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryPassName(JsonName name)
        {
            int before = _at - 1;
            if (_data.Length - before < name.LeastRoom || !name.Stands(ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), before)))
                return false;
            _at = before + name.Length + 1;
            return true;
        }

        /// <summary>Skips the bracket at the end of an object, if it follows.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryEndObject()
        {
            int at = _at;
            if ((uint)at >= (uint)_data.Length || Unsafe.Add(ref MemoryMarshal.GetReference(_data), at) != '}')
                return false;
            _at = at + 1;
            _depth--;
            return true;
        }

        /// <summary>
        /// Finds the next known member of an object; skips unknown ones, or stops before the name of an unknown one.
        /// </summary>
        /// <returns>The index of the member, the number of names for an unknown one, or -1 at the end of the object.</returns>
        internal int NextMember(JsonNames names, int expected, bool isFirst)
        {
            for (; Next(isFirst, (byte)'}', "'}'"); isFirst = false)
            {
                int start = _at;
                if ((uint)expected < (uint)names.All.Length && TryPassName(names.All[expected]))
                    return expected;
                ReadOnlySpan<byte> name = ReadNameBytes(out bool isPlain);
                int index = IndexOf(names, name, isPlain);
                ReadColon();
                if (index >= 0)
                    return index;
                bool isAside = IsType(name, isPlain) || IsOfGraph(name, start)
                    || (names.Skipped.Length != 0 && names.IsSkipped(Decode(name), _options.CaseInsensitive));
                if (names.KeepsUnknown && !isAside)
                    return StopBefore(names, start);
                if ((names.RefusesUnknown ?? _options.UnknownMembers == KitbagJsonUnknownMembers.Refuse) && !isAside)
                    throw ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                        "Found the member " + Encoding.UTF8.GetString(_data.Slice(start, name.Length + 2).ToArray())
                        + ", which this type does not have ("
                        + (names.RefusesUnknown == true ? "[JsonUnmappedMemberHandling]" : "KitbagJsonOptions.UnknownMembers")
                        + " refuses it).");
                if (!isAside)
                    (_call?.JsonFindings as JsonFindings)?.Add(names, start);
                Skip();
                if (_graph == null && Peek() == '}' && name.SequenceEqual(isFirst ? "$ref"u8 : "$values"u8))
                    throw NotTracked(start);
            }
            return -1;
        }

        /// <summary>Checks that nothing but white space follows.</summary>
        internal void ReadEnd()
        {
            if (Peek() != 0)
                throw Error(KitbagErrorReason.TrailingBytes, "The value ends here, but more follows: " + Found() + ".");
        }

        /// <summary>Returns memory to the pool. Must always be called.</summary>
        internal void Dispose()
        {
            CallState? call = _call;
            _call = null;
            call?.Return();
        }
    }
}
