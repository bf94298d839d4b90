using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>The few colours of the tool, or none.</summary>
    internal sealed class Paint
    {
        private readonly bool _isOn;

        public Paint(ToolConsole console) => _isOn = console.HasColors;

        /// <summary>Names of members, paths.</summary>
        public string Name(string text) => In("36", text);

        /// <summary>Names of types.</summary>
        public string Type(string text) => In("35", text);

        public string Number(string text) => In("33", text);

        public string String(string text) => In("32", text);

        /// <summary>Lines of a tree, what was left out.</summary>
        public string Faint(string text) => In("90", text);

        public string Added(string text) => In("32", text);

        public string Removed(string text) => In("31", text);

        public string Changed(string text) => In("33", text);

        public string Bold(string text) => In("1", text);

        private string In(string color, string text) => _isOn && text.Length != 0 ? "\x1b[" + color + "m" + text + "\x1b[0m" : text;
    }
}
