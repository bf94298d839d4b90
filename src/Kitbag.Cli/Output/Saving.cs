using System;
using System.IO;
using Kitbag.Cli.Input;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>Writes documents as the files that they come from are: in blocks with the info document, or as they are.</summary>
    internal static class Saving
    {
        /// <summary>
        /// Saves a document. The old file or the new one is there, whole. Files that are read must be closed before: not every system
        /// replaces one that is open.
        /// </summary>
        public static void Save(ToolConsole console, string file, byte[] document, FileShape shape)
        {
            if (file == Sources.Standard || !shape.IsContainer)
            {
                OutputFile.WriteTo(console, file, output => output.Write(document));
                return;
            }
            console.Subject = file;
            string path = console.Place(file);
            if (Directory.Exists(path))
                throw ToolException.Usage("This is a folder, not a file.");
            KitbagFile.SaveDocument(path, document, shape.Info.Span, new KitbagFileOptions
            {
                Compression = shape.Compression,
                // The tool changes a file, and leaves the generations beside it to the game.
                Keep = 1,
                Document = new KitbagOptions { Limits = Sources.Limits },
            });
        }
    }
}
