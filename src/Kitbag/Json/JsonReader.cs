using System;
using System.Buffers;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Kitbag.Wire;

namespace Kitbag.Json
{
    /// <summary>Reads JSON as UTF-8, strictly by RFC 8259 and what the options add. Knows values and brackets, no types. For codecs.</summary>
    public ref partial struct JsonReader
    {
        private static readonly UTF8Encoding s_utf8 = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

        private readonly ReadOnlySpan<byte> _data;
        private readonly KitbagJsonOptions _options;
        private int _at;
        private int _depth;
        private Scratch? _scratch;
        // What tells the type of the object at a depth, where that is not $type; no member that the type lacks.
        private JsonName? _tag;
        private int _tagDepth;
        // Where a value ended that was passed over because the program lacks its type.
        private int _dropEnd;

        internal JsonReader(ReadOnlySpan<byte> data, KitbagJsonOptions options)
        {
            _data = data;
            _options = options;
            _depth = 0;
            _dropEnd = -1;
            _scratch = null;
            _tag = null;
            _tagDepth = 0;
            // A byte order mark is no part of the text.
            _at = data.Length >= 3 && data[0] == 0xEF && data[1] == 0xBB && data[2] == 0xBF ? 3 : 0;
        }

        /// <summary>The options of the call.</summary>
        public readonly KitbagJsonOptions Options => _options;

        /// <summary>Bytes from the start of the text.</summary>
        public readonly int Position => _at;

        private Scratch Memory => _scratch ??= Scratch.Acquire();

        /// <summary>Counts the comparisons of keys that the call takes.</summary>
        internal KeyWork KeyWork => Memory.KeyWork.Within(_options.MaxKeyComparisons, "KitbagJsonOptions." + nameof(KitbagJsonOptions.MaxKeyComparisons));

        /// <summary>Memory for so many values, until it is released; what it holds is not cleared.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="count">How many.</param>
        public Span<T> Rent<T>(int count) => Memory.Rent<T>(count);

        /// <summary>Twice the memory for values that came to more than was thought, with those that there are.</summary>
        internal Span<T> Grow<T>(scoped Span<T> full)
        {
            Span<T> larger = Rent<T>(Math.Max(full.Length * 2, 16));
            full.CopyTo(larger);
            return larger;
        }

        /// <summary>How much memory is rented now.</summary>
        public ScratchMark Mark() => Memory.Mark();

        /// <summary>Releases all that was rented since <paramref name="mark"/> was taken.</summary>
        public readonly void Release(in ScratchMark mark) => _scratch!.Release(mark);

        /// <summary>The first byte of the next value or mark, white space passed over; 0 at the end.</summary>
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

        // Whether that is what comes. Asked first of the byte that is there, for nearly always it is the one.
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

        [MethodImpl(MethodImplOptions.NoInlining)]
        private byte PassSpace()
        {
            ref byte data = ref MemoryMarshal.GetReference(_data);
            while (_at < _data.Length)
            {
                byte next = Unsafe.Add(ref data, _at);
                if (next is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
                    _at++;
                else if (next == '/' && _options.AllowComments)
                    PassComment();
                else
                    return next == 0 ? (byte)1 : next;
            }
            return 0;
        }

        private void PassComment()
        {
            int start = _at;
            byte kind = _at + 1 < _data.Length ? _data[_at + 1] : (byte)0;
            if (kind == '/')
            {
                int end = _data.Slice(_at).IndexOfAny((byte)'\n', (byte)'\r');
                _at = end < 0 ? _data.Length : _at + end;
            }
            else if (kind == '*')
            {
                int end = _data.Slice(_at + 2).IndexOf("*/"u8);
                if (end < 0)
                    throw ErrorAt(start, KitbagErrorReason.Truncated, "The text ends within this comment.");
                _at += end + 4;
            }
            else
            {
                throw ErrorAt(start, KitbagErrorReason.Malformed, "Found '/' that starts no comment; expected // or /*.");
            }
            CheckUtf8(start, _at);
        }

        /// <summary>Reads null, if that is what comes.</summary>
        /// <returns>Whether it came.</returns>
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

        /// <summary>What the object that comes says of its type, wherever among its members; null where it does not, or no object comes.</summary>
        internal string? PeekType(JsonName property, out bool isNumber)
        {
            isNumber = false;
            if (Peek() != '{')
                return null;
            int at = _at, depth = _depth;
            string? type = null;
            Begin((byte)'{', "an object");
            for (int i = 0; type == null && Next(i == 0, (byte)'}', "'}'"); i++)
            {
                ReadOnlySpan<byte> name = ReadStringBytes("a member's name", out _);
                ReadColon();
                if (!name.SequenceEqual(property.Bytes))
                {
                    Skip();
                    continue;
                }
                isNumber = Peek() != '"';
                type = isNumber ? ReadNumberText() : ReadText("the name of a type");
            }
            _at = at;
            _depth = depth;
            return type;
        }

        // System.Text.Json lets numbers name types, too.
        private string ReadNumberText()
        {
            int start = _at;
            SkipScalar(Peek());
            return Encoding.ASCII.GetString(_data.Slice(start, _at - start).ToArray());
        }

        /// <summary>Whether the object that comes has a member.</summary>
        internal bool PeekMember(ReadOnlySpan<byte> wanted)
        {
            int at = _at, depth = _depth;
            bool isThere = false;
            Begin((byte)'{', "an object");
            for (int i = 0; !isThere && Next(i == 0, (byte)'}', "'}'"); i++)
            {
                isThere = ReadStringBytes("a member's name", out _).SequenceEqual(wanted);
                ReadColon();
                Skip();
            }
            _at = at;
            _depth = depth;
            return isThere;
        }

        /// <summary>Makes a name tell the type of the object that comes. Answers what did so before, for <see cref="EndTag"/>.</summary>
        internal JsonName? BeginTag(JsonName tag, out int depth)
        {
            JsonName? outer = _tag;
            depth = _tagDepth;
            _tag = tag;
            _tagDepth = _depth + 1;
            return outer;
        }

        /// <summary>Goes back to what told a type before.</summary>
        internal void EndTag(JsonName? outer, int depth)
        {
            _tag = outer;
            _tagDepth = depth;
        }

        /// <summary>Passes a member that tells the type of the object that is read, if that is what comes.</summary>
        internal bool TryPassTag()
        {
            int at = _at;
            if (Peek() == '"' && IsType(ReadStringBytes("a member's name", out _)))
            {
                ReadColon();
                Skip();
                return true;
            }
            _at = at;
            return false;
        }

        private readonly bool IsType(ReadOnlySpan<byte> name) =>
            name.SequenceEqual("$type"u8) || (_tag != null && _depth == _tagDepth && name.SequenceEqual(_tag.Bytes));

        /// <summary>Reads true or false.</summary>
        /// <exception cref="KitbagException">Something else comes.</exception>
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

        /// <summary>Starts an object: <see cref="JsonObject.Next"/> goes through its members.</summary>
        /// <exception cref="KitbagException">Something else comes, or it is nested too deep.</exception>
        public void BeginObject() => Begin((byte)'{', "an object");

        /// <summary>Starts an array: <see cref="NextElement"/> goes through its elements.</summary>
        /// <exception cref="KitbagException">Something else comes, or it is nested too deep.</exception>
        public void BeginArray() => Begin((byte)'[', "an array");

        /// <summary>Starts an object, or passes null.</summary>
        /// <returns>Whether it is an object.</returns>
        internal bool TryBeginObject() => TryBegin((byte)'{', "an object");

        /// <summary>Starts an array, or passes null.</summary>
        /// <returns>Whether it is an array.</returns>
        internal bool TryBeginArray() => TryBegin((byte)'[', "an array");

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private bool TryBegin(byte bracket, string expected)
        {
            if (!Comes(bracket) && TryReadNull())
                return false;
            Begin(bracket, expected);
            return true;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void Begin(byte bracket, string expected)
        {
            if (!Comes(bracket))
                throw Unexpected(expected);
            if (++_depth > _options.MaxDepth)
                throw TooDeep();
            _at++;
        }

        private readonly KitbagException TooDeep() =>
            Error(KitbagErrorReason.LimitExceeded, "Objects and arrays nest deeper than " + Text(_options.MaxDepth) + " levels (KitbagJsonOptions.MaxDepth).");

        /// <summary>Goes to the next element of an array, or past its end.</summary>
        /// <param name="index">How many elements were read.</param>
        /// <returns>Whether there is one.</returns>
        /// <exception cref="KitbagException">Something else comes.</exception>
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

        /// <summary>Reads a member's name or a dictionary's key up to its colon, or the object's end.</summary>
        /// <param name="index">How many members were read.</param>
        /// <returns>Whether there is one; it starts where <see cref="Peek"/> looks.</returns>
        internal bool NextKey(int index) => Next(index == 0, (byte)'}', "'}'");

        /// <summary>Reads the colon after a key.</summary>
        internal void ReadColon()
        {
            if (!Comes((byte)':'))
                throw Unexpected("':'");
            _at++;
        }

        /// <summary>Passes the quote that comes, if a number follows it at once.</summary>
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

        /// <summary>Goes back to a position that the reader had at the same depth.</summary>
        internal void MoveTo(int position) => _at = position;

        /// <summary>Goes to a position that the reader had at a certain depth.</summary>
        internal void MoveTo(int position, int depth)
        {
            _at = position;
            _depth = depth;
        }

        /// <summary>Whether the very next byte begins a number, true or false.</summary>
        internal readonly bool StartsScalar => _at < _data.Length && (_data[_at] is (byte)'-' or (byte)'t' or (byte)'f' || (uint)(_data[_at] - '0') <= 9);

        /// <summary>Whether nothing follows, not even white space.</summary>
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

        /// <summary>Passes a name. To be asked within an object, where something stands before it.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryPassName(JsonName name)
        {
            int before = _at - 1;
            if (_data.Length - before < name.LeastRoom || !name.Stands(ref Unsafe.Add(ref MemoryMarshal.GetReference(_data), before)))
                return false;
            _at = before + name.Length + 1;
            return true;
        }

        /// <summary>Passes the bracket at an object's end, if that is what comes.</summary>
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

        /// <summary>Finds the next member of an object that is known; passes over those that are not.</summary>
        /// <returns>Its index, or -1 at the object's end.</returns>
        internal int NextMember(JsonNames names, int expected, bool isFirst)
        {
            for (; Next(isFirst, (byte)'}', "'}'"); isFirst = false)
            {
                int start = _at;
                if ((uint)expected < (uint)names.All.Length && TryPassName(names.All[expected]))
                    return expected;
                ReadOnlySpan<byte> name = ReadStringBytes("a member's name", out bool isPlain);
                int index = IndexOf(names, name, isPlain);
                ReadColon();
                if (index >= 0)
                    return index;
                if ((names.RefusesUnknown ?? _options.UnknownMembers == KitbagJsonUnknownMembers.Refuse) && !IsType(name))
                    throw ErrorAt(start, KitbagErrorReason.SchemaMismatch, "Found the member " + Encoding.UTF8.GetString(_data.Slice(start, name.Length + 2).ToArray()) + ", which this type does not have (" + (names.RefusesUnknown == true ? "[JsonUnmappedMemberHandling]" : "KitbagJsonOptions.UnknownMembers") + " refuses it).");
                Skip();
            }
            return -1;
        }

        // The member that has a name as it stands between its quotes; -1 where there is none.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly int IndexOf(JsonNames names, ReadOnlySpan<byte> name, bool isPlain)
        {
            int index = isPlain ? names.Find(name) : -1;
            if (index < 0 && (!isPlain || _options.CaseInsensitive || names.HasFormer))
                index = names.Find(Decode(name), _options.CaseInsensitive);
            return index;
        }

        /// <summary>Passes over any value, and checks that it is JSON.</summary>
        /// <exception cref="KitbagException">It is not.</exception>
        public void Skip()
        {
            // The kinds of the open brackets; the depth is limited, so they fit.
            Span<bool> objects = stackalloc bool[_options.MaxDepth - _depth + 1];
            int open = 0;
            while (true)
            {
                byte next = Peek();
                if (next is (byte)'{' or (byte)'[')
                {
                    Begin(next, "a value");
                    objects[open++] = next == '{';
                    if (Next(true, objects[open - 1] ? (byte)'}' : (byte)']', ""))
                    {
                        if (objects[open - 1])
                            SkipKey();
                        continue;
                    }
                    open--;
                }
                else
                {
                    SkipScalar(next);
                }
                while (open != 0)
                {
                    bool isObject = objects[open - 1];
                    if (Next(false, isObject ? (byte)'}' : (byte)']', isObject ? "'}'" : "']'"))
                    {
                        if (isObject)
                            SkipKey();
                        break;
                    }
                    open--;
                }
                if (open == 0)
                    return;
            }
        }

        private void SkipKey()
        {
            SkipString("a member's name");
            ReadColon();
        }

        private void SkipScalar(byte first)
        {
            switch (first)
            {
                case (byte)'"':
                    SkipString("a string");
                    break;
                case (byte)'t':
                    ReadWord("true"u8, "a value");
                    break;
                case (byte)'f':
                    ReadWord("false"u8, "a value");
                    break;
                case (byte)'n':
                    ReadWord("null"u8, "a value");
                    break;
                default:
                    if (first != '-' && (uint)(first - '0') > 9)
                        throw Unexpected("a value");
                    SkipNumber();
                    break;
            }
        }

        /// <summary>Checks that nothing but white space follows.</summary>
        internal void ReadEnd()
        {
            if (Peek() != 0)
                throw Error(KitbagErrorReason.TrailingBytes, "The value ends here, but more follows: " + Found() + ".");
        }

        /// <summary>An error at where the reader is.</summary>
        /// <param name="reason">The kind of failure.</param>
        /// <param name="message">What was found and what was expected.</param>
        public readonly KitbagException Error(KitbagErrorReason reason, string message) => new KitbagException(reason, message, _at);

        internal static KitbagException ErrorAt(int offset, KitbagErrorReason reason, string message) => new KitbagException(reason, message, offset);

        /// <summary>An error that says what comes and what was expected instead.</summary>
        /// <param name="expected">What was expected, as in <c>a number</c>.</param>
        public KitbagException Unexpected(string expected)
        {
            byte next = Peek();
            if (next == 0)
                return Error(KitbagErrorReason.Truncated, "The text ends where " + expected + " is expected.");
            if (next == '/' && !_options.AllowComments && _at + 1 < _data.Length && _data[_at + 1] is (byte)'/' or (byte)'*')
                return Error(KitbagErrorReason.Malformed, "Found a comment where " + expected + " is expected (KitbagJsonOptions.AllowComments is off).");
            bool isJson = next is (byte)'{' or (byte)'[' or (byte)'"' or (byte)'-' or (byte)'t' or (byte)'f' or (byte)'n' || (uint)(next - '0') <= 9;
            return Error(isJson ? KitbagErrorReason.SchemaMismatch : KitbagErrorReason.Malformed, "Found " + Found() + " where " + expected + " is expected.");
        }

        private readonly string Found()
        {
            byte next = _data[_at];
            switch (next)
            {
                case (byte)'{':
                    return "an object";
                case (byte)'[':
                    return "an array";
                case (byte)'"':
                    return "a string";
                case (byte)'t' or (byte)'f' or (byte)'n':
                    int length = 1;
                    while (length < 12 && _at + length < _data.Length && char.IsLetterOrDigit((char)_data[_at + length]))
                        length++;
                    return "'" + Encoding.ASCII.GetString(_data.Slice(_at, length).ToArray()) + "'";
                default:
                    if (next == '-' || (uint)(next - '0') <= 9)
                        return "a number";
                    return next is > 32 and < 127 ? "'" + (char)next + "'" : "the byte 0x" + next.ToString("X2", CultureInfo.InvariantCulture);
            }
        }

        /// <summary>Gives memory back. Always to be called.</summary>
        internal void Dispose()
        {
            Scratch? scratch = _scratch;
            _scratch = null;
            scratch?.Return();
        }

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
