using System.ComponentModel;
using System.Numerics;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Plane"/>: a <see cref="Vector3"/> and a float, stored as its memory.</summary>
    /// <remarks>Declared here because reference assemblies, which compilers see, do not keep the order of fields.</remarks>
    [CodecFor(typeof(Plane), CodecShape.Record, Slot = SlotKind.Fixed, Size = 16)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class PlaneCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<Plane> Instance = new RecordCodec<Plane>(
            "Plane",
            new RecordField("Normal", Vector3Codec.Instance),
            new RecordField("D", SingleCodec.Instance))
        {
            IsVector = true,
        };
    }
}
