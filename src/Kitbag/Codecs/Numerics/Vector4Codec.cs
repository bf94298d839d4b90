using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Vector4"/>: 4 floats, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Vector4), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector4Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector4> Instance = new RecordCodec<Vector4>(
            "Vector4",
            new RecordField("X", SingleCodec.Instance),
            new RecordField("Y", SingleCodec.Instance),
            new RecordField("Z", SingleCodec.Instance),
            new RecordField("W", SingleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
