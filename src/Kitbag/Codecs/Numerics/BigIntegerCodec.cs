using System;
using System.ComponentModel;
using System.Globalization;
using System.Numerics;
using System.Text;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="BigInteger"/>: its bytes from low to high in two's complement, as few as it takes. In JSON a number; beyond 4,096 bytes
    /// the base64 of these bytes.
    /// </summary>
    [CodecFor(typeof(BigInteger), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class BigIntegerCodec : SurrogateCodec<BigInteger, byte[]>
    {
        // Conversions from and to decimal digits take time proportional to the square of their number. Every number with this many bytes
        // has fewer digits than are accepted.
        private const int MostBytesAsDigits = 4096, MostDigits = 10_000;

        /// <summary>The only instance.</summary>
        public static readonly BigIntegerCodec Instance = new BigIntegerCodec();

        private BigIntegerCodec()
            : base(new ArrayCodec<byte>(ByteCodec.Instance)!)
        {
        }

        /// <inheritdoc/>
        protected override byte[] ToSurrogate(BigInteger value) => value.ToByteArray();

        /// <inheritdoc/>
        protected override BigInteger FromSurrogate(byte[] surrogate) => new BigInteger(surrogate);

        internal override bool IsDefaultInJson(ref JsonWriter w, BigInteger value) => value.IsZero;

        /// <inheritdoc/>
        public override void WriteJson(ref JsonWriter w, BigInteger value)
        {
            byte[] bytes = value.ToByteArray();
            if (bytes.Length > MostBytesAsDigits)
                w.WriteBase64(bytes);
            else
                w.WriteRaw(value.ToString(CultureInfo.InvariantCulture).AsSpan());
        }

        /// <inheritdoc/>
        public override BigInteger ReadJson(ref JsonReader r)
        {
            if (r.Peek() == '"')
                return base.ReadJson(ref r);
            int start = r.Position;
            JsonReader ahead = r;
            ReadOnlySpan<byte> text = ahead.ReadNumberBytes();
            // 4.2e1 is an integer too, but 1e999999999 is none that anybody means.
            if (text.IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0)
                return r.ReadInteger(long.MinValue, long.MaxValue);
            if (text.Length > MostDigits)
                throw JsonReader.ErrorAt(start, KitbagErrorReason.OutOfRange,
                    "Found a number of more than 10,000 digits; one so large is read from a string with the base64 of its bytes, from "
                    + "low to high.");
            r = ahead;
            return BigInteger.Parse(Encoding.ASCII.GetString(text), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        }
    }
}
