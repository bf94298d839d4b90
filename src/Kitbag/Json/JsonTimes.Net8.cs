using System;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Kitbag.Json
{
    internal static partial class JsonTimes
    {
        public static void Write(ref JsonWriter w, DateOnly value)
        {
            ref byte text = ref MemoryMarshal.GetReference(w.GetSpan(12));
            int at = WriteDate(ref text, (uint)value.DayNumber);
            Unsafe.Add(ref text, at++) = (byte)'"';
            w.Advance(at);
        }

        public static DateOnly ReadDateOnly(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadUtf8("a string with a date");
            return TryParseDate(ref text, out DateTime date) && text.IsEmpty
                ? DateOnly.FromDateTime(date)
                : throw JsonScalars.None(start, "date, as in \"2026-11-20\"");
        }

        public static void Write(ref JsonWriter w, TimeOnly value) => Write(ref w, value.ToTimeSpan());

        public static TimeOnly ReadTimeOnly(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadUtf8("a string with a time of day");
            // A number alone, or before a period, is a number of days.
            int separator = text.IndexOfAny((byte)':', (byte)'.');
            return separator > 0 && text.Length <= 16 && text[separator] == ':' && (uint)(text[0] - '0') <= 9
                && Utf8Parser.TryParse(text, out TimeSpan value, out int used, 'c') && used == text.Length && value < TimeSpan.FromDays(1)
                ? TimeOnly.FromTimeSpan(value)
                : throw JsonScalars.None(start, "time of day, as in \"01:02:03.5\"");
        }
    }
}
