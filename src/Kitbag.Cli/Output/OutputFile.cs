using System;
using System.IO;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>Writes files atomically.</summary>
    internal static class OutputFile
    {
        /// <summary>Writes a temporary file next to the target, flushes it to the disk, and renames it to the target.</summary>
        public static void Write(ToolConsole console, string file, Action<Stream> write)
        {
            console.Subject = file;
            string path = console.Place(file);
            if (Directory.Exists(path))
                throw ToolException.Usage("This is a folder, not a file.");
            if (IsDevice(path))
            {
                using var device = new FileStream(path, FileMode.Open, FileAccess.Write);
                write(device);
                return;
            }
            string target = Resolved(path);
            string beside = target + "." + Guid.NewGuid().ToString("N")[..8] + ".tmp";
            try
            {
                using (var stream = new FileStream(beside, FileMode.CreateNew, FileAccess.Write))
                {
                    write(stream);
                    stream.Flush(flushToDisk: true);
                }
                File.Move(beside, target, overwrite: true);
            }
            catch (Exception e)
            {
                File.Delete(beside);
                // The message of the system contains the name of the temporary file, which the user does not know.
                if (e is UnauthorizedAccessException)
                    throw ToolException.Bad("The file cannot be written: the file or its folder is read-only, or permission is missing.");
                throw;
            }
        }

        // Devices and pipes (/dev/null, /dev/stdout, /dev/fd/5) are written to. Another file must not be renamed to their names.
        private static bool IsDevice(string path) => path.StartsWith("/dev/", StringComparison.Ordinal)
            && !path.StartsWith("/dev/shm/", StringComparison.Ordinal) && !OperatingSystem.IsWindows() && File.Exists(path);

        /// <summary>Returns whether an output would replace an input. Standard input and output are different.</summary>
        public static bool IsInput(ToolConsole console, string input, string? output)
        {
            if (input == Input.Sources.Standard || output is null or Input.Sources.Standard)
                return false;
            string path = console.Place(input);
            return File.Exists(path) && string.Equals(Resolved(path), Resolved(console.Place(output)),
                OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
        }

        /// <summary>Refuses an output that would replace the input by something else than a changed version of it.</summary>
        public static void RefuseInput(ToolConsole console, string input, string? output)
        {
            if (IsInput(console, input, output))
                throw ToolException.Usage("The output would replace the input, '" + Plain.Text(input) + "'; specify another file.");
        }

        /// <summary>Returns the file to replace: the target of a link. The link itself remains.</summary>
        public static string Resolved(string path) =>
            File.Exists(path) ? File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path : path;

        /// <summary>Writes to a file or, without a name or with -, to standard output.</summary>
        public static void WriteTo(ToolConsole console, string? file, Action<Stream> write)
        {
            if (file is not null and not Input.Sources.Standard)
            {
                Write(console, file, write);
                return;
            }
            using Stream output = console.OpenOutput();
            write(output);
        }
    }
}
