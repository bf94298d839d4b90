using System;

namespace Kitbag.Codecs
{
    /// <summary><see cref="UIntPtr"/>, which C# calls <c>nuint</c>: 64 bits. A machine of 32 bits refuses what it cannot hold.</summary>
    [CodecFor(typeof(UIntPtr), CodecShape.Surrogate)]
    public sealed class UIntPtrCodec : SurrogateCodec<UIntPtr, ulong>
    {
        /// <summary>The only instance.</summary>
        public static readonly UIntPtrCodec Instance = new UIntPtrCodec();

        private UIntPtrCodec()
            : base(UInt64Codec.Instance)
        {
        }

        /// <inheritdoc/>
        protected override ulong ToSurrogate(UIntPtr value) => (ulong)value;

        /// <inheritdoc/>
        protected override UIntPtr FromSurrogate(ulong surrogate) => checked((nuint)surrogate);
    }
}
