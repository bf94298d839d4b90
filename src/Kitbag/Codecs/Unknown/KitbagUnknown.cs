using System;
using System.Collections.Generic;
using Kitbag.Codecs;

namespace Kitbag
{
    /// <summary>
    /// The members of an object that a document or a text had and the program's type lacks. They stay with the object, a copy of it
    /// included, and are written with it. Declare a property of this type, or mark the class with <see cref="KitbagKeepUnknownAttribute"/>.
    /// </summary>
    public readonly struct KitbagUnknown : IEquatable<KitbagUnknown>
    {
        internal KitbagUnknown(KeptBlock? block, int index)
        {
            Block = block;
            Index = index;
        }

        /// <summary>The members of objects that were read together; null where there are none.</summary>
        internal KeptBlock? Block { get; }

        /// <summary>Which of those objects.</summary>
        internal int Index { get; }

        /// <summary>Whether there are none.</summary>
        public bool IsEmpty => Block == null;

        /// <summary>The names of the members, as the document or the text has them.</summary>
        public IReadOnlyList<string> Names => Block == null ? Array.Empty<string>() : Block.Shape.Names;

        /// <inheritdoc/>
        public bool Equals(KitbagUnknown other) => Block == other.Block && Index == other.Index;

        /// <inheritdoc/>
        public override bool Equals(object? obj) => obj is KitbagUnknown other && Equals(other);

        /// <inheritdoc/>
        public override int GetHashCode() => Block == null ? 0 : Block.GetHashCode() + Index;

        /// <summary>Whether both are the same members of one object that was read, or none.</summary>
        public static bool operator ==(KitbagUnknown left, KitbagUnknown right) => left.Equals(right);

        /// <summary>Whether they are members of different objects.</summary>
        public static bool operator !=(KitbagUnknown left, KitbagUnknown right) => !left.Equals(right);

        /// <inheritdoc/>
        public override string ToString() => string.Join(", ", Names);
    }
}
