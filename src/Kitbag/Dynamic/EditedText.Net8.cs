using System;
using System.Globalization;
using Kitbag.Codecs;

namespace Kitbag.Dynamic
{
    internal static partial class EditedText
    {
        private static string? OfNewType(object value) => value switch
        {
            Half number => Text(HalfCodec.Instance, number),
            Int128 or UInt128 => ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture),
            DateOnly date => Text(DateOnlyCodec.Instance, date),
            TimeOnly time => Text(TimeOnlyCodec.Instance, time),
            _ => null,
        };
    }
}
