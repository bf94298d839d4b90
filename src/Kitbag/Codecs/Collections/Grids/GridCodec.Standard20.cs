using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    public abstract partial class GridCodec<TArray, T>
    {
        // Unsafe: the elements are contiguous. No workload of bench/ uses this.

        private static ReadOnlySpan<T> Read(ref T first, int count)
        {
            var elements = new T[count];
            for (int i = 0; i < count; i++)
                elements[i] = Unsafe.Add(ref first, i);
            return elements;
        }

        private static void Write(T[] elements, ref T first)
        {
            for (int i = 0; i < elements.Length; i++)
                Unsafe.Add(ref first, i) = elements[i];
        }
    }
}
