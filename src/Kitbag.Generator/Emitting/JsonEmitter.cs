using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints how an object is written and read as JSON.</summary>
    internal static class JsonEmitter
    {
        public static void Emit(CodeWriter code, RowLayout layout)
        {
            string type = layout.Type.Key;
            List<RowMember> members = layout.Members.OrderBy(m => m.Member.JsonIndex).ToList();
            code.Line("protected override " + type + " New() => " + AssemblyEmitter.New(layout.Type) + ";");
            code.Line();
            code.Open("protected override void DescribeJson(JsonMembers members)");
            foreach (RowMember m in members)
                code.Line(m.Member.JsonName.Length == 0 ? "members.Add(" + AssemblyEmitter.Text(m.Member.Name) + ");" : "members.AddFixed(" + AssemblyEmitter.Text(m.Member.JsonName) + ");");
            code.Close();
            code.Line();
            code.Open("protected override void WriteMembers(ref JsonWriter w, JsonName[] names, " + type + " value)");
            for (int i = 0; i < members.Count; i++)
                EmitWrite(code, members[i], i);
            code.Close();
            code.Line();
            code.Open("protected override void ReadMembers(ref JsonReader r, ref JsonObject members, ref " + type + " value)");
            code.Open("while (members.Next(ref r))");
            if (members.Count != 0)
            {
                code.Open("switch (members.Index)");
                for (int i = 0; i < members.Count; i++)
                {
                    code.Line("case " + Text(i) + ":");
                    code.Line("    value." + members[i].Member.Access + " = " + members[i].Codec + ".ReadJson(ref r);");
                    code.Line("    break;");
                }
                code.Close();
            }
            code.Close();
            code.Close();
            code.Line();
        }

        private static void EmitWrite(CodeWriter code, RowMember m, int index)
        {
            string codec = m.Codec;
            code.Line("var " + m.Local + " = value." + m.Member.Access + ";");
            // By what an object holds before anything is set one knows whether a default that is left out comes back.
            string? condition = m.Member.Presence switch
            {
                JsonPresence.ByOptions => "!w.OmitsDefaults || !" + codec + ".IsDefault(" + m.Local + ") || !" + codec + ".IsDefault(Fresh." + m.Member.Access + ")",
                JsonPresence.UnlessDefault => "!" + codec + ".IsDefault(" + m.Local + ")",
                JsonPresence.UnlessNull when m.Type.Shape == ShapeKind.Nullable => m.Local + ".HasValue",
                JsonPresence.UnlessNull when !m.Type.IsValueType => m.Local + " != null",
                _ => null,
            };
            if (condition != null)
                code.Open("if (" + condition + ")");
            code.Line("w.WriteName(names[" + Text(index) + "]);");
            code.Line(codec + ".WriteJson(ref w, " + m.Local + ");");
            if (condition != null)
                code.Close();
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
