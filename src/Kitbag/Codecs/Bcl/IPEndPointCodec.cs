using System;
using System.ComponentModel;
using System.Globalization;
using System.Net;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IPEndPoint"/>: address and port, as in <c>"127.0.0.1:80"</c> and <c>"[::1]:80"</c>.</summary>
    [CodecFor(typeof(IPEndPoint), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class IPEndPointCodec : TextCodec<IPEndPoint>
    {
        /// <summary>The only instance.</summary>
        public static readonly IPEndPointCodec Instance = new IPEndPointCodec();

        private IPEndPointCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(IPEndPoint value) => value.ToString();

        /// <inheritdoc/>
        protected override IPEndPoint FromSurrogate(string surrogate)
        {
            int colon = surrogate.LastIndexOf(':');
            if (colon < 0)
                throw new FormatException("A colon and a port are missing.");
            return new IPEndPoint(IPAddress.Parse(surrogate.Substring(0, colon)),
                int.Parse(surrogate.Substring(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture));
        }
    }
}
