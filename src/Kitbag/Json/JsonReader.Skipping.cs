using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Json
{
    // Skips white space, comments, and values that are not needed.
    public ref partial struct JsonReader
    {
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
                throw ErrorAt(start, KitbagErrorReason.Malformed, "Found '/' that does not start a comment; expected // or /*.");
            }
            CheckUtf8(start, _at);
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

        /// <summary>Passes over a name and its value.</summary>
        internal void SkipMember()
        {
            SkipKey();
            Skip();
        }

        private void SkipKey()
        {
            ReadNameBytes(out _);
            ReadColon();
        }

        private void SkipScalar(byte first)
        {
            switch (first)
            {
                case (byte)'"':
                    ReadStringBytes("a string", out _);
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
    }
}
