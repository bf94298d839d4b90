using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace Kitbag.Buffers
{
    /// <summary>Has the processor fetch memory that is read a little later, so that nothing waits for it then.</summary>
    internal static unsafe class Prefetch
    {
        // Unsafe: addresses are told to the processor, which ignores those that are wrong by the time it looks (bench/: scene).

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
