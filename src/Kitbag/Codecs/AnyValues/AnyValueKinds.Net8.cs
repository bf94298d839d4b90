using System;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Types that netstandard2.1 lacks.
    internal sealed partial class AnyValueKinds
    {
        partial void AddNewer()
        {
            Add(new AnyPair<Int128>(SchemaKind.Int128, "Int128", Int128Codec.Instance,
                v => ((long)(ulong)(UInt128)v, (long)(ulong)((UInt128)v >> 64)), (low, high) => new Int128((ulong)high, (ulong)low)));
            Add(new AnyPair<UInt128>(SchemaKind.UInt128, "UInt128", UInt128Codec.Instance,
                v => ((long)(ulong)v, (long)(ulong)(v >> 64)), (low, high) => new UInt128((ulong)high, (ulong)low)));
            Add(new AnyInteger<Half>(SchemaKind.Half, "Half", HalfCodec.Instance,
                v => BitConverter.HalfToUInt16Bits(v), i => BitConverter.UInt16BitsToHalf(checked((ushort)i))));
            Add(new AnyInteger<DateOnly>(SchemaKind.DateOnly, "DateOnly", DateOnlyCodec.Instance,
                v => v.DayNumber, i => DateOnly.FromDayNumber(checked((int)i))));
            Add(new AnyInteger<TimeOnly>(SchemaKind.TimeOnly, "TimeOnly", TimeOnlyCodec.Instance, v => v.Ticks, i => new TimeOnly(i)));
        }
    }
}
