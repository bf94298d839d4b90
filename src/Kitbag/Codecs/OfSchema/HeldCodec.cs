using System;

namespace Kitbag.Codecs
{
    /// <summary>Represents a value of a type that already has null, inside a nullable that has its own null.</summary>
    internal readonly struct Held
    {
        public Held(object? value) => Value = value;

        public object? Value { get; }
    }

    /// <summary>The codec of such values.</summary>
    internal sealed class HeldCodec : WrappedCodec<Held>
    {
        public HeldCodec(Codec<object?> inner)
            : base(inner, 0)
        {
        }

        protected override Held Wrap(object? value) => new Held(value);

        protected override object? Unwrap(Held value) => value.Value;

        public override bool HasNonDefault(ReadOnlySpan<Held> values)
        {
            foreach (Held value in values)
            {
                if (!Inner.IsDefault(value.Value))
                    return true;
            }
            return false;
        }
    }
}
