using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints how an object is written and read as a row.</summary>
    internal static class RowEmitter
    {
        public static void EmitWrite(CodeWriter code, RowLayout layout)
        {
            code.Open("public override void WriteRow(ref WireWriter w, " + layout.Type.Code + " value)");
            ConstructionEmitter.EmitBefore(code, layout.Type, "value");
            foreach (RowMember m in layout.Members)
            {
                m.Load(code, "value");
                if (m.Inner.HasLengthPrefix)
                    code.Line("uint " + m.Local + "LengthPrefix = " + (m.IsNullable ? m.Local + "Is ? " + LengthPrefix(m) + " : 0u;" : LengthPrefix(m) + ";"));
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
                EmitWritePayload(code, m);
            code.Close();
            code.Line();
        }

        private static string LengthPrefix(RowMember m) => m.InnerCodec + ".LengthPrefix(" + m.Local + ")";

        private static void EmitPut(CodeWriter code, RowMember m)
        {
            // What is not there is the default, which takes no control bits beyond its own and no bytes.
            string put = Put(m);
            if (m.IsNullable)
                put = put.Length == 0 ? "(" + m.Local + "Is ? 1u : 0u)" : "((" + m.Local + "Is ? 1u : 0u) | " + put + " << 1)";
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

        private static string Put(RowMember m) => m.Inner.Shape switch
        {
            ShapeKind.Leaf => m.Inner.CodecType + ".Put(ref row, ref at, " + m.Local + ")",
            ShapeKind.Enum => m.Inner.CodecType + ".Put(ref row, ref at, (" + m.Inner.Underlying + ")" + m.Local + ")",
            ShapeKind.Record => "Slots.PutImage(ref row, ref at, " + m.Local + ")",
            ShapeKind.LengthPrefix or ShapeKind.Union => "Slots.PutWord32(ref row, ref at, " + m.Local + "LengthPrefix)",
            _ => m.Inner.IsValueType ? "" : "(" + m.Local + " is null ? 0u : 1u)",
        };

        private static void EmitWritePayload(CodeWriter code, RowMember m)
        {
            if (m.Inner.HasLengthPrefix)
            {
                code.Line("if (" + m.Local + "LengthPrefix != 0)");
                code.Line("    " + m.InnerCodec + ".WritePayload(ref w, " + m.Local + ", " + m.Local + "LengthPrefix);");
            }
            else if (m.Inner.Shape == ShapeKind.Object)
            {
                string condition = m.IsNullable ? m.Local + "Is" : m.Inner.IsValueType ? "" : m.Local + " is not null";
                if (condition.Length != 0)
                    code.Line("if (" + condition + ")");
                code.Line((condition.Length != 0 ? "    " : "") + m.InnerCodec + ".WriteRow(ref w, " + m.Local + ");");
            }
        }

        public static void EmitRead(CodeWriter code, RowLayout layout)
        {
            code.Open("public override " + layout.Type.Code + " ReadRow(ref WireReader r, " + layout.Type.Code + " target)");
            bool isClass = !layout.Type.IsValueType, canPopulate = ConstructionEmitter.CanPopulate(layout.Type);
            if (isClass && !canPopulate)
            {
                code.Line("if (!(target is null))");
                code.Line("    throw CannotPopulate();");
            }
            bool anyControl = layout.Members.Length != 0;
            if (anyControl)
                code.Line("ref byte row = ref r.BeginRow();");
            code.Line("int at = " + Text(layout.ControlBytes) + (anyControl ? ", end = r.Remaining;" : ";"));
            int words = anyControl ? (layout.ControlBytes + 7) / 8 : 0;
            for (int i = 0; i < words; i++)
                code.Line("ulong control" + Text(i) + " = Slots.Control(ref row, " + Text(i * 8) + ", end);");
            foreach (RowMember m in layout.Members)
                EmitTake(code, m);
            code.Line("r.EndRow(at);");
            foreach (RowMember m in layout.Members)
                EmitReadPayload(code, m);
            string make = ConstructionEmitter.Make(layout, m => m.Restored(), m => m.Restored());
            code.Line("var result = " + (isClass && canPopulate ? "target ?? " : "") + make + ";");
            foreach (RowMember m in layout.Members)
            {
                if (m.Member.Assignment == MemberAssignment.After)
                    code.Line(m.Set("result", m.Restored()));
                else if (m.Member.Assignment == MemberAssignment.Populate)
                    code.Line(m.Codec + ".Populate(ref r, " + m.Get("result") + ", " + m.Local + ", null);");
            }
            ConstructionEmitter.EmitAfter(code, layout.Type, "result");
            code.Line("return result;");
            code.Close();
            code.Line();
        }

        private static void EmitTake(CodeWriter code, RowMember m)
        {
            bool isObject = m.Inner.Shape == ShapeKind.Object;
            if (m.IsNullable || (isObject && m.ControlBits != 0))
                code.Line("bool " + m.Local + "Is = (" + Control(m.Bit, 1) + " & 1) != 0;");
            if (isObject)
                return;
            string control = m.IsNullable ? Control(m.Bit + 1, m.ControlBits - 1) : Control(m.Bit, m.ControlBits), take = Take(m, control), local = m.Local + (m.Inner.HasLengthPrefix ? "LengthPrefix" : "");
            if (!m.IsNullable)
            {
                code.Line("var " + local + " = " + take + ";");
                return;
            }
            code.Line((m.Inner.HasLengthPrefix ? "uint " : m.Inner.Code + " ") + local + " = default;");
            code.Line("if (" + m.Local + "Is)");
            code.Line("    " + local + " = " + take + ";");
        }

        private static string Take(RowMember m, string control) => m.Inner.Shape switch
        {
            ShapeKind.Leaf => m.Inner.CodecType + ".Take(ref row, ref at, end, " + control + ")",
            ShapeKind.Enum => "(" + m.Inner.Code + ")" + m.Inner.CodecType + ".Take(ref row, ref at, end, " + control + ")",
            ShapeKind.Record => "Slots.TakeImage<" + m.Inner.Code + ">(ref row, ref at, end, " + control + ")",
            _ => "Slots.TakeWord32(ref row, ref at, end, " + control + ")",
        };

        // As many bits from this one on as a slot has.
        private static string Control(int bit, int count)
        {
            string word = "control" + Text(bit / 64);
            if (bit % 64 + count > 64)
                return "(uint)(" + word + " >> 63 | control" + Text(bit / 64 + 1) + " << 1)";
            return bit % 64 == 0 ? "(uint)" + word : "(uint)(" + word + " >> " + Text(bit % 64) + ")";
        }

        private static void EmitReadPayload(CodeWriter code, RowMember m)
        {
            if (m.Inner.HasLengthPrefix)
            {
                string read = m.InnerCodec + ".ReadPayload(ref r, " + m.Local + "LengthPrefix, null)";
                code.Line("var " + m.Local + " = " + (m.IsNullable ? m.Local + "Is ? " + read + " : default(" + m.Inner.Code + ")" : read) + ";");
            }
            else if (m.Inner.Shape == ShapeKind.Object)
            {
                string read = m.InnerCodec + ".ReadRow(ref r, default)";
                code.Line("var " + m.Local + " = " + (m.ControlBits != 0 ? m.Local + "Is ? " + read + " : default" : read) + ";");
            }
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
