using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.IO.MemoryMappedFiles;
using Kitbag.Files;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Maps a file into memory and reads it as <see cref="Parse"/> does: what is not asked for is not read from the disk. Of a file
        /// that <see cref="KitbagFile"/> has saved with blocks the whole document is read into memory. To be disposed of.
        /// </summary>
        /// <param name="path">The file, which must not change in the meantime.</param>
        /// <param name="options">How to read it.</param>
        /// <exception cref="KitbagException">It is no document, or has more than 2,147,483,591 bytes.</exception>
        /// <exception cref="IOException">The file cannot be read.</exception>
        public static KitbagDocument Open(string path, KitbagDocumentOptions? options = null)
        {
            options ??= KitbagDocumentOptions.Default;
            MappedBytes? mapped = MappedBytes.Open(path);
            if (mapped == null)
                return Read(default, options, null);
            try
            {
                if (ContainerFormat.HasMagic(mapped.Memory.Span))
                {
                    using var container = KitbagContainer.Open(path);
                    ((IDisposable)mapped).Dispose();
                    return Read(container.ReadBody(), options, null);
                }
                return Read(mapped.Memory, options, mapped);
            }
            catch
            {
                ((IDisposable)mapped).Dispose();
                throw;
            }
        }

        /// <summary>A file as memory.</summary>
        private sealed unsafe class MappedBytes : MemoryManager<byte>
        {
            private readonly MemoryMappedFile _file;
            private readonly MemoryMappedViewAccessor _view;
            private readonly int _length;
            private byte* _start;

            private MappedBytes(MemoryMappedFile file, MemoryMappedViewAccessor view, int length)
            {
                _file = file;
                _view = view;
                _length = length;
                view.SafeMemoryMappedViewHandle.AcquirePointer(ref _start);
                _start += view.PointerOffset;
            }

            // Null of an empty file, which cannot be mapped.
            public static MappedBytes? Open(string path)
            {
                long length = new FileInfo(path).Length;
                if (length > Buffers.Arrays.MaxLength)
                    throw new KitbagException(KitbagErrorReason.LimitExceeded, "The file has "
                        + length.ToString(CultureInfo.InvariantCulture) + " bytes; a document has at most 2,147,483,591.");
                if (length == 0)
                    return null;
                MemoryMappedFile file = MemoryMappedFile.CreateFromFile(path, FileMode.Open, null, 0, MemoryMappedFileAccess.Read);
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
