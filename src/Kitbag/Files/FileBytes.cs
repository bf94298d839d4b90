using System;
using System.IO;

namespace Kitbag.Files
{
    /// <summary>Reads parts of files.</summary>
    internal static class FileBytes
    {
        /// <summary>Reads so many bytes from a place.</summary>
        /// <exception cref="KitbagException">There are not so many.</exception>
        public static byte[] Read(Stream file, long offset, int count)
        {
            var bytes = new byte[count];
            Fill(file, offset, bytes, 0, count);
            return bytes;
        }

        /// <summary>Reads so many bytes from a place to a place.</summary>
        /// <exception cref="KitbagException">There are not so many.</exception>
        public static void Fill(Stream file, long offset, byte[] bytes, int start, int count)
        {
            int done = TryFill(file, offset, bytes, start, count);
            if (done != count)
                throw new KitbagException(KitbagErrorReason.Truncated, "The file ends while it is read.", offset + done);
        }

        /// <summary>Reads at most so many bytes; answers how many there were.</summary>
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
