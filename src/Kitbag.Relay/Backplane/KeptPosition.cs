using System;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// Represents the position of a kept entry in its stream. A recreated stream has another epoch, so that its positions differ from those
    /// of the old one. Epochs and offsets are below 2^53, so that they are exact as numbers of JavaScript. Positions of different epochs
    /// have no order.
    /// </summary>
    /// <param name="Epoch">The unique number of the stream; 0 for none.</param>
    /// <param name="Offset">The number of the message in the stream that contains the entry.</param>
    /// <param name="Index">The number of the entry within the message.</param>
    internal readonly record struct KeptPosition(long Epoch, long Offset, int Index)
    {
        /// <summary>Gets the position before the oldest available entry in any epoch.</summary>
        public static KeptPosition Start => default;

        /// <summary>Returns whether this position is after <paramref name="other"/>, which must be of the same epoch.</summary>
        public bool IsAfter(KeptPosition other)
        {
            if (Epoch != other.Epoch)
                throw new ArgumentException("Positions of different epochs have no order.", nameof(other));
            return Offset > other.Offset || (Offset == other.Offset && Index > other.Index);
        }

        /// <inheritdoc/>
        public override string ToString() => $"{Epoch}:{Offset}.{Index}";
    }
}
