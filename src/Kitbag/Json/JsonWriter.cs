using System;
using System.Buffers;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>Writes JSON as UTF-8. Knows values and brackets, no types. For codecs.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref partial struct JsonWriter
    {
        private const int FirstBuffer = 16 * 1024, LeastStart = 512;

        // Stores of whole words may write beyond the bytes that they count.
        private const int Slack = 8;

        private readonly KitbagJsonOptions _options;
        private readonly bool _isText;
        private bool _omitsDefaults;
        private readonly int _maxDepth;
        private Span<byte> _buffer;
        // The end of the buffer for names that need only a copy; 0 for indented text, where each name starts a line.
        private int _endForNames;
        private byte[]? _rented;
        private int _at;
        private int _depth;
        // The number of levels that have no brackets and are not indented.
        private int _hidden;
        // The bracket or comma before the next member or element, which is written together with it.
        private byte _before;
        private JsonTag? _type;
        private CallState? _call;
        private JsonIdentities? _identities;

        /// <param name="options">The options.</param>
        /// <param name="start">The initial memory. If it is too small, writing continues in pooled memory.</param>
        internal JsonWriter(KitbagJsonOptions options, Span<byte> start = default)
        {
            _options = options;
            _isText = options.Format == KitbagJsonFormat.Text;
            _omitsDefaults = options.OmitDefaults;
            _maxDepth = options.MaxDepth;
            _rented = start.Length < LeastStart ? ArrayPool<byte>.Shared.Rent(FirstBuffer) : null;
            _buffer = _rented ?? start;
            _endForNames = _isText ? 0 : _buffer.Length;
            _at = 0;
            _depth = 0;
            _hidden = 0;
            _before = 0;
            HasFoundNonDefault = false;
            _type = null;
            _call = null;
            _identities = null;
        }

        /// <summary>The options of the call.</summary>
        public readonly KitbagJsonOptions Options => _options;

        /// <summary>Gets a value indicating whether members that have their default values are omitted.</summary>
        public readonly bool OmitsDefaults => _omitsDefaults;

        /// <summary>
        /// Gets or sets a value indicating whether a member with the name <see cref="JsonName.Probe"/> had another value than its default.
        /// </summary>
        internal bool HasFoundNonDefault { readonly get; set; }

        /// <summary>
        /// Writes all members until this method is called again: an object that is populated later may differ from a new one, so that an
        /// omitted default would not be restored. For generated code.
        /// </summary>
        /// <param name="all">Whether to write all members.</param>
        /// <returns>The previous value, which must be restored.</returns>
        public bool WriteAll(bool all)
        {
            bool before = !_omitsDefaults;
            _omitsDefaults = !all && _options.OmitDefaults;
            return before;
        }

        /// <summary>Gets a value indicating whether the text is indented, and unordered collections are sorted.</summary>
        internal readonly bool IsText => _isText;

        internal readonly int Position => _at;

        internal readonly ReadOnlySpan<byte> Written => _buffer.Slice(0, _at);

        /// <summary>Gets a value indicating whether the written text is still in the initial memory.</summary>
        internal readonly bool IsAtStart => _rented == null;

        private CallState Call => _call ??= CallState.Acquire();

        /// <summary>Rents memory for values until it is released; it is not cleared.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="count">The number of values.</param>
        public Span<T> Rent<T>(int count) => Call.Scratch.Rent<T>(count);

        /// <summary>Returns a mark of the memory that is currently rented.</summary>
        internal ScratchMark Mark() => Call.Scratch.Mark();

        /// <summary>Releases all that was rented since <paramref name="mark"/> was taken.</summary>
        internal readonly void Release(in ScratchMark mark) => _call!.Scratch.Release(mark);

        /// <summary>Starts an object; its members follow, each as a name and a value.</summary>
        /// <exception cref="KitbagException">Objects and arrays nest deeper than the options allow.</exception>
        public void BeginObject()
        {
            Begin((byte)'{');
            if (_type != null)
                WriteType();
        }

        /// <summary>Sets the type discriminator of the next object.</summary>
        internal void TypeNext(JsonTag type) => _type = type;

        private void WriteType()
        {
            JsonTag type = _type!;
            _type = null;
            WriteName(type.Property);
            if (type.Number is { } number)
                WriteInteger(number);
            else
                WriteString(type.Value);
        }

        /// <summary>Ends an object.</summary>
        public void EndObject() => End((byte)'{', (byte)'}', false);

        /// <summary>Starts an array; its elements follow, each after <see cref="NextElement"/>.</summary>
        /// <exception cref="KitbagException">Objects and arrays nest deeper than the options allow.</exception>
        public void BeginArray() => Begin((byte)'[');

        /// <summary>Writes an array without elements.</summary>
        internal void WriteEmptyArray()
        {
            if (_depth >= _maxDepth)
                ThrowTooDeep();
            LittleEndian.Store16(ref Reserve(2), 0x5D5B);
            _at += 2;
        }

        /// <summary>Ends an array.</summary>
        /// <param name="inLine">As with its elements.</param>
        public void EndArray(bool inLine = false) => End((byte)'[', (byte)']', inLine);

        /// <summary>
        /// Continues an array whose elements are written separately: <see cref="NextElement"/> or <see cref="EndArray"/> follows.
        /// </summary>
        /// <param name="isEmpty">Whether no element was written before, so that the bracket is still to be written.</param>
        internal void ContinueArray(bool isEmpty)
        {
            _depth = 1;
            _before = isEmpty ? (byte)'[' : (byte)',';
        }

        private void Begin(byte bracket)
        {
            if (++_depth > _maxDepth)
                ThrowTooDeep();
            _before = bracket;
        }

        private readonly void ThrowTooDeep() =>
            throw new KitbagException(KitbagErrorReason.LimitExceeded,
                "Objects and arrays nest deeper than " + Text(_maxDepth)
                + " levels (KitbagJsonOptions.MaxDepth). Does an object reference itself?");

        private void End(byte begin, byte end, bool inLine)
        {
            _depth--;
            if (_before == begin)
                Put(begin);
            else if (_isText && !inLine)
                NewLine();
            Put(end);
            _before = (byte)',';
        }

        /// <summary>Writes the separator before an element.</summary>
        /// <param name="inLine">Whether the element continues the line even if other elements start a new one.</param>
        public void NextElement(bool inLine = false)
        {
            byte before = _before;
            Put(before);
            _before = (byte)',';
            if (!_isText)
                return;
            if (!inLine)
                NewLine();
            else if (before == ',')
                Put((byte)' ');
        }

        /// <summary>Writes a member's name; its value follows.</summary>
        /// <param name="name">The name.</param>
        public void WriteName(JsonName name)
        {
            if (!TryWriteName(name))
                WriteNameElsewhere(name);
        }

        /// <summary>Writes the name of a member if that is only a copy, which is nearly always the case.</summary>
        /// <param name="name">The name.</param>
        /// <returns>False if nothing was written: <see cref="WriteNameElsewhere"/> then writes it, unless the member is omitted.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool TryWriteName(JsonName name)
        {
            int at = _at;
            if (_endForNames - at < name.Room)
                return false;
            ref byte to = ref Unsafe.Add(ref MemoryMarshal.GetReference(_buffer), at);
            Unsafe.WriteUnaligned(ref to, name.Beginning);
            to = _before;
            _before = (byte)',';
            _at = at + name.Length + 1;
            return true;
        }

        // Writes a name that is long, starts a line, or needs a larger buffer.
        [MethodImpl(MethodImplOptions.NoInlining)]
        internal void WriteNameElsewhere(JsonName name)
        {
            if (_isText)
            {
                BeginKey();
                PutBytes(name.Quoted, name.Length);
                Put((byte)' ');
                return;
            }
            Span<byte> to = GetSpan(name.Literal.Length);
            name.Literal.CopyTo(to);
            to[0] = _before;
            _before = (byte)',';
            _at += name.Length + 1;
        }

        /// <summary>Writes the separator before a key of a dictionary. The key is then written as a value, followed by <see
        /// cref="EndKey"/>.</summary>
        /// <returns>The start of the key.</returns>
        public int BeginKey()
        {
            Put(_before);
            _before = (byte)',';
            if (_isText)
                NewLine();
            return _at;
        }

        /// <summary>Converts the text since <paramref name="start"/> to a key by enclosing it in quotes unless it already has
        /// them.</summary>
        /// <param name="start">The result of <see cref="BeginKey"/>.</param>
        public void EndKey(int start)
        {
            Reserve(4);
            if (_buffer[start] != '"')
            {
                _buffer.Slice(start, _at - start).CopyTo(_buffer.Slice(start + 1));
                _buffer[start] = (byte)'"';
                _buffer[_at + 1] = (byte)'"';
                _at += 2;
            }
            Put((byte)':');
            if (_isText)
                Put((byte)' ');
        }

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
