using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;

namespace Kitbag.Files
{
    /// <summary>Reads parts of files.</summary>
    internal static class FileBytes
    {
        private const int BufferLength = 64 * 1024;

        /// <summary>Reads a number of bytes at an offset.</summary>
        /// <exception cref="KitbagException">The file ends before.</exception>
        public static byte[] Read(Stream file, long offset, int count)
        {
            var bytes = new byte[count];
            Fill(file, offset, bytes, 0, count);
            return bytes;
        }

        /// <summary>Reads a number of bytes at an offset into an array.</summary>
        /// <exception cref="KitbagException">The file ends before.</exception>
        public static void Fill(Stream file, long offset, byte[] bytes, int start, int count)
        {
            int done = TryFill(file, offset, bytes, start, count);
            if (done != count)
                throw new KitbagException(KitbagErrorReason.Truncated, "The file ended while it was read.", offset + done);
        }

        /// <summary>Reads bytes at an offset, in parts, into memory that is not an array.</summary>
        /// <exception cref="KitbagException">The file ends before.</exception>
        public static void Fill(Stream file, long offset, Span<byte> bytes)
        {
            byte[] buffer = ArrayPool<byte>.Shared.Rent(Math.Min(bytes.Length, BufferLength));
            try
            {
                for (int done = 0; done < bytes.Length;)
                {
                    int some = Math.Min(bytes.Length - done, buffer.Length);
                    Fill(file, offset + done, buffer, 0, some);
                    buffer.AsSpan(0, some).CopyTo(bytes.Slice(done));
                    done += some;
                }
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(buffer);
            }
        }

        /// <summary>Reads bytes at an offset.</summary>
        /// <exception cref="KitbagException">The file ends before.</exception>
        public static void Fill(Stream file, long offset, Memory<byte> bytes)
        {
            if (MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> array))
                Fill(file, offset, array.Array!, array.Offset, array.Count);
            else
                Fill(file, offset, bytes.Span);
        }

        /// <summary>Reads up to a number of bytes; returns the number of bytes that were read.</summary>
        public static int TryFill(Stream file, long offset, byte[] bytes, int start, int count)
        {
            try
            {
                file.Position = offset;
                int done = 0, n;
                while (done < count && (n = file.Read(bytes, start + done, count - done)) != 0)
                    done += n;
                return done;
            }
            catch (Exception e) when (FileErrors.IsOfStorage(e))
            {
                throw FileErrors.Of(e, (file as FileStream)?.Name ?? "", "read");
            }
        }
    }
}
