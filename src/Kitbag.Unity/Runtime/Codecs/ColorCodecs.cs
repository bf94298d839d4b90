using System.ComponentModel;
using Kitbag.Codecs;
using Kitbag.Layout;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The codec of <see cref="Color"/>: 4 floats, stored as in memory.</summary>
    [CodecFor(typeof(Color), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class ColorCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Color> Instance = new RecordCodec<Color>(
            "Color",
            new RecordField("r", SingleCodec.Instance),
            new RecordField("g", SingleCodec.Instance),
            new RecordField("b", SingleCodec.Instance),
            new RecordField("a", SingleCodec.Instance));
    }

    /// <summary>The codec of <see cref="Color32"/>: 4 bytes, stored as in memory; in JSON one number with red in its lowest byte.</summary>
    [CodecFor(typeof(Color32), CodecShape.Record, Slot = SlotKind.Fixed, Size = 4)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Color32Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Color32> Instance = new RecordCodec<Color32>(
            "Color32",
            new RecordField("rgba", UInt32Codec.Instance));
    }
}
