using System;

namespace Kitbag.Buffers
{
    /// <summary>The location of rented memory, which can be stored, unlike a span.</summary>
    internal readonly struct Rental
    {
        internal readonly Array Memory;
        internal readonly int First;

        internal Rental(Array memory, int first)
        {
            Memory = memory;
            First = first;
        }
    }
}
