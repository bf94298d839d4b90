using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints how objects are gathered into columns and made of them.</summary>
    internal static class GroupEmitter
    {
        public static void EmitWrite(CodeWriter code, RowLayout layout)
        {
            code.Open("protected override void WriteGroup(ref WireWriter w, ReadOnlySpan<" + layout.Type.Key + "> objects)");
            if (layout.Members.Length != 0)
            {
                foreach (RowMember m in layout.Members)
                    code.Line("var " + m.Local + " = w.Rent<" + m.Type.Key + ">(objects.Length);");
                code.Open("for (int i = 0; i < objects.Length; i++)");
                code.Line((layout.Type.IsValueType ? "ref readonly var" : "var") + " value = " + (layout.Type.IsValueType ? "ref " : "") + "objects[i];");
                foreach (RowMember m in layout.Members)
                    code.Line(m.Local + "[i] = value." + m.Member.Access + ";");
                code.Close();
                // Compilers before C# 11 do not let the writer take memory of the stack.
                code.Line("var present = w.Rent<bool>(" + Text(layout.Members.Length) + ");");
                for (int i = 0; i < layout.Members.Length; i++)
                    code.Line("present[" + Text(i) + "] = " + layout.Members[i].Codec + ".AnyValue(" + layout.Members[i].Local + ");");
                code.Line("w.WriteBits(present);");
                for (int i = 0; i < layout.Members.Length; i++)
                {
                    code.Line("if (present[" + Text(i) + "])");
                    code.Line("    " + layout.Members[i].Codec + ".WriteColumn(ref w, " + layout.Members[i].Local + ");");
                }
            }
            code.Close();
            code.Line();
        }

        public static void EmitRead(CodeWriter code, RowLayout layout)
        {
            code.Open("protected override void ReadGroup(ref WireReader r, ref global::Kitbag.Codecs.GroupReader members, Span<" + layout.Type.Key + "> objects, bool fill)");
            foreach (RowMember m in layout.Members)
                code.Line("Span<" + m.Type.Key + "> " + m.Local + " = default;");
            code.Open("while (members.Next(ref r))");
            if (layout.Members.Length != 0)
            {
                code.Open("switch (members.Member)");
                for (int i = 0; i < layout.Members.Length; i++)
                {
                    code.Line("case " + Text(i) + ":");
                    code.Line("    " + layout.Members[i].Local + " = members.Read(ref r, " + layout.Members[i].Codec + ");");
                    code.Line("    break;");
                }
                code.Close();
            }
            code.Close();
            code.Open("for (int i = 0; i < objects.Length; i++)");
            code.Line("var result = " + (layout.Type.IsValueType ? "" : "fill ? objects[i] : ") + AssemblyEmitter.New(layout.Type) + ";");
            foreach (RowMember m in layout.Members)
            {
                code.Line("if ((uint)i < (uint)" + m.Local + ".Length)");
                code.Line("    result." + m.Member.Access + " = " + m.Local + "[i];");
            }
            code.Line("objects[i] = result;");
            code.Close();
            code.Close();
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
