using System;
using System.Buffers.Text;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    internal static partial class JsonScalars
    {
        private const NumberStyles Whole = NumberStyles.AllowLeadingSign | NumberStyles.AllowExponent | NumberStyles.AllowDecimalPoint;

        private static void Format(in Guid value, Span<byte> text)
        {
            if (HasFastFormatter && WarmUp.IsOver(GuidText.Length / 4))
                FormatByFramework(value, text);
            else
                GuidText.Write(value, ref text[0]);
        }

        // What NativeAOT makes of it for any x64 processor, without the instruction on which it depends, takes eight times as long.
        private static bool HasFastFormatter => RuntimeFeature.IsDynamicCodeCompiled || AdvSimd.Arm64.IsSupported;

        // The framework's formatter takes a third of the time of GuidText. But the JIT compiles it at its first call, even in programs that
        // are compiled ahead of time, which takes as long as the rest of a first document.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void FormatByFramework(in Guid value, Span<byte> text) => Utf8Formatter.TryFormat(value, text, out _);

        public static void Write(ref JsonWriter w, Half value)
        {
            if (!Half.IsFinite(value))
            {
                w.WriteNumber((float)value);
                return;
            }
            value.TryFormat(w.GetSpan(32), out int written, default, CultureInfo.InvariantCulture);
            w.Advance(written);
        }

        public static Half ReadHalf(ref JsonReader r)
        {
            bool isString = r.Peek() == '"';
            int start = r.Position;
            double named = 0;
            ReadOnlySpan<byte> text = isString ? r.ReadStringOfNumber(out named) : r.ReadNumberBytes();
            if (text.IsEmpty)
                return (Half)named;
            Half value = Half.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
            return Half.IsFinite(value) ? value : throw JsonReader.OutOfRange(start, "-65500", "65500");
        }

        public static void Write(ref JsonWriter w, Int128 value)
        {
            value.TryFormat(w.GetSpan(40), out int written, default, CultureInfo.InvariantCulture);
            w.Advance(written);
        }

        public static Int128 ReadInt128(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            return Int128.TryParse(r.ReadNumberBytes(), Whole, CultureInfo.InvariantCulture, out Int128 value)
                ? value
                : throw JsonReader.OutOfRange(start, "integers from " + Int128.MinValue.ToString(CultureInfo.InvariantCulture),
                    Int128.MaxValue.ToString(CultureInfo.InvariantCulture));
        }

        public static void Write(ref JsonWriter w, UInt128 value)
        {
            value.TryFormat(w.GetSpan(40), out int written, default, CultureInfo.InvariantCulture);
            w.Advance(written);
        }

        public static UInt128 ReadUInt128(ref JsonReader r)
        {
            r.Peek();
            int start = r.Position;
            return UInt128.TryParse(r.ReadNumberBytes(), Whole, CultureInfo.InvariantCulture, out UInt128 value)
                ? value
                : throw JsonReader.OutOfRange(start, "integers from 0", UInt128.MaxValue.ToString(CultureInfo.InvariantCulture));
        }
    }
}
