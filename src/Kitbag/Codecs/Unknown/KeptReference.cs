using System;
using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>A reference within an unknown member: an object of the program, as the document that was read has it.</summary>
    internal sealed class KeptReference : IEquatable<KeptReference>
    {
        private readonly Codec? _codec;
        private readonly object? _value;

        /// <summary>Initializes a reference.</summary>
        /// <param name="codec">The codec of the object itself, or null if there is no object.</param>
        /// <param name="value">The object, or null if the document has no such objects, or if they are only checked.</param>
        public KeptReference(Codec? codec, object? value)
        {
            _codec = codec;
            _value = value;
        }

        /// <summary>Gets the codec of the object itself.</summary>
        public Codec? Codec => _value is ReplaceableObject { Known: { } known } ? known.Codec : _codec;

        /// <summary>Gets the object.</summary>
        public object? Value => _value is ReplaceableObject { Known: { } known } ? known.Value : _value;

        // The program's own comparison must not run: the object may be incomplete, and it is a key of a map that the program lacks.
        public bool Equals(KeptReference? other) =>
            other != null && (ReferenceEquals(this, other) || (Value != null && ReferenceEquals(Value, other.Value)));

        public override bool Equals(object? obj) => Equals(obj as KeptReference);

        public override int GetHashCode() => Value == null ? 0 : RuntimeHelpers.GetHashCode(Value);
    }
}
