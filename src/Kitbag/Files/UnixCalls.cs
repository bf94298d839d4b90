using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Kitbag.Files
{
    /// <summary>
    /// Provides Unix functions that the framework lacks: a rename that never copies, hard links, and flushing that reports failures. If the
    /// C library is not available, none of them is, and callers do without.
    /// </summary>
    internal static class UnixCalls
    {
        private const int FullFlush = 51, Again = 4;

        private static readonly bool s_isApple = RuntimeInformation.IsOSPlatform(OSPlatform.OSX)
            || RuntimeInformation.IsOSPlatform(OSPlatform.Create("IOS")) || RuntimeInformation.IsOSPlatform(OSPlatform.Create("TVOS"));

        // volatile: any thread may find out.
        private static volatile bool s_isMissing = System.IO.Path.DirectorySeparatorChar != '/'
            || RuntimeInformation.IsOSPlatform(OSPlatform.Create("BROWSER"));

        /// <summary>Gets a value indicating whether the functions are available, which is known after the first call.</summary>
        public static bool AreAvailable => !s_isMissing;

        /// <summary>Renames a file atomically.</summary>
        /// <returns>The error number; 0 for success, -1 if the function is not available.</returns>
        public static int Rename(string from, string to) => Call(from, to, isLink: false);

        /// <summary>Creates a hard link to a file; returns the same values as <see cref="Rename"/>.</summary>
        public static int Link(string from, string to) => Call(from, to, isLink: true);

        private static int Call(string from, string to, bool isLink)
        {
            if (s_isMissing)
                return -1;
            try
            {
                byte[] a = Encode(from), b = Encode(to);
                int result = isLink ? link(a, b) : rename(a, b);
                return result == 0 ? 0 : Marshal.GetLastWin32Error();
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return -1;
            }
        }

        /// <summary>Flushes a file; returns the same values as <see cref="Rename"/>.</summary>
        public static int Flush(SafeHandle file, bool isFull)
        {
            if (s_isMissing)
                return -1;
            bool isHeld = false;
            try
            {
                file.DangerousAddRef(ref isHeld);
                return Flush((int)file.DangerousGetHandle(), isFull);
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return -1;
            }
            finally
            {
                if (isHeld)
                    file.DangerousRelease();
            }
        }

        /// <summary>Flushes the names in a folder; returns the same values as <see cref="Rename"/>.</summary>
        public static int FlushFolder(string folder)
        {
            if (s_isMissing)
                return -1;
            try
            {
                int descriptor = open(Encode(folder.Length == 0 ? "." : folder), 0);
                if (descriptor < 0)
                    return Marshal.GetLastWin32Error();
                int error = Flush(descriptor, isFull: true);
                close(descriptor);
                return error;
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return -1;
            }
        }

        /// <summary>Returns whether a file that exists is a device or a pipe.</summary>
        public static bool IsSpecial(string path)
        {
            const int NonBlockingApple = 4, NonBlockingLinux = 0x800, InvalidArgument = 22;
            if (s_isMissing)
                return false;
            try
            {
                // Opening a pipe in another way waits for its writer.
                int descriptor = open(Encode(path), s_isApple ? NonBlockingApple : NonBlockingLinux);
                if (descriptor < 0)
                    return false;
                // POSIX: fsync fails with EINVAL for a file that cannot be flushed. A structure for stat would differ by platform.
                int error = Flush(descriptor, isFull: false);
                close(descriptor);
                return error == InvalidArgument;
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return false;
            }
        }

        /// <summary>Returns the target of a symbolic link, or null if the file is not a link.</summary>
        public static string? ReadLink(string path)
        {
            if (s_isMissing)
                return null;
            try
            {
                var target = new byte[4096];
                long length = (long)readlink(Encode(path), target, (IntPtr)target.Length);
                return length <= 0 || length >= target.Length ? null : Encoding.UTF8.GetString(target, 0, (int)length);
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return null;
            }
        }

        /// <summary>
        /// Reads the start of a file without the lock that the framework requires. Returns an empty string if it cannot be read, or null if
        /// the functions are not available.
        /// </summary>
        public static string? ReadStart(string path, int most)
        {
            if (s_isMissing)
                return null;
            try
            {
                int descriptor = open(Encode(path), 0);
                if (descriptor < 0)
                    return "";
                var bytes = new byte[most];
                long length = (long)read(descriptor, bytes, (IntPtr)most);
                close(descriptor);
                return Encoding.UTF8.GetString(bytes, 0, (int)Math.Max(length, 0));
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return null;
            }
        }

        // On Apple's systems fsync stops at the drive's cache.
        private static int Flush(int descriptor, bool isFull)
        {
            if (s_isApple && isFull && fcntl(descriptor, FullFlush) == 0)
                return 0;
            int error;
            do
                error = fsync(descriptor) == 0 ? 0 : Marshal.GetLastWin32Error();
            while (error == Again);
            return error;
        }

        private static bool IsMissing(Exception e) =>
            e is DllNotFoundException or EntryPointNotFoundException or NotSupportedException or PlatformNotSupportedException;

        private static byte[] Encode(string path)
        {
            var bytes = new byte[Encoding.UTF8.GetByteCount(path) + 1];
            Encoding.UTF8.GetBytes(path, 0, path.Length, bytes, 0);
            return bytes;
        }

        // Paths are passed as bytes, so that no marshalling code has to be compiled ahead of time.

        [DllImport("libc", SetLastError = true)]
        private static extern int rename(byte[] from, byte[] to);

        [DllImport("libc", SetLastError = true)]
        private static extern int link(byte[] from, byte[] to);

        [DllImport("libc", SetLastError = true)]
        private static extern int open(byte[] path, int flags);

        [DllImport("libc", SetLastError = true)]
        private static extern IntPtr read(int descriptor, byte[] bytes, IntPtr count);

        [DllImport("libc", SetLastError = true)]
        private static extern int close(int descriptor);

        [DllImport("libc", SetLastError = true)]
        private static extern int fsync(int descriptor);

        [DllImport("libc", SetLastError = true)]
        private static extern int fcntl(int descriptor, int command);

        [DllImport("libc", SetLastError = true)]
        private static extern IntPtr readlink(byte[] path, byte[] target, IntPtr length);
    }
}
