using System;
using System.IO;
using Kitbag.Cli.Input;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>Writes documents in the form of their source files: in blocks with the info document, or directly.</summary>
    internal static class Saving
    {
        /// <summary>
        /// Saves a document atomically. Source files must be closed before, because not every system can replace an open file.
        /// </summary>
        /// <param name="console">The console.</param>
        /// <param name="file">The file to write.</param>
        /// <param name="document">The document.</param>
        /// <param name="shape">The container to write.</param>
        /// <param name="isLocked">Whether the caller holds the lock of the file (<see cref="HeldFile"/>).</param>
        public static void Save(ToolConsole console, string file, byte[] document, FileShape shape, bool isLocked = false)
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
                // The tool replaces a file, and does not change the generations that the program has saved.
                Keep = 1,
                IsLocked = isLocked,
                Document = new KitbagOptions { Limits = Sources.Limits },
            });
        }
    }
}
