using System;
using System.ComponentModel;
using System.Globalization;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="CultureInfo"/>: its name. What is read is the culture that the reader's system has by that name, unchanged and not to be
    /// changed.
    /// </summary>
    [CodecFor(typeof(CultureInfo), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class CultureInfoCodec : TextCodec<CultureInfo>
    {
        /// <summary>The only instance.</summary>
        public static readonly CultureInfoCodec Instance = new CultureInfoCodec();

        private CultureInfoCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(CultureInfo value) => value.Name;

        /// <inheritdoc/>
        protected override CultureInfo FromSurrogate(string surrogate) => Find(surrogate);
    }
}
