using System;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>Dates and times in the forms of ISO 8601 that System.Text.Json writes.</summary>
    internal static partial class JsonTimes
    {
        private const string DateTimeForm = "date and time, as in \"2026-11-20T01:02:03.5Z\"",
            TimeSpanForm = "time span, as in \"1.02:03:04.5\"";

        public static void Write(ref JsonWriter w, DateTime value)
        {
            ref byte text = ref MemoryMarshal.GetReference(w.GetSpan(36));
            int at = WriteClock(ref text, value.Ticks);
            if (value.Kind == DateTimeKind.Utc)
                Unsafe.Add(ref text, at++) = (byte)'Z';
            else if (value.Kind == DateTimeKind.Local)
                at = WriteLocalOffset(ref text, at, value);
            Unsafe.Add(ref text, at++) = (byte)'"';
            w.Advance(at);
        }

        // Apart, for the types of time zones are loaded before a method that names them runs.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static int WriteLocalOffset(ref byte text, int at, DateTime value) =>
            WriteOffset(ref text, at, TimeZoneInfo.Local.GetUtcOffset(value));

        public static void Write(ref JsonWriter w, DateTimeOffset value)
        {
            ref byte text = ref MemoryMarshal.GetReference(w.GetSpan(36));
            int at = WriteOffset(ref text, WriteClock(ref text, value.Ticks), value.Offset);
            Unsafe.Add(ref text, at++) = (byte)'"';
            w.Advance(at);
        }

        // The quote before it, too.
        private static int WriteDate(ref byte text, uint days)
        {
            // Years that start in March, so that the leap day is a year's last and months follow one rule. A day as a quarter of
            // 4 * day + 3:
            // Cassio Neri and Lorenz Schneider, "Euclidean affine functions and their application to calendar algorithms" (2022).
            uint quarters = 4 * days + 3 + 4 * 306, century = quarters / 146_097, ofCentury = (quarters % 146_097) | 3;
            uint year = ofCentury / 1461, day = ofCentury % 1461 / 4, month = 2141 * day + 197_913;
            uint isNext = day >= 306 ? 1U : 0;
            year += century * 100 + isNext;
            ulong digits = IntegerText.EightDigits(year * 10_000 + ((month >> 16) - isNext * 12) * 100 + (month & 0xFFFF) / 2141 + 1)
                | IntegerText.Zeros;
            text = (byte)'"';
            LittleEndian.Store64(ref Unsafe.Add(ref text, 1),
                (uint)digits | (ulong)'-' << 32 | (digits & 0xFFFF_00000000) << 8 | (ulong)'-' << 56);
            LittleEndian.Store16(ref Unsafe.Add(ref text, 9), (ushort)(digits >> 48));
            return 11;
        }

        private static int WriteClock(ref byte text, long ticks)
        {
            var days = (uint)(ticks / TimeSpan.TicksPerDay);
            long ofDay = ticks - days * TimeSpan.TicksPerDay;
            var seconds = (uint)(ofDay / TimeSpan.TicksPerSecond);
            var fraction = (uint)(ofDay - seconds * TimeSpan.TicksPerSecond);
            int at = WriteDate(ref text, days);
            uint minutes = seconds / 60, hours = minutes / 60;
            ulong digits = IntegerText.EightDigits(hours * 10_000 + (minutes - hours * 60) * 100 + seconds - minutes * 60)
                | IntegerText.Zeros;
            Unsafe.Add(ref text, at) = (byte)'T';
            LittleEndian.Store64(ref Unsafe.Add(ref text, at + 1),
                (ushort)(digits >> 16) | (ulong)':' << 16 | (digits & 0xFFFF_00000000) >> 8 | (ulong)':' << 40 | digits >> 48 << 48);
            at += 9;
            if (fraction == 0)
                return at;
            Unsafe.Add(ref text, at) = (byte)'.';
            IntegerText.WriteFixed(ref Unsafe.Add(ref text, at + 1), 7, fraction);
            at += 8;
            while (Unsafe.Add(ref text, at - 1) == '0')
                at--;
            return at;
        }

        private static int WriteOffset(ref byte text, int at, TimeSpan offset)
        {
            uint minutes = (uint)Math.Abs((int)(offset.Ticks / TimeSpan.TicksPerMinute));
            Unsafe.Add(ref text, at) = offset.Ticks < 0 ? (byte)'-' : (byte)'+';
            IntegerText.WriteFixed(ref Unsafe.Add(ref text, at + 1), 2, minutes / 60);
            Unsafe.Add(ref text, at + 3) = (byte)':';
            IntegerText.WriteFixed(ref Unsafe.Add(ref text, at + 4), 2, minutes % 60);
            return at + 6;
        }

        public static DateTime ReadDateTime(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            if (!TryParse(r.ReadUtf8("a string with a date and time"), out DateTime clock, out bool isUtc, out int? offset))
                throw JsonScalars.None(start, DateTimeForm);
            if (offset == null)
                return DateTime.SpecifyKind(clock, isUtc ? DateTimeKind.Utc : DateTimeKind.Unspecified);
            return TryAt(clock, offset.Value, out DateTimeOffset value) ? value.LocalDateTime : throw JsonScalars.None(start, DateTimeForm);
        }

        public static DateTimeOffset ReadDateTimeOffset(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            if (!TryParse(r.ReadUtf8("a string with a date and time"), out DateTime clock, out bool isUtc, out int? offset))
                throw JsonScalars.None(start, DateTimeForm);
            int minutes = offset ?? (isUtc ? 0 : (int)(TimeZoneInfo.Local.GetUtcOffset(clock).Ticks / TimeSpan.TicksPerMinute));
            return TryAt(clock, minutes, out DateTimeOffset value) ? value : throw JsonScalars.None(start, DateTimeForm);
        }

        private static bool TryAt(DateTime clock, int minutes, out DateTimeOffset value)
        {
            value = default;
            long utc = clock.Ticks - minutes * TimeSpan.TicksPerMinute;
            if (minutes is < -840 or > 840 || utc < 0 || utc > DateTime.MaxValue.Ticks)
                return false;
            value = new DateTimeOffset(clock, TimeSpan.FromMinutes(minutes));
            return true;
        }

        // yyyy-MM-dd[THH:mm[:ss[.f to .fffffffff…]][Z|±HH:mm]]
        private static bool TryParse(ReadOnlySpan<byte> text, out DateTime clock, out bool isUtc, out int? offset)
        {
            isUtc = false;
            offset = null;
            bool hasSeconds = true;
            if (!TryFullClock(ref text, out clock) && !TryClock(ref text, out clock, out hasSeconds))
                return false;
            if (hasSeconds && TryPass(ref text, '.'))
            {
                // System.Text.Json reads a point without digits, too, if an offset or Z follows.
                bool hasDigits = TryFraction(ref text, out int fraction, out int digits);
                if (!hasDigits && (digits != 0 || text.IsEmpty))
                    return false;
                clock = clock.AddTicks(fraction);
            }
            if (TryPass(ref text, 'Z'))
                isUtc = true;
            else if (!text.IsEmpty && !TryOffset(ref text, out offset))
                return false;
            return text.IsEmpty;
        }

        // yyyy-MM-ddTHH:mm:ss, which nearly all have: digits side by side in words.
        private static bool TryFullClock(ref ReadOnlySpan<byte> text, out DateTime clock)
        {
            clock = default;
            if (text.Length < 19)
                return false;
            ref byte first = ref MemoryMarshal.GetReference(text);
            ulong month = LittleEndian.Load64(ref first), hour = LittleEndian.Load64(ref Unsafe.Add(ref first, 8)),
                second = LittleEndian.Load64(ref Unsafe.Add(ref first, 11));
            if ((month & 0xFF0000FF_00000000) != 0x2D00002D_00000000 || (hour & 0xFF0000) != 0x540000
                || (second & 0x0000FF00_00FF0000) != 0x00003A00_003A0000)
                return false;
            ulong date = ((uint)month | (month >> 8 & 0xFFFF_00000000) | hour << 48) ^ IntegerText.Zeros;
            ulong time = ((ushort)second | (second >> 8 & 0xFFFF0000) | (second >> 16 & 0xFFFF_00000000)) ^ (IntegerText.Zeros >> 16);
            if (((date | (date + 0x76767676_76767676) | time | (time + 0x76767676_76767676)) & 0x80808080_80808080) != 0)
                return false;
            date = (date * 10 + (date >> 8)) & 0x00FF00FF_00FF00FF;
            time = (time * 10 + (time >> 8)) & 0x00FF00FF_00FF00FF;
            int year = (byte)date * 100 + (byte)(date >> 16), months = (byte)(date >> 32), day = (byte)(date >> 48);
            int hours = (byte)time, minutes = (byte)(time >> 16), seconds = (byte)(time >> 32);
            if (hours > 23 || minutes > 59 || seconds > 59 || !IsDate(year, months, day))
                return false;
            clock = new DateTime(year, months, day, hours, minutes, seconds);
            text = text.Slice(19);
            return true;
        }

        private static bool IsDate(int year, int month, int day) =>
            year is >= 1 and <= 9999 && month is >= 1 and <= 12 && day >= 1 && (day <= 28 || day <= DateTime.DaysInMonth(year, month));

        // yyyy-MM-dd[THH:mm[:ss]]
        private static bool TryClock(ref ReadOnlySpan<byte> text, out DateTime clock, out bool hasSeconds)
        {
            hasSeconds = false;
            if (!TryParseDate(ref text, out clock))
                return false;
            if (text.IsEmpty)
                return true;
            if (!TryPass(ref text, 'T') || !TryDigits(ref text, 2, 23, out int hours) || !TryPass(ref text, ':')
                || !TryDigits(ref text, 2, 59, out int minutes))
                return false;
            int seconds = 0;
            hasSeconds = TryPass(ref text, ':');
            if (hasSeconds && !TryDigits(ref text, 2, 59, out seconds))
                return false;
            clock = clock.AddTicks((hours * 60 + minutes) * TimeSpan.TicksPerMinute + seconds * TimeSpan.TicksPerSecond);
            return true;
        }

        private static bool TryParseDate(ref ReadOnlySpan<byte> text, out DateTime date)
        {
            date = default;
            if (!TryDigits(ref text, 4, 9999, out int year) || !TryPass(ref text, '-') || !TryDigits(ref text, 2, 12, out int month)
                || !TryPass(ref text, '-') || !TryDigits(ref text, 2, 31, out int day))
                return false;
            if (!IsDate(year, month, day))
                return false;
            date = new DateTime(year, month, day);
            return true;
        }

        // Digits beyond the seventh are less than a tick.
        private static bool TryFraction(ref ReadOnlySpan<byte> text, out int ticks, out int digits)
        {
            ticks = 0;
            digits = 0;
            for (; digits < text.Length && (uint)(text[digits] - '0') <= 9; digits++)
            {
                if (digits < 7)
                    ticks = ticks * 10 + (text[digits] - '0');
            }
            text = text.Slice(digits);
            for (int i = digits; i < 7; i++)
                ticks *= 10;
            return digits is > 0 and <= 16;
        }

        private static bool TryOffset(ref ReadOnlySpan<byte> text, out int? minutes)
        {
            minutes = null;
            bool isNegative = TryPass(ref text, '-');
            if ((!isNegative && !TryPass(ref text, '+')) || !TryDigits(ref text, 2, 14, out int hours))
                return false;
            int rest = 0;
            if (!text.IsEmpty && (!TryPass(ref text, ':') || !TryDigits(ref text, 2, 59, out rest)))
                return false;
            minutes = isNegative ? -(hours * 60 + rest) : hours * 60 + rest;
            return true;
        }

        private static bool TryPass(ref ReadOnlySpan<byte> text, char wanted)
        {
            if (text.IsEmpty || text[0] != wanted)
                return false;
            text = text.Slice(1);
            return true;
        }

        private static bool TryDigits(ref ReadOnlySpan<byte> text, int count, int most, out int value)
        {
            value = 0;
            if (text.Length < count)
                return false;
            for (int i = 0; i < count; i++)
            {
                int digit = text[i] - '0';
                if ((uint)digit > 9)
                    return false;
                value = value * 10 + digit;
            }
            text = text.Slice(count);
            return value <= most;
        }

        public static void Write(ref JsonWriter w, TimeSpan value)
        {
            w.Put((byte)'"');
            Utf8Formatter.TryFormat(value, w.GetSpan(32), out int written);
            w.Advance(written);
            w.Put((byte)'"');
        }

        public static TimeSpan ReadTimeSpan(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadUtf8("a string with a time span");
            return Utf8Parser.TryParse(text, out TimeSpan value, out int used, 'c') && used == text.Length
                ? value
                : throw JsonScalars.None(start, TimeSpanForm);
        }
    }
}
