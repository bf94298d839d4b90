using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.IO.MemoryMappedFiles;
using Kitbag.Files;
using Kitbag.Layout;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        // The number of bytes of a file of blocks that may be in memory before passed blocks are released.
        private const int MostLoaded = 16 << 20;

        /// <summary>
        /// Maps a file into memory and reads it like <see cref="Parse"/>; parts that are not accessed are not read from the disk. If the
        /// file was saved by <see cref="KitbagFile"/> with blocks, only the blocks that hold accessed values are read and decompressed.
        /// Dispose the document to close the file.
        /// </summary>
        /// <param name="path">
        /// The path of the file. It may be replaced by another one while it is open, as <see cref="KitbagFile"/> does, but its bytes must
        /// not change: if the file is truncated, access to what is missing ends the process.
        /// </param>
        /// <param name="options">Options that control reading, or null to use the default options.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">
        /// The file does not exist or cannot be read, is not a document, or has more than 2,147,483,591 bytes.
        /// </exception>
        public static KitbagDocument Open(string path, KitbagDocumentOptions? options = null)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            options ??= KitbagDocumentOptions.Default;
            FileStream? file = null;
            MappedBytes? mapped = null;
            try
            {
                // Its kind, its length and its bytes are those of one open file: another program may replace it meanwhile.
                file = FileGuard.Guard(path, "read", () => OpenFile(path));
                KitbagDocument document;
                if (FileGuard.Guard(path, "read", () => IsContainer(file)))
                {
                    var files = new KitbagFileOptions { Document = new KitbagOptions { Limits = options.Limits } };
                    document = OpenBlocks(FileGuard.Guard(path, "read", () => KitbagContainer.OpenBytes(file, files)), options, MostLoaded);
                }
                else
                {
                    mapped = FileGuard.Guard(path, "read", () => MappedBytes.Map(file));
                    document = Read(mapped?.Memory ?? default, options, mapped);
                }
                document._file = path;
                return document;
            }
            catch (Exception e)
            {
                (e as KitbagException)?.InFile(path);
                ((IDisposable?)mapped)?.Dispose();
                file?.Dispose();
                throw;
            }
        }

        private static FileStream OpenFile(string path)
        {
            // Opening a pipe would wait.
            FileStorage.Instance.LengthOf(path);
            return (FileStream)FileStorage.Instance.OpenRead(path);
        }

        private static bool IsContainer(FileStream file)
        {
            var start = new byte[ContainerFormat.HeaderLength];
            return ContainerFormat.HasMagic(start.AsSpan(0, FileBytes.TryFill(file, 0, start, 0, start.Length)));
        }

        /// <summary>Opens a file of blocks, which is disposed with the document.</summary>
        /// <param name="file">The file.</param>
        /// <param name="options">The options.</param>
        /// <param name="mostLoaded">The number of bytes of the document that may be in memory before passed blocks are released.</param>
        internal static KitbagDocument OpenBlocks(KitbagContainer file, KitbagDocumentOptions options, int mostLoaded)
        {
            BlockBytes? bytes = null;
            try
            {
                bytes = new BlockBytes(file, mostLoaded);
                // The maximum size of a header; a checksum covers all bytes.
                bytes.Load(0, options.VerifyChecksum ? bytes.Length
                    : (int)Math.Min(bytes.Length, DocumentFormat.HeaderLength + 10L + options.Limits.MaxSchemaBytes));
                KitbagDocument document = Read(bytes.Memory, options, bytes);
                bytes.Narrow(document._bodyOffset, document._bodyEnd);
                return document;
            }
            catch
            {
                ((IDisposable?)bytes)?.Dispose();
                file.Dispose();
                throw;
            }
        }

        /// <summary>A file as memory.</summary>
        private sealed unsafe class MappedBytes : MemoryManager<byte>, IWalkListener
        {
            // The system counts pages as memory of the process once they have been read. A page fault maps 16 of them.
            private const int MostTouched = 16 << 20, Fault = 64 << 10;

            private readonly MemoryMappedFile _file;
            private readonly MemoryMappedViewAccessor _view;
            private readonly int _length;
            private byte* _start;
            private long _touched;
            private int _passed;

            private MappedBytes(MemoryMappedFile file, MemoryMappedViewAccessor view, int length)
            {
                _file = file;
                _view = view;
                _length = length;
                view.SafeMemoryMappedViewHandle.AcquirePointer(ref _start);
                _start += view.PointerOffset;
            }

            // Null of an empty file, which cannot be mapped.
            public static MappedBytes? Map(FileStream stream)
            {
                long length = stream.Length;
                if (length > Buffers.Arrays.MaxDocument)
                    throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file has "
                        + length.ToString(CultureInfo.InvariantCulture) + " bytes; a document has at most 2,147,483,591.");
                if (length == 0)
                    return null;
                MemoryMappedFile file = MemoryMappedFile.CreateFromFile(stream, null, 0, MemoryMappedFileAccess.Read,
                    HandleInheritability.None, leaveOpen: false);
                try
                {
                    return new MappedBytes(file, file.CreateViewAccessor(0, length, MemoryMappedFileAccess.Read), (int)length);
                }
                catch
                {
                    file.Dispose();
                    throw;
                }
            }

            public override Span<byte> GetSpan() =>
                _start != null ? new Span<byte>(_start, _length) : throw new ObjectDisposedException(nameof(KitbagDocument));

            public void Passed(int offset)
            {
                long distance = (long)offset - _passed;
                _passed = offset;
                // Either a jump, or a range that was skipped as a whole.
                _touched += distance is >= 0 and < MostTouched / 4 ? distance : Fault;
                if (_touched < MostTouched || _start == null)
                    return;
                Buffers.SystemMemory.LetGo(_start, _length);
                _touched = 0;
            }

            public override MemoryHandle Pin(int elementIndex = 0) => new MemoryHandle(_start + elementIndex);

            public override void Unpin()
            {
            }

            protected override void Dispose(bool disposing)
            {
                if (_start == null)
                    return;
                _start = null;
                _view.SafeMemoryMappedViewHandle.ReleasePointer();
                _view.Dispose();
                _file.Dispose();
            }
        }
    }
}
