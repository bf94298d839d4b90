using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>Determines the encoding of a column that was walked, from its mode byte and the heads of its packed blocks.</summary>
    internal static class ColumnEncoding
    {
        public static string Of(Body body, int start, SchemaType type, int count)
        {
            WireReader r = body.Read(start);
            switch (type.Kind)
            {
                case SchemaKind.Boolean or SchemaKind.Nullable:
                    return "bits";
                case SchemaKind.Object:
                    return count < Groups.FewestInColumns ? "rows" : "columns";
                case SchemaKind.Sequence or SchemaKind.Map or SchemaKind.Union:
                    return Integers(body, ref r, count, IntegerKind.UInt32);
                case SchemaKind.Single or SchemaKind.Double:
                    return Floats(body, ref r, count, type.Kind == SchemaKind.Double);
                case SchemaKind.String:
                    return Strings(body, ref r, count);
                case SchemaKind.DateTimeOffset:
                    return Integers(body, ref r, count, IntegerKind.Int64);
                default:
                    if (type.TryGetInteger(out IntegerKind kind))
                        return Integers(body, ref r, count, kind);
                    return Images(body, ref r, count, type.Slot.MaxBytes);
            }
        }

        private static string Images(Body body, ref WireReader r, int count, int size)
        {
            switch (FixedColumn.ReadForm(ref r, size))
            {
                case FixedForm.Raw:
                    return "raw";
                case FixedForm.Constant:
                    return "constant";
                default:
                    var words = new List<string>();
                    for (int word = 0; word < size; word += sizeof(int))
                    {
                        words.Add(Integers(body, ref r, count, IntegerKind.Int32));
                        if (words[words.Count - 1] == "raw")
                            r.Skip((long)count * sizeof(int));
                    }
                    return "words (" + string.Join("; ", words) + ")";
            }
        }

        private static string Integers(Body body, ref WireReader r, int count, IntegerKind kind) =>
            IntegerColumn.ReadForm(ref r, kind) ? "raw" : Packed(body, ref r, count);

        private static string Packed(Body body, ref WireReader r, int count)
        {
            int least = 64, most = 0, deltas = 0, patched = 0, blocks = PackedBlock.BlocksOf(count);
            for (; count > 0; count -= PackedBlock.Capacity)
            {
                byte head = r.PeekByte();
                int width = head & 0x7F;
                if (width >= PackedBlock.PatchedHead)
                {
                    width -= PackedBlock.PatchedHead;
                    patched++;
                }
                least = Math.Min(least, width);
                most = Math.Max(most, width);
                deltas += head >> 7;
                PackedBlockReader.SkipAll(ref r, Math.Min(count, PackedBlock.Capacity));
                body.Passed(r.Position);
            }
            string form = deltas == 0 ? "packed" : deltas == blocks ? "delta" : "packed and delta";
            if (patched != 0)
                form = patched == blocks ? "patched" : form + ", " + Text(patched) + " of " + Text(blocks) + " blocks patched,";
            if (most == 0)
                return deltas + patched == 0 && blocks == 1 ? "constant" : form + " 0 bits";
            return form + " " + (least == most ? Text(most) : Text(least) + "-" + Text(most)) + (most == 1 ? " bit" : " bits");
        }

        private static string Floats(Body body, ref WireReader r, int count, bool isDouble)
        {
            switch (FloatColumn.ReadForm(ref r, isDouble))
            {
                case FloatForm.Raw:
                    return "raw";
                case FloatForm.Constant:
                    return "constant";
                case FloatForm.AsFloats:
                    return "as floats";
                case FloatForm.Bits:
                    return "as integers, " + Packed(body, ref r, count);
                default:
                    return "decimals (" + Text(r.ReadByte()) + "), " + Packed(body, ref r, count);
            }
        }

        private static string Strings(Body body, ref WireReader r, int count)
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
