using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>Opens the inputs on a command line: files of KitbagFile, documents, bare bodies, standard input.</summary>
    internal sealed class Sources
    {
        /// <summary>The name of standard input, and of standard output.</summary>
        public const string Standard = "-";

        private readonly ToolConsole _console;
        private readonly string? _schemaFile;
        private readonly string? _lockFile;
        private KitbagSchema? _schema;
        private KitbagLockFile? _lock;

        public Sources(ToolConsole console, string? schemaFile, string? lockFile = null)
        {
            _console = console;
            _schemaFile = schemaFile;
            _lockFile = lockFile;
        }

        // The user has chosen the files: only their costs are limited, not their contents.
        public static KitbagLimits Limits { get; } = new KitbagLimits { MaxInputBytes = Array.MaxLength };

        /// <summary>How files of blocks are opened.</summary>
        public static KitbagFileOptions FileOptions { get; } = new KitbagFileOptions { Document = new KitbagOptions { Limits = Limits } };

        /// <summary>Opens a file for reading without its types.</summary>
        /// <exception cref="KitbagException">It is damaged, or not Kitbag's.</exception>
        public Source Open(string file)
        {
            _console.Subject = file;
            if (file == Standard)
                return Parse(file, null, ReadInput());
            string path = _console.Place(file);
            if (Directory.Exists(path))
                throw ToolException.Usage("This is a folder, not a file.");
            if (!File.Exists(path))
                throw ToolException.Usage("The file does not exist.");
            KitbagContainer container = OpenContainer(path);
            try
            {
                if (container.Kind == KitbagFileKind.Log)
                    throw ToolException.Bad("This is a log, into which kitbag show, get and verify look.");
                if (container.Kind == KitbagFileKind.Value)
                    return new Source(file, path, KitbagDocument.Open(path, Options()), container, container.FileLength);
                if (!NeedsSchema(path))
                {
                    container.Dispose();
                    return new Source(file, path, KitbagDocument.Open(path, Options()), null, container.FileLength);
                }
                using (container)
                    return Parse(file, path, container.ReadBody());
            }
            catch
            {
                container.Dispose();
                throw;
            }
        }

        /// <summary>Opens a file if it is a log; null if it is not, or does not exist.</summary>
        /// <exception cref="KitbagException">It is damaged.</exception>
        public LogSource? OpenLog(string file)
        {
            _console.Subject = file;
            if (file == Standard || !IsNamed(file, out string path))
                return null;
            using KitbagContainer container = OpenContainer(path);
            return container.Kind == KitbagFileKind.Log ? new LogSource(path, container.FileLength) : null;
        }

        /// <summary>Opens a file if its document is in blocks; returns null for other files and for standard input.</summary>
        /// <exception cref="KitbagException">The file is damaged.</exception>
        public Source? OpenBlocks(string file)
        {
            if (file == Standard || !IsNamed(file, out string path))
                return null;
            KitbagFileKind kind;
            using (KitbagContainer container = OpenContainer(path))
                kind = container.Kind;
            return kind == KitbagFileKind.Value ? Open(file) : null;
        }

        /// <summary>Returns the bytes of a file or of standard input.</summary>
        public byte[] ReadAll(string file)
        {
            _console.Subject = file;
            if (file == Standard)
                return ReadInput();
            string path = _console.Place(file);
            if (!File.Exists(path))
                throw ToolException.Usage(Directory.Exists(path) ? "This is a folder, not a file." : "The file does not exist.");
            return File.ReadAllBytes(path);
        }

        /// <summary>Returns the schema of a file: a saved schema, or that of a document.</summary>
        public KitbagSchema OpenSchema(string file)
        {
            if (file != Standard && _schemaFile == null && IsNamed(file, out string path))
            {
                using KitbagContainer container = OpenContainer(path);
                if (container.Kind == KitbagFileKind.Document && !HasHeader(Start(path)))
                {
                    _console.Subject = file;
                    byte[] bytes = File.ReadAllBytes(path);
                    if (bytes.AsSpan().StartsWith("kitbag.lock "u8))
                        throw ToolException.Usage("This is a lock file, not a schema; 'kitbag compat FILE --lock kitbag.lock' compares a "
                            + "file with its types.");
                    return bytes.AsSpan().StartsWith("root "u8)
                        ? KitbagSchema.Parse(System.Text.Encoding.UTF8.GetString(bytes), Limits)
                        : KitbagSchema.Parse(bytes, Limits);
                }
            }
            using Source source = Open(file);
            return source.Document.Schema;
        }

        /// <summary>Returns the info document of a file.</summary>
        public KitbagDocument OpenInfo(Source source) => source.Container is { HasInfo: true } file
            ? KitbagDocument.Parse(file.Info, Options())
            : throw ToolException.Bad("The file has no info document.");

        /// <summary>Returns the schema of the option --schema.</summary>
        public KitbagSchema? Schema => _schemaFile == null ? null : _schema ??= ReadNamedSchema(_schemaFile);

        /// <summary>The lock file that --lock names.</summary>
        public KitbagLockFile? Lock => _lockFile == null ? null : _lock ??= ReadLock(_lockFile);

        private KitbagLockFile ReadLock(string file)
        {
            string subject = _console.Subject;
            KitbagLockFile read = KitbagLockFile.Parse(System.Text.Encoding.UTF8.GetString(ReadAll(file)));
            _console.Subject = subject;
            return read;
        }

        private KitbagSchema ReadNamedSchema(string file)
        {
            string subject = _console.Subject;
            KitbagSchema schema = new Sources(_console, null).OpenSchema(file);
            _console.Subject = subject;
            return schema;
        }

        private KitbagDocumentOptions Options() => new KitbagDocumentOptions
        {
            Limits = Limits,
            KnownSchemas = Schema == null ? [] : new List<KitbagSchema> { Schema },
            LockFile = Lock,
        };

        private static KitbagContainer OpenContainer(string path) => KitbagContainer.Open(path, FileOptions);

        private bool NeedsSchema(string path) => _schemaFile != null && !HasHeader(Start(path));

        private Source Parse(string name, string? path, byte[] bytes)
        {
            bool isBare = _schemaFile != null && !HasHeader(bytes);
            KitbagDocument document = isBare
                ? KitbagDocument.ParseBody(bytes, Schema!, Options())
                : KitbagDocument.Parse(bytes, Options());
            return new Source(name, path, document, null, bytes.Length);
        }

        // Standard input contains a file as well, or a bare document, which has no magic number.
        private byte[] ReadInput()
        {
            using Stream input = _console.OpenInput();
            using var bytes = new MemoryStream();
            input.CopyTo(bytes);
            bytes.Position = 0;
            using KitbagContainer container = KitbagContainer.Open(bytes, Limits);
            return container.Kind == KitbagFileKind.Document ? bytes.ToArray() : container.ReadBody();
        }

        private bool IsNamed(string file, out string path)
        {
            path = _console.Place(file);
            return File.Exists(path);
        }

        private static byte[] Start(string path)
        {
            using FileStream file = File.OpenRead(path);
            var start = new byte[16];
            return start[..file.ReadAtLeast(start, start.Length, throwOnEndOfStream: false)];
        }

        private static bool HasHeader(ReadOnlySpan<byte> start) => start.StartsWith("KIT"u8);
    }
}
