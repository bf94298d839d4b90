using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Matrix4x4"/>: 16 floats, row by row, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Matrix4x4), CodecShape.Record, Slot = SlotKind.Fixed, Size = 64)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Matrix4x4Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Matrix4x4> Instance = new RecordCodec<Matrix4x4>(
            "Matrix4x4",
            new RecordField("M11", SingleCodec.Instance),
            new RecordField("M12", SingleCodec.Instance),
            new RecordField("M13", SingleCodec.Instance),
            new RecordField("M14", SingleCodec.Instance),
            new RecordField("M21", SingleCodec.Instance),
            new RecordField("M22", SingleCodec.Instance),
            new RecordField("M23", SingleCodec.Instance),
            new RecordField("M24", SingleCodec.Instance),
            new RecordField("M31", SingleCodec.Instance),
            new RecordField("M32", SingleCodec.Instance),
            new RecordField("M33", SingleCodec.Instance),
            new RecordField("M34", SingleCodec.Instance),
            new RecordField("M41", SingleCodec.Instance),
            new RecordField("M42", SingleCodec.Instance),
            new RecordField("M43", SingleCodec.Instance),
            new RecordField("M44", SingleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
