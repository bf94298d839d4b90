using System;

namespace Kitbag.Relay.Backplane
{
    /// <summary>
    /// The place of a kept entry in its stream. A stream that was made anew has another epoch, so that its positions do not look like those
    /// of the old one. Epochs and offsets are below 2^53, which the numbers of JavaScript hold. Positions of different epochs have no
    /// order.
    /// </summary>
    /// <param name="Epoch">Which stream this is: a number that no other stream has; 0 is none.</param>
    /// <param name="Offset">The number of the stream's message that holds the entry.</param>
    /// <param name="Index">The number of the entry within the message.</param>
    internal readonly record struct KeptPosition(long Epoch, long Offset, int Index)
    {
        /// <summary>Before the oldest entry that there is, in whatever epoch.</summary>
        public static KeptPosition Start => default;

        /// <summary>Whether this is behind <paramref name="other"/>, which must be of the same epoch.</summary>
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
