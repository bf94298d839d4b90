using System;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Memory pages from the operating system that the garbage collector does not manage. If the C library is not available (Windows,
    /// browsers), callers use other memory.
    /// </summary>
    internal static unsafe class SystemMemory
    {
        private const int ReadAndWrite = 3, Private = 2, Fixed = 0x10, DoNotNeed = 4, LargePages = 14;

        private static readonly bool s_isApple = RuntimeInformation.IsOSPlatform(OSPlatform.OSX)
            || RuntimeInformation.IsOSPlatform(OSPlatform.Create("IOS")) || RuntimeInformation.IsOSPlatform(OSPlatform.Create("TVOS"));

        // Other systems use other constants. volatile, because any thread may set it.
        private static volatile bool s_isMissing = !s_isApple && !RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
            && !RuntimeInformation.IsOSPlatform(OSPlatform.Create("ANDROID"));

        private static int Anonymous => Private | (s_isApple ? 0x1000 : 0x20);

        /// <summary>Reserves zeroed memory; null if that fails. Physical memory is used when it is written.</summary>
        public static byte* TryReserve(long length)
        {
            if (s_isMissing)
                return null;
            try
            {
                IntPtr start = mmap(IntPtr.Zero, (IntPtr)length, ReadAndWrite, Anonymous, -1, IntPtr.Zero);
                return (long)start is -1 or 0 ? null : (byte*)start;
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
                return null;
            }
        }

        /// <summary>
        /// Asks for large pages in reserved memory, which will be written from its start to its end: the system provides memory page by
        /// page, and that can take longer than writing to it.
        /// </summary>
        public static void PreferLargePages(byte* start, long length)
        {
            if (!s_isApple)
                madvise((IntPtr)start, (IntPtr)length, LargePages);
        }

        /// <summary>Returns whole pages of reserved memory to the system; they are 0 when they are read again.</summary>
        public static void GiveBack(byte* start, long length) =>
            mmap((IntPtr)start, (IntPtr)length, ReadAndWrite, Anonymous | Fixed, -1, IntPtr.Zero);

        /// <summary>Releases reserved memory.</summary>
        public static void Free(byte* start, long length) => munmap((IntPtr)start, (IntPtr)length);

        /// <summary>
        /// Unmaps pages of a mapped file from the process: they do not count as its memory any more, and are mapped again when they are
        /// read.
        /// </summary>
        public static void LetGo(byte* start, long length)
        {
            if (s_isMissing)
                return;
            try
            {
                madvise((IntPtr)start, (IntPtr)length, DoNotNeed);
            }
            catch (Exception e) when (IsMissing(e))
            {
                s_isMissing = true;
            }
        }

        private static bool IsMissing(Exception e) =>
            e is DllNotFoundException or EntryPointNotFoundException or NotSupportedException or PlatformNotSupportedException;

        [DllImport("libc")]
        private static extern IntPtr mmap(IntPtr start, IntPtr length, int protection, int flags, int file, IntPtr offset);

        [DllImport("libc")]
        private static extern int munmap(IntPtr start, IntPtr length);

        [DllImport("libc")]
        private static extern int madvise(IntPtr start, IntPtr length, int advice);
    }
}
