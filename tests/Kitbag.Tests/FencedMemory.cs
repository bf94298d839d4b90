using System;
using System.Runtime.InteropServices;

namespace Kitbag.Tests
{
    /// <summary>A page of memory between two guard pages: an access outside of it crashes the process.</summary>
    internal sealed unsafe class FencedMemory : IDisposable
    {
        private const int None = 0, ReadWrite = 3, PrivateAnonymous = 0x22;

        private readonly byte* _all;
        private readonly int _page = Environment.SystemPageSize;

        public FencedMemory()
        {
            _all = mmap(null, (nuint)(3 * _page), None, PrivateAnonymous, -1, 0);
            if (_all == (byte*)-1 || mprotect(_all + _page, (nuint)_page, ReadWrite) != 0)
                throw new InvalidOperationException("mmap or mprotect failed.");
        }

        /// <summary>The most bytes that it can hold: a page.</summary>
        public static int Capacity => Environment.SystemPageSize;

        public static bool IsSupported => OperatingSystem.IsLinux();

        /// <summary>Copies the bytes to the start of the page.</summary>
        public ReadOnlySpan<byte> AtStart(ReadOnlySpan<byte> bytes) => Put(_all + _page, bytes);

        /// <summary>Copies the bytes to the end of the page.</summary>
        public ReadOnlySpan<byte> AtEnd(ReadOnlySpan<byte> bytes) => Put(_all + 2 * _page - bytes.Length, bytes);

        private static ReadOnlySpan<byte> Put(byte* where, ReadOnlySpan<byte> bytes)
        {
            var place = new Span<byte>(where, bytes.Length);
            bytes.CopyTo(place);
            return place;
        }

        public void Dispose() => _ = munmap(_all, (nuint)(3 * _page));

        [DllImport("libc")]
        private static extern byte* mmap(byte* address, nuint length, int protection, int flags, int file, nint offset);

        [DllImport("libc")]
        private static extern int mprotect(byte* address, nuint length, int protection);

        [DllImport("libc")]
        private static extern int munmap(byte* address, nuint length);
    }
}
