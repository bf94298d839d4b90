using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints how objects are gathered into columns and made of them.</summary>
    internal static class GroupEmitter
    {
        public static void EmitWrite(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            code.Open("protected override void WriteGroup(ref WireWriter w, ReadOnlySpan<" + type.Code + "> objects)");
            if (layout.Members.Length != 0 || type.IsOpen || type.Before.Count != 0)
            {
                foreach (RowMember m in layout.Members)
                    code.Line("var " + m.Local + " = w.Rent<" + m.Type.Code + ">(objects.Length);");
                code.Open("for (int i = 0; i < objects.Length; i++)");
                // Of a struct a copy is needed where something changes it, or an accessor asks for its address.
                bool byReference = type.IsValueType && type.Before.Count == 0 && layout.Members.All(m => !m.Member.HasHiddenGetter);
                code.Line(byReference ? "ref readonly var value = ref objects[i];" : "var value = objects[i];");
                MakingEmitter.EmitBefore(code, type, "value");
                foreach (RowMember m in layout.Members)
                    code.Line(m.Local + "[i] = " + m.Get("value") + ";");
                code.Close();
            }
            if (layout.Members.Length != 0)
            {
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
            TypeModel type = layout.Type;
            code.Open("protected override void ReadGroup(ref WireReader r, ref global::Kitbag.Codecs.GroupReader members, Span<" + type.Code + "> objects, bool fill)");
            MakingEmitter.EmitRefuseFill(code, type);
            foreach (RowMember m in layout.Members)
                code.Line("Span<" + m.Type.Code + "> " + m.Local + " = default;");
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

            RowMember[] optional = layout.Members.Where(m => m.Member.Setting == Setting.Initializer && !m.Member.IsRequired).ToArray();
            if (optional.Length != 0)
                code.Line("bool isWhole = " + string.Join(" && ", optional.Select(m => m.Local + ".Length != 0")) + ";");
            code.Open("for (int i = 0; i < objects.Length; i++)");
            // What the document lacks keeps what its initializer gives it; only an object that has run it knows that.
            if (optional.Length != 0)
                code.Line("var fresh = isWhole ? default(" + type.Code + ") : " + MakingEmitter.MakeBare(layout, Argument(layout)) + ";");
            string make = MakingEmitter.Make(layout, Argument(layout), m => m.Member.IsRequired ? m.Local + "[i]" : m.Local + ".Length != 0 ? " + m.Local + "[i] : " + m.Get("fresh"));
            code.Line("var result = " + (MakingEmitter.CanFill(type) && !type.IsValueType ? "fill ? objects[i] : " : "") + make + ";");
            foreach (RowMember m in layout.Members)
            {
                if (m.Member.Setting != Setting.After)
                    continue;
                code.Line("if ((uint)i < (uint)" + m.Local + ".Length)");
                code.Line("    " + m.Set("result", m.Local + "[i]"));
            }
            MakingEmitter.EmitAfter(code, type, "result");
            code.Line("objects[i] = result;");
            code.Close();
            code.Close();
            code.Line();
        }

        private static System.Func<RowMember, string> Argument(RowLayout layout) => m =>
            layout.Type.Parameters.FirstOrDefault(p => p.Member >= 0 && layout.Members[p.Member] == m) is { Default: { Length: > 0 } fallback }
                ? m.Local + ".Length != 0 ? " + m.Local + "[i] : " + fallback
                : m.Local + "[i]";

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
