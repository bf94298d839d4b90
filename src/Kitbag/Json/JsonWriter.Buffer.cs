using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    // Manages the memory that is written to, and its contents.
    public ref partial struct JsonWriter
    {
        /// <summary>Returns free bytes at the end; <see cref="Advance"/> commits the bytes that were used.</summary>
        internal Span<byte> GetSpan(int size)
        {
            Reserve(size);
            return _buffer.Slice(_at);
        }

        internal void Advance(int count) => _at += count;

        internal void Put(byte value)
        {
            Reserve(1) = value;
            _at++;
        }

        private void PutBytes(byte[] bytes, int count)
        {
            Reserve(count);
            bytes.AsSpan(0, count).CopyTo(_buffer.Slice(_at));
            _at += count;
        }

        private void NewLine()
        {
            int spaces = (_depth - _hidden) * _options.Indentation;
            Span<byte> line = GetSpan(spaces + 1).Slice(0, spaces + 1);
            line.Fill((byte)' ');
            line[0] = (byte)'\n';
            _at += line.Length;
        }

        /// <summary>Ends the document: objects that are referred to get their ids, and text ends with a line feed.</summary>
        internal void Complete()
        {
            CompleteElement();
            if (_isText)
                Put((byte)'\n');
        }

        /// <summary>Ends an element that is written separately: objects that are referred to get their ids.</summary>
        internal void CompleteElement()
        {
            if (_identities != null)
                InsertIds();
        }

        /// <summary>
        /// Sorts the written entries of one object or array, unless they contain tracked objects or references to such: an object must not
        /// be moved behind a reference to it.
        /// </summary>
        /// <param name="starts">The starts of the entries, in the order in which they were written.</param>
        /// <param name="byNumber">Whether they start with numbers, to be sorted by value; otherwise they are sorted by their bytes.</param>
        internal void Sort(scoped ReadOnlySpan<int> starts, bool byNumber)
        {
            if (starts.Length > 1 && _identities?.HasAnyFrom(starts[0]) != true)
                EntrySorter.Sort(_buffer.Slice(0, _at), starts, byNumber);
        }

        /// <summary>Returns the sorted order of the keys of one object, which were written one after the other; two or more.</summary>
        /// <inheritdoc cref="Sort"/>
        internal readonly int[] OrderOf(scoped ReadOnlySpan<int> starts, bool byNumber) => EntrySorter.Order(Written, starts, byNumber);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private ref byte Reserve(int size)
        {
            if (_buffer.Length - _at - Slack < size)
                Grow(size);
            return ref Unsafe.Add(ref MemoryMarshal.GetReference(_buffer), _at);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Grow(int size)
        {
            long needed = (long)_at + size + Slack;
            if (needed > Arrays.MaxLength)
                throw new KitbagException(KitbagErrorReason.LimitExceeded,
                    "The JSON is larger than 2 GiB, the maximum length of an array.");
            byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Math.Max(needed, _buffer.Length * 2L), Arrays.MaxLength));
            Written.CopyTo(larger);
            ReturnRented();
            _buffer = _rented = larger;
            _endForNames = _isText ? 0 : larger.Length;
        }

        /// <summary>Returns memory to the pool. Must always be called.</summary>
        internal void Dispose()
        {
            ReturnRented();
            _identities?.Return();
            _identities = null;
            CallState? call = _call;
            _call = null;
            call?.Return();
        }

        private void ReturnRented()
        {
            byte[]? rented = _rented;
            _buffer = default;
            _endForNames = 0;
            _rented = null;
            if (rented != null)
                ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
