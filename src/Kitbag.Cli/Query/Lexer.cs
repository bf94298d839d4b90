using System;
using System.Collections.Generic;
using System.Text;

namespace Kitbag.Cli.Query
{
    /// <summary>Splits a query into tokens.</summary>
    internal sealed class Lexer
    {
        private static readonly string[] s_symbols =
        [
            "==", "!=", "<=", ">=", "&&", "||", "..", ".", ",", "[", "]", "(", ")", "*", "/", "%", "+", "-", "<", ">", "!", "=", "|", ":",
            "^", "$", "@",
        ];

        private readonly string _text;
        private int _at;

        private Lexer(string text) => _text = text;

        public static List<Token> Read(string text)
        {
            var lexer = new Lexer(text);
            var tokens = new List<Token>();
            do
                tokens.Add(lexer.Next());
            while (tokens[^1].Kind != TokenKind.End);
            return tokens;
        }

        private Token Next()
        {
            while (_at < _text.Length && char.IsWhiteSpace(_text[_at]))
                _at++;
            if (_at == _text.Length)
                return new Token(TokenKind.End, "", _at);
            char c = _text[_at];
            if (char.IsLetter(c) || c == '_')
                return Name();
            if (char.IsAsciiDigit(c))
                return Number();
            if (c is '"' or '\'' or '`')
                return Quoted(c);
            foreach (string symbol in s_symbols)
            {
                if (string.CompareOrdinal(_text, _at, symbol, 0, symbol.Length) == 0)
                {
                    _at += symbol.Length;
                    return new Token(TokenKind.Symbol, symbol, _at - symbol.Length);
                }
            }
            throw new QueryException("The character '" + Output.Plain.Text(c.ToString()) + "' means nothing here.", _at);
        }

        private Token Name()
        {
            int start = _at;
            while (_at < _text.Length && (char.IsLetterOrDigit(_text[_at]) || _text[_at] == '_'))
                _at++;
            return new Token(TokenKind.Name, _text[start.._at], start);
        }

        // Digits, a fraction only where digits follow the point (1..3 is a range), an exponent.
        private Token Number()
        {
            int start = _at;
            Digits();
            if (_at + 1 < _text.Length && _text[_at] == '.' && char.IsAsciiDigit(_text[_at + 1]))
            {
                _at++;
                Digits();
            }
            int exponent = _at;
            if (_at < _text.Length && _text[_at] is 'e' or 'E')
            {
                _at++;
                if (_at < _text.Length && _text[_at] is '+' or '-')
                    _at++;
                if (_at == _text.Length || !char.IsAsciiDigit(_text[_at]))
                    _at = exponent;
                Digits();
            }
            if (_at < _text.Length && (char.IsLetterOrDigit(_text[_at]) || _text[_at] == '_'))
                throw new QueryException("A number ends with a digit.", _at);
            return new Token(TokenKind.Number, _text[start.._at], start);
        }

        private void Digits()
        {
            while (_at < _text.Length && char.IsAsciiDigit(_text[_at]))
                _at++;
        }

        // "text" and 'text' are strings; `name` is the name of a member that is not an identifier.
        private Token Quoted(char quote)
        {
            int start = _at++;
            var text = new StringBuilder();
            while (true)
            {
                if (_at >= _text.Length)
                    throw new QueryException("The quote that begins here does not end.", start);
                char c = _text[_at++];
                if (c == quote)
                    break;
                text.Append(c == '\\' ? Escaped() : c);
            }
            return new Token(quote == '`' ? TokenKind.Name : TokenKind.Text, text.ToString(), start);
        }

        private char Escaped()
        {
            int position = _at - 1;
            char c = _at < _text.Length ? _text[_at++] : '\0';
            switch (c)
            {
                case 'n': return '\n';
                case 'r': return '\r';
                case 't': return '\t';
                case '0': return '\0';
                case '\\' or '"' or '\'' or '`' or '/': return c;
                case 'u' when _at + 4 <= _text.Length
                    && ushort.TryParse(_text.AsSpan(_at, 4), System.Globalization.NumberStyles.AllowHexSpecifier, null, out ushort code):
                    _at += 4;
                    return (char)code;
                default:
                    throw new QueryException(
                        "Escapes are \\n, \\r, \\t, \\0, \\\\, \\\", \\', \\` and \\u with four hexadecimal digits.", position);
            }
        }
    }
}
