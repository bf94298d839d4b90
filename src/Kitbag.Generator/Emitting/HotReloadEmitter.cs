namespace Kitbag.Generator.Emitting
{
    /// <summary>
    /// Makes hot reload restart the program when a file with codecs changes. Otherwise it would only replace the code of their methods,
    /// and values would be lost: existing codecs have already described their members, and new static fields of initialized classes are
    /// null.
    /// </summary>
    internal static class HotReloadEmitter
    {
        /// <summary>Adds a constant to the text of a file that changes with the text. Hot reload cannot change constants.</summary>
        /// <param name="space">The namespace of the file.</param>
        /// <param name="name">The name of the file's codec, or of its contents.</param>
        /// <param name="text">The text of the file.</param>
        public static string Emit(string space, string name, string text)
        {
            var code = new CodeWriter();
            code.Line();
            code.OpenNamespace(space + ".HotReload");
            code.Line("// Hot reload cannot change a constant, so a change of this file restarts the program, which creates new codecs.");
            code.Line("static class " + name + " { const uint Hash = " + Hash(text) + "; }");
            code.Close();
            return text + code.Finish();
        }

        // The hash function FNV-1a, which is the same in each process, unlike that of strings.
        private static string Hash(string text)
        {
            uint hash = 2166136261;
            foreach (char one in text)
                hash = unchecked((hash ^ one) * 16777619);
            return "0x" + hash.ToString("X8", System.Globalization.CultureInfo.InvariantCulture);
        }
    }
}
