using System.ComponentModel;
using Kitbag.Codecs;
using Kitbag.Layout;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The codec of <see cref="Vector2"/>: 2 floats, stored as in memory.</summary>
    [CodecFor(typeof(Vector2), CodecShape.Record, Slot = SlotKind.Fixed, Size = 8)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector2Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector2> Instance = new RecordCodec<Vector2>(
            "Vector2",
            new RecordField("x", SingleCodec.Instance),
            new RecordField("y", SingleCodec.Instance));
    }

    /// <summary>The codec of <see cref="Vector3"/>: 3 floats, stored as in memory.</summary>
    [CodecFor(typeof(Vector3), CodecShape.Record, Slot = SlotKind.Fixed, Size = 12)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector3Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector3> Instance = new RecordCodec<Vector3>(
            "Vector3",
            new RecordField("x", SingleCodec.Instance),
            new RecordField("y", SingleCodec.Instance),
            new RecordField("z", SingleCodec.Instance));
    }

    /// <summary>The codec of <see cref="Vector4"/>: 4 floats, stored as in memory.</summary>
    [CodecFor(typeof(Vector4), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector4Codec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector4> Instance = new RecordCodec<Vector4>(
            "Vector4",
            new RecordField("x", SingleCodec.Instance),
            new RecordField("y", SingleCodec.Instance),
            new RecordField("z", SingleCodec.Instance),
            new RecordField("w", SingleCodec.Instance));
    }

    /// <summary>The codec of <see cref="Vector2Int"/>: 2 integers, stored as in memory.</summary>
    [CodecFor(typeof(Vector2Int), CodecShape.Record, Slot = SlotKind.Fixed, Size = 8)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector2IntCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector2Int> Instance = new RecordCodec<Vector2Int>(
            "Vector2Int",
            new RecordField("x", Int32Codec.Instance),
            new RecordField("y", Int32Codec.Instance));
    }

    /// <summary>The codec of <see cref="Vector3Int"/>: 3 integers, stored as in memory.</summary>
    [CodecFor(typeof(Vector3Int), CodecShape.Record, Slot = SlotKind.Fixed, Size = 12)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class Vector3IntCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Vector3Int> Instance = new RecordCodec<Vector3Int>(
            "Vector3Int",
            new RecordField("x", Int32Codec.Instance),
            new RecordField("y", Int32Codec.Instance),
            new RecordField("z", Int32Codec.Instance));
    }

    /// <summary>The codec of <see cref="Quaternion"/>: 4 floats, stored as in memory.</summary>
    [CodecFor(typeof(Quaternion), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class QuaternionCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Quaternion> Instance = new RecordCodec<Quaternion>(
            "Quaternion",
            new RecordField("x", SingleCodec.Instance),
            new RecordField("y", SingleCodec.Instance),
            new RecordField("z", SingleCodec.Instance),
            new RecordField("w", SingleCodec.Instance));
    }
}
