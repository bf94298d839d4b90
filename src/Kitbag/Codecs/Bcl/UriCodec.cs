using System;
using System.ComponentModel;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="Uri"/>: its original string, except that a file path without <c>file:</c>, which would be read as a relative URI, is
    /// stored as an absolute URI.
    /// </summary>
    [CodecFor(typeof(Uri), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class UriCodec : TextCodec<Uri>
    {
        /// <summary>The only instance.</summary>
        public static readonly UriCodec Instance = new UriCodec();

        private UriCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(Uri value) =>
            value.IsAbsoluteUri && value.IsFile && !value.OriginalString.StartsWith("file:", StringComparison.OrdinalIgnoreCase)
                ? value.AbsoluteUri : value.OriginalString;

        // Relative first, because it depends on the system whether a path that starts with a slash is a file.
        /// <inheritdoc/>
        protected override Uri FromSurrogate(string surrogate) =>
            Uri.TryCreate(surrogate, UriKind.Relative, out Uri? relative) ? relative : new Uri(surrogate, UriKind.Absolute);
    }
}
