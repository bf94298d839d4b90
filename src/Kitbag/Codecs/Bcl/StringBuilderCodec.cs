using System;
using System.ComponentModel;
using System.Text;

namespace Kitbag.Codecs
{
    /// <summary><see cref="StringBuilder"/>: its text.</summary>
    [CodecFor(typeof(StringBuilder), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class StringBuilderCodec : TextCodec<StringBuilder>
    {
        /// <summary>The only instance.</summary>
        public static readonly StringBuilderCodec Instance = new StringBuilderCodec();

        private StringBuilderCodec()
        {
        }

        // The builder and its array of at least 16 characters.
        private protected override int CostOfOne => 48 + Cost.ArrayHeader + 32;

        /// <inheritdoc/>
        protected override string ToSurrogate(StringBuilder value) => value.ToString();

        /// <inheritdoc/>
        protected override StringBuilder FromSurrogate(string surrogate) => new StringBuilder(surrogate);
    }
}
