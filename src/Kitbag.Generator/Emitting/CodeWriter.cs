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

        /// <summary>A line that goes on with what the last one began; or, within braces, a line of its own.</summary>
        public void Inner(string text, bool goesOn = true)
        {
            _depth += goesOn ? 1 : 0;
            Line(text);
            _depth -= goesOn ? 1 : 0;
        }

        public void Open(string text = "")
        {
            if (text.Length != 0)
                Line(text);
            Line("{");
            _depth++;
        }

        /// <summary>Opens a namespace; what is in it is not indented.</summary>
        public void OpenNamespace(string name)
        {
            Open("namespace " + name);
            _depth--;
        }

        public void Close(string end = "")
        {
            // What stands in a namespace is not indented.
            if (_depth != 0)
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
