using System;
using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Wire
{
    /// <summary>
    /// Writes the bytes of a document to an <see cref="IBufferWriter{T}"/> or to an internal buffer, without knowledge of types.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ref struct WireWriter
    {
        /// <summary>The most bytes of a varint.</summary>
        internal const int MostOfVarint = 10;

        // Of a document without its checksum, which may follow.
        private const int MaxLength = Arrays.MaxDocument - sizeof(uint);

        private const int FirstBuffer = 4096, KeptBuffer = 1 << 20, LeastSpan = 256;

        [ThreadStatic]
        private static byte[]? t_buffer;

        private readonly IBufferWriter<byte>? _output;
        private readonly WireSettings _settings;
        private byte[]? _owned;
        private CallState? _call;
        private Span<byte> _span;
        private WrittenPiece? _piece;
        private int _position;
        private long _flushed;

        internal WireWriter(IBufferWriter<byte>? output, WireSettings settings)
        {
            _output = output;
            _settings = settings;
            RawNumbers = settings.Numbers == KitbagNumbers.RawEverywhere;
            InPieces = false;
            _call = null;
            _piece = null;
            _position = 0;
            _flushed = 0;
            if (output == null)
            {
                _owned = t_buffer ?? new byte[FirstBuffer];
                t_buffer = null;
                _span = _owned;
            }
            else
            {
                _owned = null;
                _span = output.GetSpan(LeastSpan);
            }
        }

        /// <summary>Gets a value indicating whether the numbers of a column are to be stored as their memory image.</summary>
        public bool RawNumbers { readonly get; internal set; }

        /// <summary>
        /// Sets a value indicating whether a large document without an output is written in pieces. Then <see cref="ToArray"/> returns it,
        /// not <see cref="Written"/>, and <see cref="TakeBack"/> has the same restriction as with an output.
        /// </summary>
        internal bool InPieces { private readonly get; init; }

        /// <summary>
        /// Gets a value indicating whether <see cref="RawNumbers"/> is to be set for the elements of a collection of numbers.
        /// </summary>
        internal readonly bool RawElements => _settings.Numbers == KitbagNumbers.Raw;

        /// <summary>Bytes written so far.</summary>
        public readonly long Length => _flushed + _position;

        private CallState Call => _call ??= CallState.Acquire();

        /// <summary>The objects with an identity that are written; null where there are none.</summary>
        internal object? Graph
        {
            readonly get => _call?.Graph;
            set => Call.Graph = value;
        }

        /// <summary>Gets the threads that may work on a column, or null if only this one may.</summary>
        internal CallThreads? Threads
        {
            readonly get => _call?.Threads;
            set => Call.Threads = value;
        }

        /// <summary>Gets the options of the call for its bytes.</summary>
        internal readonly WireSettings Settings => _settings;

        /// <summary>Rents memory for values until it is released; it is not cleared.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="count">The number of values.</param>
        public Span<T> Rent<T>(int count) => Call.Scratch.Rent<T>(count);

        /// <summary>Gets the memory from which values are rented.</summary>
        internal Scratch Scratch => Call.Scratch;

        /// <summary>Returns a mark of the memory that is currently rented.</summary>
        internal ScratchMark Mark() => Call.Scratch.Mark();

        /// <summary>Releases all that was rented since <paramref name="mark"/> was taken.</summary>
        internal readonly void Release(in ScratchMark mark) => _call!.Scratch.Release(mark);

        /// <summary>Bytes that can be reserved without asking the output for more.</summary>
        internal readonly int Room => _span.Length - _position;

        /// <summary>Returns at least <paramref name="size"/> writable bytes; <see cref="Advance"/> commits the bytes that were
        /// used.</summary>
        /// <param name="size">The number of bytes, at least 1.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public ref byte Reserve(int size)
        {
            if (_span.Length - _position < size)
                Grow(size);
            return ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), (IntPtr)_position);
        }

        /// <summary>Returns at least <paramref name="size"/> writable bytes; <see cref="Advance"/> commits the bytes that were
        /// used.</summary>
        /// <param name="size">The number of bytes.</param>
        internal Span<byte> GetSpan(int size)
        {
            if (_span.Length - _position < size)
                Grow(size);
            return _span.Slice(_position);
        }

        /// <summary>Commits bytes that were stored in the memory of <see cref="Reserve"/> or <see cref="GetSpan"/>.</summary>
        /// <param name="count">The number of bytes, at most the number that was reserved.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Advance(int count) => _position += count;

        /// <summary>
        /// Removes the bytes written since <see cref="Length"/> was <paramref name="length"/>. No memory may have been requested from the
        /// output in between.
        /// </summary>
        /// <param name="length">The length to go back to.</param>
        internal void TakeBack(long length)
        {
            if (length < _flushed)
                throw new InvalidOperationException("Bytes that the output has already received cannot be taken back.");
            _position = (int)(length - _flushed);
        }

        /// <summary>Writes one byte.</summary>
        /// <param name="value">The byte.</param>
        internal void WriteByte(byte value)
        {
            Reserve(1) = value;
            _position++;
        }

        /// <summary>Writes an unsigned LEB128 number, 1 to 10 bytes.</summary>
        /// <param name="value">The number.</param>
        internal void WriteVarint(ulong value)
        {
            ref byte p = ref Reserve(MostOfVarint);
            _position += StoreVarint(ref p, value);
        }

        private static int StoreVarint(ref byte p, ulong value)
        {
            int n = 0;
            while (value >= 0x80)
            {
                Unsafe.Add(ref p, n++) = (byte)(value | 0x80);
                value >>= 7;
            }
            Unsafe.Add(ref p, n++) = (byte)value;
            return n;
        }

        /// <summary>Writes a signed number as a zigzag varint.</summary>
        /// <param name="value">The number.</param>
        internal void WriteZigzag(long value) => WriteVarint((ulong)((value << 1) ^ (value >> 63)));

        /// <summary>Stores a signed number as a zigzag varint into reserved memory; returns how many bytes it has.</summary>
        /// <param name="p">The first of <see cref="MostOfVarint"/> bytes.</param>
        /// <param name="value">The number.</param>
        internal static int StoreZigzag(ref byte p, long value) => StoreVarint(ref p, (ulong)((value << 1) ^ (value >> 63)));

        /// <summary>Writes bytes as they are.</summary>
        /// <param name="bytes">The bytes.</param>
        internal void WriteBytes(scoped ReadOnlySpan<byte> bytes)
        {
            if (bytes.Length <= _span.Length - _position)
            {
                bytes.CopyTo(_span.Slice(_position));
                _position += bytes.Length;
                return;
            }
            // Large bytes are refused before they are copied.
            CheckLength(Length + bytes.Length);
            // Asking for the whole at once would make many an output allocate for it; but one that has the room gets one copy.
            while (!bytes.IsEmpty)
            {
                if (_position == _span.Length)
                    Grow(_output == null ? bytes.Length : Math.Min(bytes.Length, 64 * 1024));
                int n = Math.Min(bytes.Length, _span.Length - _position);
                bytes.Slice(0, n).CopyTo(_span.Slice(_position));
                _position += n;
                bytes = bytes.Slice(n);
            }
        }

        /// <summary>Writes bits, least significant first, padded with zeros to a byte.</summary>
        /// <param name="bits">The bits; each element is one.</param>
        public void WriteBits(scoped ReadOnlySpan<bool> bits)
        {
            int bytes = (bits.Length + 7) >> 3;
            while (bytes > 0)
            {
                int some = Math.Min(bytes, 4096);
                ref byte p = ref Reserve(some);
                int count = Math.Min(some * 8, bits.Length);
                BitSets.Pack(bits.Slice(0, count), ref p);
                _position += some;
                bytes -= some;
                bits = bits.Slice(count);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Grow(int size)
        {
            if (_output == null)
            {
                long wanted = Math.Max((long)_position + size, _span.Length * 2L);
                if (InPieces && wanted > KeptBuffer)
                {
                    GrowByPiece(size);
                    return;
                }
                if (wanted > MaxLength)
                    wanted = Math.Max((long)_position + size, MaxLength);
                CheckLength(wanted);
                byte[] larger = new byte[wanted];
                _span.Slice(0, _position).CopyTo(larger);
                _owned = larger;
                _span = larger;
                return;
            }
            Flush();
            _span = _output.GetSpan(Math.Max(size, LeastSpan));
            // Callers write to reserved memory without checks, so memory after a span that is too short would be overwritten.
            if (_span.Length < size)
                throw BrokenOutput.Of(_output, nameof(GetSpan), _span.Length, size);
        }

        private void GrowByPiece(int size)
        {
            CheckLength(Length + size);
            WrittenPiece next;
            if (_piece != null)
            {
                _piece.Close(_position);
                next = new WrittenPiece(size, _piece);
                _flushed += _position;
                _position = 0;
            }
            else
            {
                next = new WrittenPiece(_position + size, null);
                _span.Slice(0, _position).CopyTo(next.Memory);
            }
            _piece = next;
            _span = next.Memory;
        }

        private void Flush()
        {
            if (_position == 0)
                return;
            _output!.Advance(_position);
            _flushed += _position;
            _position = 0;
            _span = default;
            CheckLength(_flushed);
        }

        // Readers hold a document in one array.
        private static void CheckLength(long length)
        {
            if (length > MaxLength)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "The document is larger than 2,147,483,587 bytes, the most "
                    + "that can be read. Write several documents, or append parts of it to a KitbagLog.");
        }

        /// <summary>Hands all that is written to the output. Nothing may be written afterwards.</summary>
        internal readonly void Complete()
        {
            CheckLength(Length);
            if (_position != 0)
                _output!.Advance(_position);
        }

        /// <summary>Gets everything that was written to the internal buffer.</summary>
        internal readonly ReadOnlySpan<byte> Written => _span.Slice(0, _position);

        /// <summary>Returns everything that was written without an output. Nothing may be written afterwards.</summary>
        internal byte[] ToArray()
        {
            if (_piece == null)
                return Written.ToArray();
            CheckLength(Length);
            byte[] all = Arrays.NewBytes((int)Length);
            _piece.Close(_position);
            _piece.MoveTo(all);
            return all;
        }

        /// <summary>Returns the scratch memory. Must always be called.</summary>
        internal void Dispose()
        {
            CallState? call = _call;
            _call = null;
            call?.Return();
            if (_owned != null && _owned.Length <= KeptBuffer)
                t_buffer = _owned;
            _owned = null;
            _piece?.FreeAll();
            _piece = null;
        }
    }
}
