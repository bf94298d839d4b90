using System.Text;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Text with indentation.</summary>
    internal sealed class CodeWriter
    {
        private readonly StringBuilder _text = new StringBuilder();
        private int _depth;

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

        public override string ToString() => _text.ToString();
    }
}
