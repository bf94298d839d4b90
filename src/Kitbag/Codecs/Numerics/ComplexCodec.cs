using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Complex"/>: 2 doubles, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Complex), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16, Alignment = 8)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class ComplexCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Complex> Instance = new RecordCodec<Complex>(
            "Complex",
            new RecordField("Real", DoubleCodec.Instance),
            new RecordField("Imaginary", DoubleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
