using System.ComponentModel;
using Kitbag.Codecs;
using Kitbag.Layout;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The codec of <see cref="Rect"/>: 4 floats, stored as in memory.</summary>
    [CodecFor(typeof(Rect), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class RectCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Rect> Instance = new RecordCodec<Rect>(
            "Rect",
            new RecordField("x", SingleCodec.Instance),
            new RecordField("y", SingleCodec.Instance),
            new RecordField("width", SingleCodec.Instance),
            new RecordField("height", SingleCodec.Instance));
    }

    /// <summary>The codec of <see cref="RectInt"/>: 4 integers, stored as in memory.</summary>
    [CodecFor(typeof(RectInt), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class RectIntCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<RectInt> Instance = new RecordCodec<RectInt>(
            "RectInt",
            new RecordField("x", Int32Codec.Instance),
            new RecordField("y", Int32Codec.Instance),
            new RecordField("width", Int32Codec.Instance),
            new RecordField("height", Int32Codec.Instance));
    }

    /// <summary>The codec of <see cref="Bounds"/>: its center and half of its size, stored as in memory.</summary>
    [CodecFor(typeof(Bounds), CodecShape.Record, Slot = SlotKind.Fixed, Size = 24)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class BoundsCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Bounds> Instance = new RecordCodec<Bounds>(
            "Bounds",
            new RecordField("m_Center", Vector3Codec.Instance),
            new RecordField("m_Extent", Vector3Codec.Instance));
    }

    /// <summary>The codec of <see cref="BoundsInt"/>: its position and its size, stored as in memory.</summary>
    [CodecFor(typeof(BoundsInt), CodecShape.Record, Slot = SlotKind.Fixed, Size = 24)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class BoundsIntCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<BoundsInt> Instance = new RecordCodec<BoundsInt>(
            "BoundsInt",
            new RecordField("m_Position", Vector3IntCodec.Instance),
            new RecordField("m_Size", Vector3IntCodec.Instance));
    }
}
