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
                _text.Append(' ', _depth * 4).Append(text);
            _text.Append('\n');
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
