using System.ComponentModel;
using Kitbag.Codecs;
using Kitbag.Layout;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The codec of <see cref="LayerMask"/>: its bits, stored as in memory.</summary>
    [CodecFor(typeof(LayerMask), CodecShape.Record, Slot = SlotKind.Fixed, Size = 4)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class LayerMaskCodec
    {
        /// <summary>The only instance.</summary>
        public static readonly RecordCodec<LayerMask> Instance = new RecordCodec<LayerMask>(
            "LayerMask",
            new RecordField("m_Bits", UInt32Codec.Instance));
    }
}
