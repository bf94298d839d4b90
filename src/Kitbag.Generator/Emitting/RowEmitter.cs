using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits how an object is written and read as a row.</summary>
    internal static class RowEmitter
    {
        public static void EmitWrite(CodeWriter code, RowLayout layout)
        {
            code.Open("public override void WriteRow(ref WireWriter w, " + layout.Self + " item)");
            ConstructionEmitter.EmitBefore(code, layout, "item");
            // Members that may need calls are evaluated first, so that the values written to the row stay in registers.
            foreach (RowMember m in layout.Members.Where(m => !m.IsPlain))
            {
                if (m.Member.IsUnknownStore)
                {
                    string unknown = m.Get("item");
                    code.Line("var " + m.Prefix + " = " + unknown + ".IsEmpty ? 0u : " + m.InnerCodec + ".LengthPrefix(" + unknown + ");");
                    continue;
                }
                m.Load(code, "item");
                if (m.Inner.HasLengthPrefix)
                    code.Line("var " + m.Prefix + " = "
                        + (m.IsNullable ? m.HasValue + " ? " + LengthPrefix(m) + " : 0u;" : LengthPrefix(m) + ";"));
            }
            code.Line("ref byte row = ref w.Reserve(" + Text(layout.MaxBytes + 8) + ");");
            code.Line("int at = " + Text(layout.ControlBytes) + ";");
            for (int i = 0; i < layout.ControlWords; i++)
                EmitControl(code, layout, i);
            for (int i = 1; i < layout.ControlWords; i++)
                code.Line("StoreControl(ref At(ref row, " + Text(i * 8) + "), " + layout.Control(i) + ", " + ControlBytes(layout, i)
                    + ");");
            code.Line(layout.ControlWords == 0 ? "w.Advance(at);"
                : "EndRow(ref w, ref row, at, " + layout.Control(0) + ", " + ControlBytes(layout, 0) + ");");
            foreach (RowMember m in layout.Members)
                EmitWritePayload(code, m);
            code.Close();
            code.Line();
        }

        private static string ControlBytes(RowLayout layout, int word) =>
            Text(System.Math.Min(8, layout.ControlBytes - word * 8));

        private static string LengthPrefix(RowMember m) =>
            m.InnerCodec + (m.Inner.IsTracked ? ".Prefix(ref w, " : ".LengthPrefix(") + m.Stored + ")";

        // Writes the members of a word of control bits to the row, in order.
        private static void EmitControl(CodeWriter code, RowLayout layout, int word)
        {
            RowMember? split = layout.Members.FirstOrDefault(m => m.Bit / 64 == word && m.Bit % 64 + m.ControlBits > 64);
            if (split != null)
                code.Line("uint " + split.Local + "Bits;");
            string[] bits = layout.Members
                .Where(m => m.ControlBits != 0 && m.Bit / 64 <= word && (m.Bit + m.ControlBits - 1) / 64 >= word)
                .Select(m => Bits(layout, m, word, m == split)).DefaultIfEmpty("0").ToArray();
            code.Line(layout.ControlType + " " + layout.Control(word) + " = " + bits[0] + (bits.Length == 1 ? ";" : ""));
            for (int i = 1; i < bits.Length; i++)
                code.Inner("| " + bits[i] + (i == bits.Length - 1 ? ";" : ""));
        }

        private static string Bits(RowLayout layout, RowMember m, int word, bool isSplit)
        {
            string wide = layout.HasWideControl ? "(ulong)" : "";
            if (m.Bit / 64 < word)
                return wide + m.Local + "Bits >> " + Text(64 - m.Bit % 64);
            // An absent value is stored as the default, which needs no bytes and no control bits except its own.
            string put = Put(m);
            if (m.Member.IsUnknownStore)
                put = "(" + m.Prefix + " == 0u ? 0u : " + put + ")";
            if (m.IsNullable)
            {
                string given = "(" + m.HasValue + " ? 1u : 0u)";
                put = put.Length == 0 ? given : "PutNullable(" + m.HasValue + ", " + put + ")";
            }
            return wide + (isSplit ? "(" + m.Local + "Bits = " + put + ")" : put) + (m.Bit % 64 == 0 ? "" : " << " + Text(m.Bit % 64));
        }

        private static string Put(RowMember m)
        {
            string value = m.IsPlain ? m.Get("item") : m.Stored;
            return m.Inner.HasLengthPrefix ? "PutWord32(ref row, ref at, " + m.Prefix + ")" : m.Inner.Shape switch
            {
                ShapeKind.Leaf => m.Inner.CodecType + ".Put(ref row, ref at, " + value + ")",
                ShapeKind.Enum => m.Inner.CodecType + ".Put(ref row, ref at, (" + m.Inner.Enum!.Underlying + ")" + value + ")",
                ShapeKind.Record => "PutImage(ref row, ref at, " + value + ")",
                _ => m.Inner.IsValueType ? "" : "PutFlag(" + m.Stored + ")",
            };
        }

        private static void EmitWritePayload(CodeWriter code, RowMember m)
        {
            if (m.Inner.IsTracked)
                return;
            if (m.Member.IsUnknownStore)
                code.Line("if (" + m.Prefix + " != 0u) " + m.InnerCodec + ".WritePayload(ref w, " + m.Get("item") + ", "
                    + m.Prefix + ");");
            else if (m.Inner.HasLengthPrefix)
                code.Line(m.InnerCodec + ".WritePayloadIfAny(ref w, " + m.Stored + ", " + m.Prefix + ");");
            else if (m.Inner.Shape == ShapeKind.Object && m.IsNullable)
                code.Line("if (" + m.HasValue + ") " + m.InnerCodec + ".WriteRow(ref w, " + m.Stored + ");");
            else if (m.Inner.Shape == ShapeKind.Object)
                code.Line(m.InnerCodec + ".WriteRowIfAny(ref w, " + m.Local + ");");
        }

        public static void EmitRead(CodeWriter code, RowLayout layout)
        {
            bool isClass = !layout.Type.IsValueType, canPopulate = ConstructionEmitter.CanPopulate(layout.Type);
            bool isMadeFirst = isClass && IsMadeFirst(layout);
            // The parameter is the result, unless a later statement must know whether the caller passed an object.
            bool isParameter = isMadeFirst && !layout.Members.Any(IsKnownToBeEmpty);
            code.Open("public override " + layout.Self + " ReadRow(ref WireReader r, " + layout.Self
                + (isParameter ? " item)" : " target)"));
            if (isClass && !canPopulate)
                code.Line("if (target is not null) " + ConstructionEmitter.ThrowCannotPopulate(layout.Type));
            // An object without members has a control byte, which is not read.
            bool anyControl = layout.Members.Length != 0;
            if (anyControl)
                code.Line("ref byte row = ref r.BeginRow(out int end);");
            code.Line("int at = " + Text(layout.ControlBytes) + ";");
            for (int i = 0; anyControl && i < layout.ControlWords; i++)
                code.Line(layout.ControlType + " " + layout.Control(i) + (layout.HasWideControl
                    ? " = Control(ref row, " + Text(i * 8) + ", end);" : " = Control32(ref row, end);"));
            string make = layout.Type.IsTracked ? "CreateEmpty()" : ConstructionEmitter.Make(layout, m => m.Restored(), m => m.Restored());
            string result = isParameter ? "item ??= " + make + ";"
                : "var item = " + (isClass && canPopulate ? "target ?? " : "") + make + ";";
            if (isMadeFirst)
                code.Line(result);
            foreach (RowMember m in layout.Members)
                EmitTake(code, layout, m, isMadeFirst);
            code.Line("r.EndRow(at);");
            foreach (RowMember m in layout.Members)
                EmitReadPayload(code, layout, m, isMadeFirst);
            foreach (RowMember m in layout.Members)
                m.EmitRestore(code);
            if (!isMadeFirst)
                code.Line(result);
            // A row contains all members.
            foreach (RowMember m in layout.InSetOrder.Where(m => m.Member.Containers.Count == 0))
            {
                if (m.Member.IsSetAfter && !(isMadeFirst && IsSetWhenRead(m)))
                    code.Line((IsKnownToBeEmpty(m) ? "if (" + m.Prefix + " != 0u || target is not null) " : "")
                        + m.SetRead("item", m.Restored()));
                else if (m.Member.Assignment == MemberAssignment.Populate)
                    code.Line(m.Codec + ".Populate(ref r, " + m.Get("item") + ", " + m.Local + ", null, " + m.Index + ");");
            }
            GraphEmitter.EmitAfter(code, layout, "item");
            code.Line("return item;");
            code.Close();
            code.Line();
        }

        // Code of the program runs after all of a row was read: a failure of it is located by what was read before. An object that is
        // populated must not change if one of its members is rejected.
        private static bool IsMadeFirst(RowLayout layout) => layout.Model is { IsMadeWithoutCode: true, HasRefusingMembers: false }
            && ConstructionEmitter.CanPopulate(layout.Type);

        // Whether the object may have a member before all of it is read.
        private static bool IsSetWhenRead(RowMember m) =>
            m.Member.Assignment == MemberAssignment.After && !m.Member.HasSetterCode && !m.Member.IsSetLast && !m.Member.IsUnknownStore
            && m.Restored() == m.Local && (m.IsLifted || !m.IsNullable);

        // A new object has no unknown members.
        private static bool IsKnownToBeEmpty(RowMember m) => m.Member.IsUnknownStore && m.Member.Initial == InitialValue.Default;

        private static void EmitTake(CodeWriter code, RowLayout layout, RowMember m, bool isMade)
        {
            if (m.IsNullable && !m.IsLifted)
                code.Line("bool " + m.HasValue + " = " + Bit(layout, m) + ";");
            if (m.Inner.Shape == ShapeKind.Object && !m.Inner.IsTracked)
                return;
            string take = Take(m, m.IsNullable ? layout.ControlAt(m.Bit + 1, m.ControlBits - 1) : layout.ControlAt(m.Bit, m.ControlBits));
            if (m.Member.IsUnknownStore)
                take = "(" + layout.ControlAt(m.Bit, m.ControlBits) + " & 3) == 0 ? 0u : " + take;
            if (m.Inner.HasLengthPrefix)
                code.Line("var " + m.Prefix + " = " + IfAny(layout, m, take, "default") + ";");
            else
                EmitValue(code, layout, m, take, isMade);
        }

        private static void EmitValue(CodeWriter code, RowLayout layout, RowMember m, string value, bool isMade)
        {
            value = IfAny(layout, m, value, m.Absent);
            code.Line(isMade && IsSetWhenRead(m) ? m.Set("item", value) : "var " + m.Local + " = " + value + ";");
        }

        // Whether the first control bit of a member is set.
        private static string Bit(RowLayout layout, RowMember m) => "IsSet(" + layout.ControlAt(m.Bit, 1) + ")";

        private static string IfAny(RowLayout layout, RowMember m, string value, string otherwise) =>
            m.IsNullable ? (m.IsLifted ? Bit(layout, m) : m.HasValue) + " ? " + value + " : " + otherwise : value;

        private static string Take(RowMember m, string control) => m.Inner.Shape switch
        {
            ShapeKind.Leaf => m.Inner.CodecType + ".Take(ref row, ref at, end, " + control + ")",
            ShapeKind.Enum => "(" + m.Inner.Code + ")" + m.Inner.CodecType + ".Take(ref row, ref at, end, " + control + ")",
            ShapeKind.Record => "TakeImage<" + m.Inner.Code + ">(ref row, ref at, end, " + control + ")",
            _ => "TakeWord32(ref row, ref at, end, " + control + ")",
        };

        private static void EmitReadPayload(CodeWriter code, RowLayout layout, RowMember m, bool isMade)
        {
            if (m.Inner.HasLengthPrefix)
            {
                string read = m.InnerCodec + ".ReadPayload(ref r, " + m.Prefix + ", null)";
                if (m.Member.IsUnknownStore)
                {
                    code.Line("var " + m.Local + " = default(" + m.Type.Code + ");");
                    code.Line("if (" + m.Prefix + " != 0u) " + m.Local + " = " + read + ";");
                    return;
                }
                EmitValue(code, layout, m, read, isMade);
            }
            else if (m.Inner.Shape == ShapeKind.Object)
            {
                string read = m.InnerCodec + ".ReadRow(ref r, default)";
                EmitValue(code, layout, m, m.IsNullable || m.ControlBits == 0 ? read
                    : m.InnerCodec + ".ReadRowIfAny(ref r, " + layout.ControlAt(m.Bit, 1) + ")", isMade);
            }
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
