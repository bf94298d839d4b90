using System;
using System.Globalization;
using System.Numerics;
using System.Text;
using Kitbag.Codecs;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>Formats scalars that a program passes as JSON.</summary>
    internal static partial class EditedText
    {
        /// <summary>Gets the options with which the text is written and read: any floating-point number can be set.</summary>
        public static KitbagJsonOptions Options { get; } = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };

        /// <summary>Formats a value.</summary>
        /// <param name="value">The value.</param>
        /// <param name="type">The type of the place where it is set.</param>
        public static string Of(object? value, SchemaType type)
        {
            if (type.Kind == SchemaKind.Nullable)
                type = type.Element!;
            switch (value)
            {
                case null: return "null";
                case bool flag: return flag ? "true" : "false";
                case string text: return Text(StringCodec.Instance, text);
                case char unit: return Text(CharCodec.Instance, unit);
                case double number: return Text(DoubleCodec.Instance, number);
                case float number: return Text(SingleCodec.Instance, number);
                case decimal number: return Text(DecimalCodec.Instance, number);
                case Guid guid: return Text(GuidCodec.Instance, guid);
                // A node returns the value of a DateOnly as a DateTime.
                case DateTime time when type.Kind == SchemaKind.DateOnly && time.TimeOfDay == TimeSpan.Zero:
                    return time.ToString("'\"'yyyy-MM-dd'\"'", CultureInfo.InvariantCulture);
                case DateTime time: return Text(DateTimeCodec.Instance, time);
                case DateTimeOffset time: return Text(DateTimeOffsetCodec.Instance, time);
                case TimeSpan time: return Text(TimeSpanCodec.Instance, time);
                case sbyte or byte or short or ushort or int or uint or long or ulong or BigInteger:
                    return ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture);
                default:
                    return OfNewType(value) ?? throw new KitbagException(KitbagErrorReason.NotSupported, "A value of the type '"
                        + TypeText.Of(value.GetType()) + "' cannot be set; expected null, a bool, a number, a string, a Guid or a time. "
                        + "Use SetJson for other values.");
            }
        }

        private static string Text<T>(Codec<T> codec, T value)
        {
            var w = new JsonWriter(Options);
            try
            {
                codec.WriteJson(ref w, value);
                return Encoding.UTF8.GetString(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }
    }
}
