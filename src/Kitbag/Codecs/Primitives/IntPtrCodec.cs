using System;

namespace Kitbag.Codecs
{
    /// <summary><see cref="IntPtr"/>, which C# calls <c>nint</c>: 64 bits. A machine of 32 bits refuses what it cannot hold.</summary>
    [CodecFor(typeof(IntPtr), CodecShape.Surrogate)]
    public sealed class IntPtrCodec : SurrogateCodec<IntPtr, long>
    {
        /// <summary>The only instance.</summary>
        public static readonly IntPtrCodec Instance = new IntPtrCodec();

        private IntPtrCodec()
            : base(Int64Codec.Instance)
        {
        }

        /// <inheritdoc/>
        protected override long ToSurrogate(IntPtr value) => (long)value;

        /// <inheritdoc/>
        protected override IntPtr FromSurrogate(long surrogate) => checked((nint)surrogate);
    }
}
