using System;
using System.Collections.Generic;
using Kitbag.Codecs;

namespace Kitbag
{
    /// <summary>
    /// Holds the members of a document or JSON text that the class of an object does not have. They stay with the object, also if it is
    /// copied, and are written with it. Declare a property of this type, or mark the class with <see cref="KitbagKeepUnknownAttribute"/>.
    /// </summary>
    public readonly struct KitbagUnknown : IEquatable<KitbagUnknown>
    {
        internal KitbagUnknown(KeptBlock? block, int index)
        {
            Block = block;
            Index = index;
        }

        /// <summary>Gets the members of objects that were read together, or null if there are none.</summary>
        internal KeptBlock? Block { get; }

        /// <summary>Gets the index of the object in the block.</summary>
        internal int Index { get; }

        /// <summary>Gets the levels of JSON of an object with these members; none if there are none.</summary>
        internal JsonLevels Levels => Block?.Shape.Levels ?? default;

        /// <summary>Gets a value indicating whether there are no unknown members.</summary>
        public bool IsEmpty => Block == null;

        /// <summary>Gets the names of the members, as they are in the document or text.</summary>
        public IReadOnlyList<string> Names => Block == null ? Array.Empty<string>() : Block.Shape.Names;

        /// <inheritdoc/>
        public bool Equals(KitbagUnknown other) => Block == other.Block && Index == other.Index;

        /// <inheritdoc/>
        public override bool Equals(object? obj) => obj is KitbagUnknown other && Equals(other);

        /// <inheritdoc/>
        public override int GetHashCode() => Block == null ? 0 : Block.GetHashCode() + Index;

        /// <summary>Determines whether both values are the unknown members of the same object that was read, or are both empty.</summary>
        public static bool operator ==(KitbagUnknown left, KitbagUnknown right) => left.Equals(right);

        /// <summary>Determines whether two values are the unknown members of different objects.</summary>
        public static bool operator !=(KitbagUnknown left, KitbagUnknown right) => !left.Equals(right);

        /// <inheritdoc/>
        public override string ToString() => string.Join(", ", Names);
    }
}
