using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Kitbag.Buffers
{
    /// <summary>Lets the processor fetch memory that is read later, to avoid waiting for it.</summary>
    internal static unsafe class Prefetch
    {
        // Unsafe: prefetching an address that has become invalid has no effect (bench/: scene).

        /// <summary>Fetches an entry of a table.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Entry(ref ulong entry)
        {
            if (Sse.IsSupported)
                Sse.Prefetch0(Unsafe.AsPointer(ref entry));
        }

        /// <summary>Fetches the header of an object.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Header(object? value)
        {
            if (Sse.IsSupported)
                Sse.Prefetch0((byte*)Unsafe.As<object?, nint>(ref value) - sizeof(nint));
        }
    }
}
