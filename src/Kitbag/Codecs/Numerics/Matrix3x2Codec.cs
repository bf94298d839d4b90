using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Matrix3x2"/>: 6 floats, row by row, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Matrix3x2), CodecShape.Record, Slot = SlotKind.Fixed, Size = 24)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Matrix3x2Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Matrix3x2> Instance = new RecordCodec<Matrix3x2>(
            "Matrix3x2",
            new RecordField("M11", SingleCodec.Instance),
            new RecordField("M12", SingleCodec.Instance),
            new RecordField("M21", SingleCodec.Instance),
            new RecordField("M22", SingleCodec.Instance),
            new RecordField("M31", SingleCodec.Instance),
            new RecordField("M32", SingleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
