using System;
using System.Collections.Generic;

namespace Kitbag.Json
{
    // Writes tracked objects once, and references to them where they occur again.
    public ref partial struct JsonWriter
    {
        /// <summary>Gets the tracked objects of the text; null if the type of the root cannot contain any.</summary>
        internal JsonIdentities? Identities
        {
            readonly get => _identities;
            set => _identities = value;
        }

        /// <summary>Returns whether objects and arrays may be nested by this many additional levels.</summary>
        internal readonly bool HasRoom(int levels) => _depth + levels <= _maxDepth;

        /// <summary>Gets a value indicating whether at least half of the levels are left.</summary>
        internal readonly bool HasHalf => _depth <= _maxDepth / 2;

        /// <summary>Returns and clears the type discriminator of the next object.</summary>
        internal JsonTag? TakeType()
        {
            JsonTag? type = _type;
            _type = null;
            return type;
        }

        /// <summary>Starts a tracked object.</summary>
        internal void BeginTracked(int number)
        {
            _identities!.Open(number, _at, _depth + 1 - _hidden);
            BeginObject();
        }

        /// <summary>Starts a tracked collection, around which an object may be inserted later: a level is reserved for it.</summary>
        internal void BeginTrackedList(int number)
        {
            _identities!.Open(number, _at, _depth + 1 - _hidden);
            _depth++;
            _hidden++;
        }

        /// <summary>Ends a tracked collection.</summary>
        /// <param name="number">Its number.</param>
        /// <param name="isMap">Whether it is an object.</param>
        /// <param name="isWrapped">Whether other members of the wrapping object were written, so that the object must be inserted.</param>
        internal void EndTrackedList(int number, bool isMap, bool isWrapped)
        {
            _identities!.Close(number, _at, isMap, isWrapped);
            if (isWrapped)
                Put((byte)'}');
            _depth--;
            _hidden--;
        }

        /// <summary>Writes a reference to an object.</summary>
        internal void WriteReference(int number)
        {
            if (_depth >= _maxDepth)
                ThrowTooDeep();
            PutAll(_isText ? "{\"$ref\": \"\"}"u8 : "{\"$ref\":\"\"}"u8);
            _identities!.Mention(number, _at - 2);
        }

        private void PutAll(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(GetSpan(bytes.Length));
            _at += bytes.Length;
        }

        /// <summary>Removes a whole value that was written.</summary>
        /// <param name="position">The start of the value.</param>
        /// <param name="type">The type discriminator of the next object.</param>
        internal void Rewind(int position, JsonTag? type)
        {
            _at = position;
            _type = type;
        }

        /// <summary>
        /// Writes the dollar sign at the start of a key so that it is none of the names that tell of identities and types.
        /// </summary>
        /// <param name="start">Where the key starts.</param>
        internal void EscapeDollar(int start)
        {
            if (_buffer[start] != '"' || _buffer[start + 1] != '$')
                return;
            Reserve(5);
            Span<byte> rest = _buffer.Slice(start + 2, _at - start - 2);
            rest.CopyTo(_buffer.Slice(start + 7));
            "\\u0024"u8.CopyTo(_buffer.Slice(start + 1));
            _at += 5;
        }

        // Starts at the end, so that each byte is moved once.
        private void InsertIds()
        {
            List<JsonInsertion> all = _identities!.FindInsertions();
            long total = 0;
            foreach (JsonInsertion one in all)
                total += LengthOf(one);
            GetSpan(checked((int)Math.Min(total, int.MaxValue)));
            int end = _at, to = _at + (int)total;
            _at = to;
            for (int i = all.Count - 1; i >= 0; i--)
            {
                JsonInsertion one = all[i];
                int length = end - one.Position;
                to -= length;
                _buffer.Slice(one.Position, length).CopyTo(_buffer.Slice(to));
                end = one.Position;
                to -= LengthOf(one);
                Insert(one, _buffer.Slice(to, LengthOf(one)), _buffer[to + LengthOf(one)] == '}');
            }
        }

        private readonly int LengthOf(JsonInsertion one)
        {
            int digits = one.Id == 0 ? 0 : Digits(one.Id);
            switch (one.Kind)
            {
                case JsonInsertionKind.InReference:
                    return digits;
                case JsonInsertionKind.BeforeList:
                    return 1 + Values.Length + (digits == 0 ? 0 : Name.Length + digits + (_isText ? 3 : 2));
                case JsonInsertionKind.BehindList:
                    return 1;
                default:
                    bool isEmpty = _buffer[one.Position] == '}';
                    int lines = !_isText ? 0
                        : 1 + one.Depth * _options.Indentation + (isEmpty ? 1 + (one.Depth - 1) * _options.Indentation : 0);
                    return Name.Length + digits + (isEmpty ? 1 : 2) + lines;
            }
        }

        private readonly ReadOnlySpan<byte> Name => _isText ? "\"$id\": \""u8 : "\"$id\":\""u8;

        private readonly ReadOnlySpan<byte> Values => _isText ? "\"$values\": "u8 : "\"$values\":"u8;

        private readonly void Insert(JsonInsertion one, Span<byte> to, bool isEmpty)
        {
            int at = 0;
            switch (one.Kind)
            {
                case JsonInsertionKind.InReference:
                    PutNumber(one.Id, to);
                    return;
                case JsonInsertionKind.BehindList:
                    to[0] = (byte)'}';
                    return;
                case JsonInsertionKind.BeforeList:
                    to[at++] = (byte)'{';
                    if (one.Id != 0)
                    {
                        PutId(one.Id, to, ref at);
                        to[at++] = (byte)',';
                        if (_isText)
                            to[at++] = (byte)' ';
                    }
                    Values.CopyTo(to.Slice(at));
                    return;
            }
            if (_isText)
            {
                to[at++] = (byte)'\n';
                to.Slice(at, one.Depth * _options.Indentation).Fill((byte)' ');
                at += one.Depth * _options.Indentation;
            }
            PutId(one.Id, to, ref at);
            if (!isEmpty)
            {
                to[at] = (byte)',';
            }
            else if (_isText)
            {
                to[at++] = (byte)'\n';
                to.Slice(at).Fill((byte)' ');
            }
        }

        private readonly void PutId(int id, Span<byte> to, ref int at)
        {
            Name.CopyTo(to.Slice(at));
            at += Name.Length;
            at += PutNumber(id, to.Slice(at));
            to[at++] = (byte)'"';
        }

        private static int Digits(int number)
        {
            int digits = 1;
            for (; number >= 10; number /= 10)
                digits++;
            return digits;
        }

        // Byte by byte, because the text after it was already written.
        private static int PutNumber(int number, Span<byte> to)
        {
            int digits = Digits(number);
            for (int i = digits - 1; i >= 0; i--, number /= 10)
                to[i] = (byte)('0' + number % 10);
            return digits;
        }
    }
}
