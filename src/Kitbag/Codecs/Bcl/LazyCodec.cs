using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="Lazy{T}"/>: an array with its value, to distinguish null from a lazy null. Writing evaluates the value; after reading, it
    /// is evaluated.
    /// </summary>
    /// <typeparam name="T">The value.</typeparam>
    [CodecFor(typeof(Lazy<>), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class LazyCodec<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] T>
        : SurrogateCodec<Lazy<T>, T[]>
    {
        private readonly Codec<T> _value;

        /// <summary>Creates a codec.</summary>
        /// <param name="value">The codec of the value.</param>
        public LazyCodec(Codec<T> value)
            : base(new ArrayCodec<T>(value)!)
        {
            _value = value;
        }

        private protected override int CostOfOne => 48 + Cost.Aligned<T>();

        /// <inheritdoc/>
        protected override T[] ToSurrogate(Lazy<T> value) => new[] { value.Value };

        /// <inheritdoc/>
        protected override Lazy<T> FromSurrogate(T[] surrogate) =>
            surrogate.Length == 1 ? Made(surrogate[0]) : throw new ArgumentException("It does not have exactly one element.");

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, Lazy<T> value)
        {
            if (value is null)
                w.WriteNull();
            else
                _value.WriteJson(ref w, value.Value);
        }

        /// <inheritdoc/>
        public override Lazy<T> ReadJson(ref JsonReader r) => r.TryReadNull() ? null! : Made(_value.ReadJson(ref r));
    }
}
