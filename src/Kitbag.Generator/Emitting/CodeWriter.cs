using System;
using System.Text;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Text with indentation.</summary>
    internal sealed class CodeWriter
    {
        // A file after the other is printed, and all are of about the same size.
        [ThreadStatic]
        private static StringBuilder? t_spare;

        private readonly StringBuilder _text = t_spare ?? new StringBuilder(32 * 1024);
        private int _depth;

        public CodeWriter()
        {
            t_spare = null;
        }

        public void Line(string text = "")
        {
            if (text.Length != 0)
                _text.Append('\t', _depth).Append(text);
            _text.Append('\n');
        }

        /// <summary>A line that goes on with what the last one began.</summary>
        public void Inner(string text)
        {
            _depth++;
            Line(text);
            _depth--;
        }

        public void Open(string text)
        {
            Line(text);
            Line("{");
            _depth++;
        }

        public void Close(string end = "")
        {
            _depth--;
            // What ended with an empty line was not the last.
            if (_text.Length > 1 && _text[_text.Length - 1] == '\n' && _text[_text.Length - 2] == '\n')
                _text.Length--;
            Line("}" + end);
        }

        /// <summary>The text. Nothing can be printed after it.</summary>
        public string Finish()
        {
            string text = _text.ToString();
            t_spare = _text.Clear();
            return text;
        }
    }
}
