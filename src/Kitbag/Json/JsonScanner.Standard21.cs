using System;

namespace Kitbag.Json
{
    /// <summary>What <see cref="JsonScanner"/> has found.</summary>
    internal enum JsonToken
    {
        /// <summary>More bytes are needed.</summary>
        None,

        /// <summary>A whole value, or what is left of the text if it ends within a value.</summary>
        Value,

        /// <summary>A bracket or a comma between the values.</summary>
        Mark,

        /// <summary>The end of the text.</summary>
        End,
    }

    /// <summary>
    /// Finds the values of a text of which only a part is available: the elements of an array, or values that follow each other. It looks
    /// at each byte once, and knows as much of JSON as is needed to find the end of a value, which is checked when it is read.
    /// </summary>
    internal struct JsonScanner
    {
        private enum State
        {
            Between,
            Scalar,
            Container,
            String,
            Comment,
            LineComment,
        }

        private readonly bool _allowsComments, _hasMarks;
        private int _at, _depth;
        private State _state, _outer;

        /// <param name="allowsComments">Whether the text may have comments.</param>
        /// <param name="hasMarks">Whether the values are the elements of an array.</param>
        public JsonScanner(bool allowsComments, bool hasMarks)
        {
            _allowsComments = allowsComments;
            _hasMarks = hasMarks;
            _at = 0;
            _depth = 0;
            _state = _outer = State.Between;
            Start = 0;
        }

        /// <summary>The position of the value or mark that was found, or of the one that is being looked at.</summary>
        public int Start { get; private set; }

        /// <summary>The position after what was found, or the number of bytes that have been looked at.</summary>
        public readonly int Position => _at;

        /// <summary>The number of bytes at the start that are no longer needed.</summary>
        public readonly int Passed => IsBetween ? _at : Start;

        /// <summary>Whether the text has ended within a comment.</summary>
        public readonly bool IsInComment => _state == State.Comment;

        private readonly bool IsBetween => _state == State.Between
            || (_state is State.Comment or State.LineComment && _outer == State.Between);

        /// <summary>Removes bytes at the start, which are no longer needed.</summary>
        /// <param name="count">At most <see cref="Passed"/>.</param>
        public void Remove(int count)
        {
            _at -= count;
            Start -= count;
        }

        /// <summary>Returns to a position within the value that was found, or to its end.</summary>
        public void ReturnTo(int position) => _at = position;

        /// <summary>Finds the next value or mark.</summary>
        /// <param name="text">The available bytes, from where those that were removed ended.</param>
        /// <param name="isLast">Whether the text ends with them.</param>
        /// <param name="isStart">Whether the bracket that starts an array is a mark.</param>
        public JsonToken Next(ReadOnlySpan<byte> text, bool isLast, bool isStart)
        {
            while (_at < text.Length)
            {
                byte next = text[_at];
                switch (_state)
                {
                    case State.Comment:
                    case State.LineComment:
                        if (!EndsComment(text))
                            return Missing(text, isLast);
                        continue;
                    case State.String:
                        if (!EndsString(text))
                            return Missing(text, isLast);
                        if (_depth == 0)
                            return Found();
                        continue;
                }
                if (next == '/' && _allowsComments)
                {
                    if (_at + 1 == text.Length && !isLast)
                        return JsonToken.None;
                    if (_at + 1 < text.Length && text[_at + 1] is (byte)'/' or (byte)'*')
                    {
                        if (_state == State.Scalar)
                            return Found();
                        _outer = _state;
                        _state = text[_at + 1] == '/' ? State.LineComment : State.Comment;
                        _at += 2;
                        continue;
                    }
                }
                if (_state == State.Container)
                {
                    _at++;
                    if (next == '"')
                        _state = State.String;
                    else if (next is (byte)'{' or (byte)'[')
                        _depth++;
                    else if (next is (byte)'}' or (byte)']' && --_depth == 0)
                        return Found();
                }
                else if (_state == State.Scalar)
                {
                    if (next is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' or (byte)',' or (byte)']' or (byte)'}' or (byte)'['
                        or (byte)'{' or (byte)'"')
                        return Found();
                    _at++;
                }
                else if (next is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
                {
                    _at++;
                }
                else
                {
                    Start = _at++;
                    if (_hasMarks && (next is (byte)',' or (byte)']' || (isStart && next == '[')))
                        return JsonToken.Mark;
                    _state = next == '"' ? State.String : next is (byte)'{' or (byte)'[' ? State.Container : State.Scalar;
                    _depth = _state == State.Container ? 1 : 0;
                }
            }
            return Missing(text, isLast);
        }

        private JsonToken Found()
        {
            _state = State.Between;
            return JsonToken.Value;
        }

        // At the end of the text, what is left is reported as a value, which reading it rejects unless it is a scalar.
        private JsonToken Missing(ReadOnlySpan<byte> text, bool isLast)
        {
            if (!isLast)
                return JsonToken.None;
            if (IsBetween)
                return JsonToken.End;
            _at = text.Length;
            return Found();
        }

        // Passes a comment, as far as it is available; returns whether it has ended.
        private bool EndsComment(ReadOnlySpan<byte> text)
        {
            ReadOnlySpan<byte> rest = text.Slice(_at);
            int end = _state == State.LineComment ? rest.IndexOfAny((byte)'\n', (byte)'\r') : rest.IndexOf("*/"u8);
            if (end < 0)
            {
                // The end of a comment may be split.
                _at = text.Length - (_state == State.Comment && rest[rest.Length - 1] == '*' ? 1 : 0);
                return false;
            }
            _at += end + (_state == State.LineComment ? 0 : 2);
            _state = _outer;
            return true;
        }

        // Passes a string, as far as it is available; returns whether it has ended.
        private bool EndsString(ReadOnlySpan<byte> text)
        {
            while (_at < text.Length)
            {
                int next = text.Slice(_at).IndexOfAny((byte)'"', (byte)'\\');
                if (next < 0)
                {
                    _at = text.Length;
                    return false;
                }
                _at += next;
                if (text[_at] == '\\')
                {
                    if (_at + 1 == text.Length)
                        return false;
                    _at += 2;
                    continue;
                }
                _at++;
                _state = State.Container;
                return true;
            }
            return false;
        }
    }
}
