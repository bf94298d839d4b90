using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Vector3"/>: 3 floats, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Vector3), CodecShape.Record, Slot = SlotKind.Fixed, Size = 12)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector3Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector3> Instance = new RecordCodec<Vector3>(
            "Vector3",
            new RecordField("X", SingleCodec.Instance),
            new RecordField("Y", SingleCodec.Instance),
            new RecordField("Z", SingleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
