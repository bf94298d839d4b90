using System;
using System.ComponentModel;
using System.Net;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IPAddress"/>: as it is written, as in <c>"127.0.0.1"</c> and <c>"::1"</c>.</summary>
    [CodecFor(typeof(IPAddress), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class IPAddressCodec : TextCodec<IPAddress>
    {
        /// <summary>The only instance.</summary>
        public static readonly IPAddressCodec Instance = new IPAddressCodec();

        private IPAddressCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(IPAddress value) => value.ToString();

        /// <inheritdoc/>
        protected override IPAddress FromSurrogate(string surrogate) => IPAddress.Parse(surrogate);
    }
}
