using System;
using System.Runtime.InteropServices;

namespace Kitbag.Codecs
{
    public abstract partial class GridCodec<TArray, T>
    {
        private static ReadOnlySpan<T> Read(ref T first, int count) => MemoryMarshal.CreateReadOnlySpan(ref first, count);

        private static void Write(T[] elements, ref T first) => elements.CopyTo(MemoryMarshal.CreateSpan(ref first, elements.Length));
    }
}
