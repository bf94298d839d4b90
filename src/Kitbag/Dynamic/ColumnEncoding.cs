using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Says how a column that was walked over is encoded, by its mode byte and the heads of its packed blocks.</summary>
    internal static class ColumnEncoding
    {
        public static string Of(ReadOnlySpan<byte> body, int start, SchemaType type, int count)
        {
            var r = new WireReader(body, KitbagLimits.Default);
            r.MoveTo(start);
            switch (type.Kind)
            {
                case SchemaKind.Boolean or SchemaKind.Nullable:
                    return "bits";
                case SchemaKind.Object:
                    return count < Groups.FewestInColumns ? "rows" : "columns";
                case SchemaKind.Sequence or SchemaKind.Map or SchemaKind.Union:
                    return Integers(ref r, count, IntegerKind.UInt32);
                case SchemaKind.Single or SchemaKind.Double:
                    return Floats(ref r, count, type.Kind == SchemaKind.Double);
                case SchemaKind.String:
                    return Strings(ref r, count);
                case SchemaKind.DateTimeOffset:
                    return Integers(ref r, count, IntegerKind.Int64);
                default:
                    if (type.TryGetInteger(out IntegerKind kind))
                        return Integers(ref r, count, kind);
                    return FixedColumn.ReadForm(ref r) == FixedForm.Constant ? "constant" : "raw";
            }
        }

        private static string Integers(ref WireReader r, int count, IntegerKind kind) =>
            IntegerColumn.ReadForm(ref r, kind) ? "raw" : Packed(ref r, count);

        private static string Packed(ref WireReader r, int count)
        {
            int least = 64, most = 0, deltas = 0, blocks = PackedBlock.BlocksOf(count);
            for (; count > 0; count -= PackedBlock.Capacity)
            {
                byte head = r.PeekByte();
                least = Math.Min(least, head & 0x7F);
                most = Math.Max(most, head & 0x7F);
                deltas += head >> 7;
                PackedBlockReader.SkipAll(ref r, Math.Min(count, PackedBlock.Capacity));
            }
            string form = deltas == 0 ? "packed" : deltas == blocks ? "delta" : "packed and delta";
            if (most == 0)
                return deltas == 0 && blocks == 1 ? "constant" : form + " 0 bits";
            return form + " " + (least == most ? Text(most) : Text(least) + "-" + Text(most)) + (most == 1 ? " bit" : " bits");
        }

        private static string Floats(ref WireReader r, int count, bool isDouble)
        {
            switch (FloatColumn.ReadForm(ref r, isDouble ? FloatForm.AsFloats : FloatForm.Decimals))
            {
                case FloatForm.Raw:
                    return "raw";
                case FloatForm.Constant:
                    return "constant";
                case FloatForm.AsFloats:
                    return "as floats";
                default:
                    return "decimals (" + Text(r.ReadByte()) + "), " + Packed(ref r, count);
            }
        }

        private static string Strings(ref WireReader r, int count)
        {
            int mode = StringColumn.ReadMode(ref r);
            var forms = new List<string>();
            if ((mode & StringForms.Sparse) != 0)
            {
                forms.Add("sparse");
                r.ReadMask(count);
            }
            if ((mode & StringForms.Dictionary) != 0)
                forms.Add("dictionary of " + Text((int)Math.Min(r.ReadVarint(), int.MaxValue)));
            if ((mode & StringForms.FrontCoded) != 0)
                forms.Add("front coded");
            return forms.Count == 0 ? "plain" : string.Join(", ", forms);
        }

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
