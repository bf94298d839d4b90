using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Vector2"/>: 2 floats, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Vector2), CodecShape.Record, Slot = SlotKind.Fixed, Size = 8)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector2Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector2> Instance = new RecordCodec<Vector2>(
            "Vector2",
            new RecordField("X", SingleCodec.Instance),
            new RecordField("Y", SingleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
