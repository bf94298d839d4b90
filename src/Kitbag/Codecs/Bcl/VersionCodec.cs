using System;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Version"/>: its two to four numbers, as in <c>"1.2.3"</c>.</summary>
    [CodecFor(typeof(Version), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class VersionCodec : TextCodec<Version>
    {
        /// <summary>The only instance.</summary>
        public static readonly VersionCodec Instance = new VersionCodec();

        private VersionCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(Version value) => value.ToString();

        /// <inheritdoc/>
        protected override Version FromSurrogate(string surrogate) => Version.Parse(surrogate);
    }
}
