using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>Opens the inputs on a command line: files of KitbagFile, documents, bare bodies, standard input, pipes.</summary>
    internal sealed class Sources
    {
        /// <summary>The name of standard input, and of standard output.</summary>
        public const string Standard = "-";

        private readonly ToolConsole _console;
        private readonly string? _schemaFile;
        private readonly string? _lockFile;

        // Streams that were read to see what they contain, and are opened afterwards.
        private readonly Dictionary<string, byte[]> _kept = new(StringComparer.Ordinal);
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

        // A file; or the bytes of standard input or a pipe, which has no path.
        private sealed record Input(string Path, byte[]? Bytes)
        {
            public KitbagStorage Storage => Bytes == null ? KitbagFileOptions.Default.Storage : new BytesStorage(Bytes);

            public KitbagContainer OpenContainer() => KitbagContainer.Open(Path, new KitbagFileOptions
            {
                Document = new KitbagOptions { Limits = Limits },
                Storage = Storage,
            });

            public byte[] Read() => Bytes ?? File.ReadAllBytes(Path);

            public Stream OpenRead() => Storage.OpenRead(Path);

            public byte[] Start()
            {
                using Stream stream = OpenRead();
                var start = new byte[16];
                return start[..stream.ReadAtLeast(start, start.Length, throwOnEndOfStream: false)];
            }
        }

        /// <summary>Opens a file for reading without its types.</summary>
        /// <exception cref="KitbagException">It is damaged, or not Kitbag's.</exception>
        public Source Open(string file)
        {
            Input input = Find(file);
            KitbagContainer container = input.OpenContainer();
            try
            {
                if (container.Kind == KitbagFileKind.Log)
                    throw ToolException.Bad("This is a log, into which kitbag show, get and verify look.");
                bool isFile = input.Bytes == null;
                if (container.Kind == KitbagFileKind.Value)
                {
                    KitbagDocument document = isFile ? KitbagDocument.Open(input.Path, Options()) : Parse(container.ReadBody());
                    return new Source(file, isFile ? input.Path : null, document, container, container.FileLength);
                }
                long length = container.FileLength;
                container.Dispose();
                return isFile && !NeedsSchema(input.Start())
                    ? new Source(file, input.Path, KitbagDocument.Open(input.Path, Options()), null, length)
                    : new Source(file, isFile ? input.Path : null, Parse(input.Read()), null, length);
            }
            catch
            {
                container.Dispose();
                throw;
            }
        }

        /// <summary>Opens a file if it is a log; null if it is not.</summary>
        /// <exception cref="KitbagException">It is damaged.</exception>
        public LogSource? OpenLog(string file)
        {
            Input input = Find(file, isKept: true);
            using KitbagContainer container = input.OpenContainer();
            return container.Kind == KitbagFileKind.Log ? new LogSource(input.Path, container.FileLength, input.Storage) : null;
        }

        /// <summary>Opens a file if its document is in blocks; returns null for other files.</summary>
        /// <exception cref="KitbagException">The file is damaged.</exception>
        public Source? OpenBlocks(string file)
        {
            using (KitbagContainer container = OpenContainer(file))
            {
                if (container.Kind != KitbagFileKind.Value)
                    return null;
            }
            return Open(file);
        }

        /// <summary>Opens the container of a file, which is opened as a document or a log afterwards.</summary>
        /// <exception cref="KitbagException">The file is damaged.</exception>
        public KitbagContainer OpenContainer(string file) => Find(file, isKept: true).OpenContainer();

        /// <summary>Returns the number of bytes of a file that is opened afterwards.</summary>
        public long LengthOf(string file)
        {
            using Stream stream = Find(file, isKept: true).OpenRead();
            return stream.Length;
        }

        /// <summary>Returns the bytes of a file or of standard input.</summary>
        public byte[] ReadAll(string file) => Find(file).Read();

        /// <summary>Returns the schema of a file: a saved schema, or that of a document.</summary>
        public KitbagSchema OpenSchema(string file)
        {
            if (_schemaFile == null)
            {
                Input input = Find(file, isKept: true);
                using KitbagContainer container = input.OpenContainer();
                if (container.Kind == KitbagFileKind.Document && input.Start() is { Length: > 0 } start && !HasHeader(start))
                {
                    byte[] bytes = ReadAll(file);
                    if (bytes.AsSpan().StartsWith("kitbag.lock "u8))
                        throw ToolException.Usage("This is a lock file, not a schema; 'kitbag compat FILE --lock kitbag.lock' compares a "
                            + "file with its types.");
                    if (bytes.AsSpan().TrimStart(" \t\r\n"u8) is [(byte)'{' or (byte)'[' or (byte)'"', ..])
                        throw ToolException.Bad("This is JSON, neither a Kitbag file nor a saved schema; 'kitbag pack FILE --like OTHER' "
                            + "makes a document of it.");
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

        private bool NeedsSchema(ReadOnlySpan<byte> start) => _schemaFile != null && !HasHeader(start);

        private KitbagDocument Parse(byte[] bytes) => NeedsSchema(bytes)
            ? KitbagDocument.ParseBody(bytes, Schema!, Options())
            : KitbagDocument.Parse(bytes, Options());

        private Input Find(string file, bool isKept = false)
        {
            _console.Subject = file;
            if (!_kept.Remove(file, out byte[]? bytes))
                bytes = file == Standard ? ReadToEnd(_console.OpenInput()) : ReadPipe(InputFiles.Find(_console, file));
            if (bytes == null)
                return new Input(_console.Place(file), null);
            if (isKept)
                _kept.Add(file, bytes);
            return new Input(file, bytes);
        }

        // A process substitution of a shell, /dev/stdin, or a named pipe: it has no length and can be read only once. Null for a file.
        private static byte[]? ReadPipe(string path)
        {
            var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
            if (!stream.CanSeek)
                return ReadToEnd(stream);
            stream.Dispose();
            return null;
        }

        private static byte[] ReadToEnd(Stream stream)
        {
            using (stream)
            using (var bytes = new MemoryStream())
            {
                stream.CopyTo(bytes);
                return bytes.ToArray();
            }
        }

        private static bool HasHeader(ReadOnlySpan<byte> start) => start.StartsWith("KIT"u8);
    }
}
