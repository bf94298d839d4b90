using System;
using System.ComponentModel;
using System.Globalization;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Index"/>: as C# has it, <c>"3"</c> or <c>"^1"</c>.</summary>
    [CodecFor(typeof(Index), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class IndexCodec : TextCodec<Index>
    {
        /// <summary>The only instance.</summary>
        public static readonly IndexCodec Instance = new IndexCodec();

        private IndexCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(Index value) => Format(value);

        /// <inheritdoc/>
        protected override Index FromSurrogate(string surrogate) => Parse(surrogate);

        internal static string Format(Index value) => (value.IsFromEnd ? "^" : "") + value.Value.ToString(CultureInfo.InvariantCulture);

        internal static Index Parse(ReadOnlySpan<char> text)
        {
            bool fromEnd = text.Length > 0 && text[0] == '^';
            return new Index(int.Parse(fromEnd ? text.Slice(1) : text, NumberStyles.None, CultureInfo.InvariantCulture), fromEnd);
        }
    }
}
