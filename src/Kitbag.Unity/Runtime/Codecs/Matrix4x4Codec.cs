using System.ComponentModel;
using Kitbag.Codecs;
using Kitbag.Layout;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The codec of <see cref="Matrix4x4"/>: 16 floats, column by column, stored as in memory.</summary>
    [CodecFor(typeof(Matrix4x4), CodecShape.Record, Slot = SlotKind.Fixed, Size = 64)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Matrix4x4Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Matrix4x4> Instance = new RecordCodec<Matrix4x4>(
            "Matrix4x4",
            new RecordField("e00", SingleCodec.Instance),
            new RecordField("e10", SingleCodec.Instance),
            new RecordField("e20", SingleCodec.Instance),
            new RecordField("e30", SingleCodec.Instance),
            new RecordField("e01", SingleCodec.Instance),
            new RecordField("e11", SingleCodec.Instance),
            new RecordField("e21", SingleCodec.Instance),
            new RecordField("e31", SingleCodec.Instance),
            new RecordField("e02", SingleCodec.Instance),
            new RecordField("e12", SingleCodec.Instance),
            new RecordField("e22", SingleCodec.Instance),
            new RecordField("e32", SingleCodec.Instance),
            new RecordField("e03", SingleCodec.Instance),
            new RecordField("e13", SingleCodec.Instance),
            new RecordField("e23", SingleCodec.Instance),
            new RecordField("e33", SingleCodec.Instance));
    }
}
