using System;
using System.Runtime.InteropServices;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Pages that the system gives and takes, which the garbage collector does not know. Where its C library is not to be had (Windows,
    /// browsers), nothing is available and callers do without.
    /// </summary>
    internal static unsafe class SystemMemory
    {
        private const int ReadAndWrite = 3, Private = 2, Fixed = 0x10, DoNotNeed = 4;

        private static readonly bool s_isApple = RuntimeInformation.IsOSPlatform(OSPlatform.OSX)
            || RuntimeInformation.IsOSPlatform(OSPlatform.Create("IOS")) || RuntimeInformation.IsOSPlatform(OSPlatform.Create("TVOS"));

        // Other systems have other numbers. volatile: any thread may find out.
        private static volatile bool s_isMissing = !s_isApple && !RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
            && !RuntimeInformation.IsOSPlatform(OSPlatform.Create("ANDROID"));

        private static int Anonymous => Private | (s_isApple ? 0x1000 : 0x20);

        /// <summary>Memory that is all 0; null where there is none. It takes room when it is written.</summary>
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

        /// <summary>Gives whole pages of reserved memory back; they are 0 when they are read again.</summary>
        public static void GiveBack(byte* start, long length) =>
            mmap((IntPtr)start, (IntPtr)length, ReadAndWrite, Anonymous | Fixed, -1, IntPtr.Zero);

        /// <summary>Ends with reserved memory.</summary>
        public static void Free(byte* start, long length) => munmap((IntPtr)start, (IntPtr)length);

        /// <summary>
        /// Lets go of the pages of a file that is mapped for reading: they do not count as the process's memory any more. What is read of
        /// them later is mapped again.
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
