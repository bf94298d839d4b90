using System;
using System.Globalization;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>Reads one line of the text of schemas.</summary>
    internal sealed class SchemaScanner
    {
        private readonly string _text;
        private int _at;

        public SchemaScanner(string text, int line)
        {
            _text = text;
            Line = line;
        }

        /// <summary>The number of the line, from 1.</summary>
        public int Line { get; }

        public bool IsAtEnd
        {
            get
            {
                SkipSpaces();
                return _at == _text.Length;
            }
        }

        /// <summary>Gets a value indicating whether a name in quotation marks comes next.</summary>
        public bool IsQuoted => !IsAtEnd && _text[_at] == '"';

        private void SkipSpaces()
        {
            while (_at < _text.Length && _text[_at] is ' ' or '\t')
                _at++;
        }

        /// <summary>Skips punctuation if it comes next.</summary>
        public bool Take(string sign)
        {
            SkipSpaces();
            if (string.CompareOrdinal(_text, _at, sign, 0, sign.Length) != 0)
                return false;
            _at += sign.Length;
            return true;
        }

        /// <summary>Skips a word if it comes next, followed by a space or the end of the line.</summary>
        public bool TakeWord(string word)
        {
            SkipSpaces();
            int end = _at + word.Length;
            if (string.CompareOrdinal(_text, _at, word, 0, word.Length) != 0 || (end < _text.Length && _text[end] is not (' ' or '\t')))
                return false;
            _at = end;
            return true;
        }

        public void Expect(string sign)
        {
            if (!Take(sign))
                throw Error("expected '" + sign + "'" + Found());
        }

        public void ExpectEnd()
        {
            if (!IsAtEnd)
                throw Error("expected the end of the line" + Found());
        }

        /// <summary>Reads a name.</summary>
        /// <param name="isPlain">Whether it stands without quotation marks.</param>
        public string Name(out bool isPlain)
        {
            SkipSpaces();
            isPlain = _at == _text.Length || _text[_at] != '"';
            if (!isPlain)
                return Quoted();
            int end = SchemaNames.EndOfName(_text, _at);
            if (end == _at)
                throw Error("expected a name" + Found());
            string name = _text.Substring(_at, end - _at);
            _at = end;
            return name;
        }

        /// <summary>Reads a name of letters, digits and the signs <c>. - _ +</c>, as releases have.</summary>
        public string Word()
        {
            SkipSpaces();
            int start = _at;
            while (_at < _text.Length && IsOfWord(_text[_at]))
                _at++;
            if (_at == start)
                throw Error("expected the name of a release" + Found());
            return _text.Substring(start, _at - start);
        }

        /// <summary>Returns whether a text is a valid name of a release.</summary>
        public static bool IsWord(string text)
        {
            foreach (char one in text)
            {
                if (!IsOfWord(one))
                    return false;
            }
            return text.Length != 0;
        }

        private static bool IsOfWord(char one) => char.IsLetterOrDigit(one) || one is '.' or '-' or '_' or '+';

        private string Quoted()
        {
            int start = _at++;
            var name = new StringBuilder();
            for (; _at < _text.Length; _at++)
            {
                char one = _text[_at];
                if (one == '"')
                {
                    _at++;
                    return Whole(name.ToString());
                }
                if (one != '\\')
                {
                    name.Append(one);
                    continue;
                }
                _at++;
                if (_at < _text.Length && _text[_at] is '"' or '\\')
                {
                    name.Append(_text[_at]);
                }
                else if (_at + 4 < _text.Length && _text[_at] == 'u' && int.TryParse(_text.Substring(_at + 1, 4),
                    NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int code))
                {
                    name.Append((char)code);
                    _at += 4;
                }
                else
                {
                    throw Error("the escape after '\\' in a name is none of \\\" \\\\ \\uXXXX");
                }
            }
            _at = start;
            throw Error("the name" + Found() + " has no closing quotation mark");
        }

        // Names are stored as UTF-8.
        private string Whole(string name)
        {
            for (int i = 0; i < name.Length; i++)
            {
                if (!char.IsSurrogate(name[i]))
                    continue;
                if (!char.IsHighSurrogate(name[i]) || i + 1 == name.Length || !char.IsLowSurrogate(name[i + 1]))
                    throw Error("a name has half of a surrogate pair");
                i++;
            }
            return name;
        }

        /// <summary>Reads a number of 64 bits.</summary>
        /// <param name="isUnsigned">Whether it goes beyond those of a long, and has the same bits.</param>
        public long Number(bool isUnsigned)
        {
            SkipSpaces();
            int start = _at;
            while (_at < _text.Length && (_text[_at] == '-' || char.IsDigit(_text[_at])))
                _at++;
            string digits = _text.Substring(start, _at - start);
            if (isUnsigned && ulong.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out ulong large))
                return (long)large;
            if (!isUnsigned && long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number))
                return number;
            _at = start;
            throw Error("expected a number" + Found());
        }

        /// <summary>Returns what comes next, for a message.</summary>
        public string Found()
        {
            SkipSpaces();
            string rest = _text.Substring(_at, Math.Min(_text.Length - _at, 40));
            return rest.Length == 0 ? ", found the end of the line" : ", found " + SchemaNames.Quote(rest);
        }

        public SchemaException Error(string message) => new SchemaException(message, Line);
    }
}
