using System;
using System.Text;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Text with indentation.</summary>
    internal sealed class CodeWriter
    {
        // Files are emitted one after the other, and are of similar size.
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

        /// <summary>A line that continues the previous one; within braces, a line of its own.</summary>
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

        /// <summary>Opens a namespace, whose contents are not indented.</summary>
        public void OpenNamespace(string name)
        {
            Open("namespace " + name);
            _depth--;
        }

        public void Close(string end = "")
        {
            // The contents of a namespace are not indented.
            if (_depth != 0)
                _depth--;
            // Removes the empty line before a closing brace.
            if (_text.Length > 1 && _text[_text.Length - 1] == '\n' && _text[_text.Length - 2] == '\n')
                _text.Length--;
            Line("}" + end);
        }

        /// <summary>The text. Nothing can be added after this call.</summary>
        public string Finish()
        {
            string text = _text.ToString();
            t_spare = _text.Clear();
            return text;
        }
    }
}
