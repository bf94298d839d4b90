using System;
using System.IO;

namespace Kitbag.Cli.Output
{
    /// <summary>Texts that are embedded in the assembly.</summary>
    internal static class Resources
    {
        public static string Text(string name)
        {
            using Stream stream = typeof(Resources).Assembly.GetManifestResourceStream(name)
                ?? throw new InvalidOperationException("The tool does not contain the resource '" + name + "'.");
            using var reader = new StreamReader(stream);
            return reader.ReadToEnd().ReplaceLineEndings("\n");
        }
    }
}
