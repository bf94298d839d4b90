using System;

namespace Kitbag.Buffers
{
    /// <summary>Where memory lies that was rented: as a span it could not be kept.</summary>
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
