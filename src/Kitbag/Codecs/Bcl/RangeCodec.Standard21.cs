using System;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Range"/>: as C# has it, <c>"2..^1"</c>, with both ends.</summary>
    [CodecFor(typeof(Range), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class RangeCodec : TextCodec<Range>
    {
        /// <summary>The only instance.</summary>
        public static readonly RangeCodec Instance = new RangeCodec();

        private RangeCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(Range value) => IndexCodec.Format(value.Start) + ".." + IndexCodec.Format(value.End);

        /// <inheritdoc/>
        protected override Range FromSurrogate(string surrogate)
        {
            int dots = surrogate.IndexOf("..", StringComparison.Ordinal);
            if (dots < 0)
                throw new FormatException("The two dots are missing.");
            return new Range(IndexCodec.Parse(surrogate.AsSpan(0, dots)), IndexCodec.Parse(surrogate.AsSpan(dots + 2)));
        }
    }
}
