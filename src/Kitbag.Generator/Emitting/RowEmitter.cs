using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints how an object is written and read as a row.</summary>
    internal static class RowEmitter
    {
        public static void EmitWrite(CodeWriter code, RowLayout layout)
        {
            code.Open("public override void WriteRow(ref WireWriter w, " + layout.Type.Key + " value)");
            foreach (RowMember m in layout.Members)
            {
                code.Line("var " + m.Local + " = value." + m.Member.Access + ";");
                if (m.Type.Shape == ShapeKind.Head)
                    code.Line("uint " + m.Local + "Head = " + m.Codec + ".Head(" + m.Local + ");");
            }
            code.Line("ref byte row = ref w.Reserve(" + Text(layout.MaxBytes + 8) + ");");
            code.Line("int at = " + Text(layout.ControlBytes) + ";");
            int words = (layout.ControlBytes + 7) / 8;
            for (int i = 0; i < words; i++)
                code.Line("ulong control" + Text(i) + " = 0;");
            foreach (RowMember m in layout.Members)
            {
                if (m.ControlBits != 0)
                    EmitPut(code, m);
            }
            for (int i = 0; i < words; i++)
            {
                string row = i == 0 ? "ref row" : "ref Slots.At(ref row, " + Text(i * 8) + ")";
                code.Line("Slots.StoreControl(" + row + ", control" + Text(i) + ", " + Text(System.Math.Min(8, layout.ControlBytes - i * 8)) + ");");
            }
            code.Line("w.Advance(at);");
            foreach (RowMember m in layout.Members)
                EmitWriteTail(code, m);
            code.Close();
            code.Line();
        }

        private static void EmitPut(CodeWriter code, RowMember m)
        {
            string put = Put(m, m.IsNullable ? m.Local + ".GetValueOrDefault()" : m.Local);
            if (m.IsNullable)
                put = put.Length == 0 ? "(" + m.Local + ".HasValue ? 1u : 0u)" : "(" + m.Local + ".HasValue ? 1u | " + put + " << 1 : 0u)";
            int word = m.Bit / 64, shift = m.Bit % 64;
            if (shift + m.ControlBits <= 64)
            {
                code.Line("control" + Text(word) + " |= (ulong)" + put + (shift == 0 ? ";" : " << " + Text(shift) + ";"));
                return;
            }
            code.Line("ulong " + m.Local + "Control = " + put + ";");
            code.Line("control" + Text(word) + " |= " + m.Local + "Control << " + Text(shift) + ";");
            code.Line("control" + Text(word + 1) + " |= " + m.Local + "Control >> " + Text(64 - shift) + ";");
        }

        private static string Put(RowMember m, string value) => m.Inner.Shape switch
        {
            ShapeKind.Leaf => m.Inner.CodecType + ".Put(ref row, ref at, " + value + ")",
            ShapeKind.Enum => m.Inner.CodecType + ".Put(ref row, ref at, (" + m.Inner.Underlying + ")" + value + ")",
            ShapeKind.Record => "Slots.PutImage(ref row, ref at, " + value + ")",
            ShapeKind.Head => "Slots.PutWord32(ref row, ref at, " + m.Local + "Head)",
            _ => m.Inner.IsValueType ? "" : "(" + value + " == null ? 0u : 1u)",
        };

        private static void EmitWriteTail(CodeWriter code, RowMember m)
        {
            if (m.Type.Shape == ShapeKind.Head)
            {
                code.Line("if (" + m.Local + "Head != 0)");
                code.Line("    " + m.Codec + ".WriteTail(ref w, " + m.Local + ", " + m.Local + "Head);");
            }
            else if (m.Inner.Shape == ShapeKind.Object)
            {
                string value = m.Local;
                string indent = "    ";
                if (m.IsNullable)
                {
                    code.Line("if (" + m.Local + ".HasValue)");
                    value += ".GetValueOrDefault()";
                }
                else if (!m.Type.IsValueType)
                {
                    code.Line("if (" + m.Local + " != null)");
                }
                else
                {
                    indent = "";
                }
                code.Line(indent + m.InnerCodec + ".WriteRow(ref w, " + value + ");");
            }
        }

        public static void EmitRead(CodeWriter code, RowLayout layout)
        {
            code.Open("public override void ReadRow(ref WireReader r, ref " + layout.Type.Key + " value, bool fill)");
            bool anyControl = layout.Members.Length != 0;
            if (anyControl)
                code.Line("ref byte row = ref r.BeginRow(" + Text(layout.MaxBytes) + ");");
            code.Line("int at = " + Text(layout.ControlBytes) + ";");
            foreach (RowMember m in layout.Members)
                EmitTake(code, m);
            code.Line("r.EndRow(at);");
            foreach (RowMember m in layout.Members)
                EmitReadTail(code, m);
            code.Line("var result = " + (layout.Type.IsValueType ? "" : "fill ? value : ") + AssemblyEmitter.New(layout.Type) + ";");
            foreach (RowMember m in layout.Members)
                code.Line("result." + m.Member.Access + " = " + m.Local + ";");
            code.Line("value = result;");
            code.Close();
            code.Line();
        }

        private static void EmitTake(CodeWriter code, RowMember m)
        {
            if (m.Type.Shape == ShapeKind.Head)
            {
                code.Line("uint " + m.Local + "Head = Slots.TakeWord32(ref row, ref at, " + Control(m.Bit) + ");");
                return;
            }
            string take = Take(m, m.IsNullable ? m.Bit + 1 : m.Bit);
            if (m.Inner.Shape == ShapeKind.Object)
            {
                if (m.ControlBits != 0)
                    code.Line("bool " + m.Local + "Is = (" + Control(m.Bit) + " & 1) != 0;");
            }
            else if (m.IsNullable)
            {
                code.Line(m.Type.Key + " " + m.Local + " = null;");
                code.Line("if ((" + Control(m.Bit) + " & 1) != 0)");
                code.Line("    " + m.Local + " = " + take + ";");
            }
            else
            {
                code.Line("var " + m.Local + " = " + take + ";");
            }
        }

        private static string Take(RowMember m, int bit) => m.Inner.Shape switch
        {
            ShapeKind.Leaf => m.Inner.CodecType + ".Take(ref row, ref at, " + Control(bit) + ")",
            ShapeKind.Enum => "(" + m.Inner.Key + ")" + m.Inner.CodecType + ".Take(ref row, ref at, " + Control(bit) + ")",
            ShapeKind.Record => "Slots.TakeImage<" + m.Inner.Key + ">(ref row, ref at, " + Control(bit) + ")",
            _ => "",
        };

        private static string Control(int bit) => "Slots.Control(ref row, " + Text(bit) + ")";

        private static void EmitReadTail(CodeWriter code, RowMember m)
        {
            if (m.Type.Shape == ShapeKind.Head)
            {
                code.Line("var " + m.Local + " = " + m.Codec + ".ReadTail(ref r, " + m.Local + "Head, null);");
            }
            else if (m.Inner.Shape == ShapeKind.Object)
            {
                if (m.IsNullable)
                {
                    code.Line(m.Type.Key + " " + m.Local + " = null;");
                    code.Open("if (" + m.Local + "Is)");
                    code.Line(m.Inner.Key + " " + m.Local + "Value = default;");
                    code.Line(m.InnerCodec + ".ReadRow(ref r, ref " + m.Local + "Value, false);");
                    code.Line(m.Local + " = " + m.Local + "Value;");
                    code.Close();
                    return;
                }
                code.Line(m.Type.Key + " " + m.Local + " = default;");
                if (m.ControlBits != 0)
                    code.Line("if (" + m.Local + "Is)");
                code.Line((m.ControlBits != 0 ? "    " : "") + m.InnerCodec + ".ReadRow(ref r, ref " + m.Local + ", false);");
            }
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
