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
            TypeModel type = layout.Type;
            List<RowMember> members = layout.Members.Where(m => !m.Member.IsExtensionData).OrderBy(m => m.Member.JsonIndex).ToList();
            RowMember? extension = layout.Members.FirstOrDefault(m => m.Member.IsExtensionData);
            if (layout.HasFresh)
            {
                code.Line("protected override " + type.Code + " New() => " + ConstructionEmitter.Make(layout, m => DefaultOf(layout, m), _ => null) + ";");
                code.Line();
            }
            code.Open("protected override void DescribeJson(JsonMembers members)");
            foreach (RowMember m in members)
            {
                code.Line(m.Member.JsonName == null ? "members.Add(" + AssemblyEmitter.Text(m.Member.Name) + ");" : "members.AddFixed(" + AssemblyEmitter.Text(m.Member.JsonName) + ");");
                foreach (string former in m.Member.FormerNames)
                    code.Line("members.AddFormer(" + AssemblyEmitter.Text(former) + ");");
            }
            if (type.JsonUnknown >= 0)
                code.Line(type.JsonUnknown == 0 ? "members.RefuseUnknown();" : "members.SkipUnknown();");
            if (extension is { Member.IsJsonRead: true })
                code.Line("members.KeepUnknown();");
            code.Close();
            code.Line();
            code.Open("protected override void WriteMembers(ref JsonWriter w, JsonName[] names, " + type.Code + " value)");
            ConstructionEmitter.EmitBefore(code, type, "value", !type.IsJsonFallback);
            if (members.Any(m => MayOmit(layout, m)))
            {
                // By what an object holds before anything is set one knows whether a default that is left out comes back.
                code.Line("bool all = !w.OmitsDefaults;");
                code.Line("var fresh = all ? default : Fresh;");
            }
            for (int i = 0; i < members.Count; i++)
                EmitWrite(code, layout, members[i], i);
            if (extension != null && extension.Member.Presence != JsonPresence.Never)
                code.Line("Codecs.JsonExtensionData.Write(ref w, names, " + extension.Get("value") + ");");
            code.Close();
            code.Line();
            code.Open("protected override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref " + type.Code + " value, bool populate)");
            if (extension is { Member.IsJsonRead: false })
                extension = null;
            if (extension != null)
                code.Line("JsonUnknownMembers unknown = default;");
            if (ConstructionEmitter.CanPopulate(type))
                EmitReadInto(code, layout, members, extension);
            else
                EmitReadAndMake(code, layout, members, extension);
            code.Close();
            code.Line();
        }

        private static void EmitWrite(CodeWriter code, RowLayout layout, RowMember m, int index)
        {
            if (m.Member.Presence == JsonPresence.Never)
                return;
            string codec = m.JsonCodec;
            code.Line("var " + m.Local + " = " + m.Get("value") + ";");
            string? condition = m.Member.Presence switch
            {
                _ when m.Member.IsRequired || (m.Member.IsJsonRequired && m.Member.Presence == JsonPresence.ByOptions) => null,
                _ when MayOmit(layout, m) => "all || !" + codec + ".CanOmit(" + m.Local + ", " + m.Get("fresh") + ")",
                JsonPresence.UnlessDefault => "!" + codec + ".IsDefault(" + m.Local + ")",
                JsonPresence.UnlessNull when m.Type.Shape == ShapeKind.Nullable => m.Local + ".HasValue",
                JsonPresence.UnlessNull when !m.Type.IsValueType => m.Local + " is not null",
                _ => null,
            };
            if (condition != null)
                code.Open("if (" + condition + ")");
            code.Line("w.WriteName(names[" + Text(index) + "]);");
            bool writesAll = m.Member.Assignment == MemberAssignment.Populate && m.Type.Shape is ShapeKind.Object or ShapeKind.Union;
            if (writesAll)
                code.Line("bool " + m.Local + "All = w.WriteAll(true);");
            code.Line(codec + ".WriteJson(ref w, " + m.Local + ");");
            if (writesAll)
                code.Line("w.WriteAll(" + m.Local + "All);");
            if (condition != null)
                code.Close();
        }

        private static bool MayOmit(RowLayout layout, RowMember m) => layout.HasFresh && m.Member.Presence == JsonPresence.ByOptions;

        private static void EmitReadInto(CodeWriter code, RowLayout layout, List<RowMember> members, RowMember? extension)
        {
            string make = ConstructionEmitter.Make(layout, m => DefaultOf(layout, m), _ => null);
            code.Line("var result = populate ? value : " + make + ";");
            List<RowMember> required = members.Where(m => m.Member.IsJsonRequired).ToList();
            foreach (RowMember m in required)
                code.Line("bool " + m.Local + "Is = populate;");
            EmitSwitch(
                code,
                members,
                extension,
                m => m.Member.IsJsonExtended ? Extend(m) : m.Member.Assignment == MemberAssignment.Populate ? m.JsonCodec + ".PopulateJson(ref r, " + m.Get("result") + ");" : m.Set("result", m.JsonCodec + ".ReadJson(ref r)"),
                m => m.Member.IsJsonRequired ? m.Local + "Is = true;" : "");
            EmitMissingRequiredMember(code, required, m => "!" + m.Local + "Is");
            EmitExtension(code, extension);
            ConstructionEmitter.EmitAfter(code, layout.Type, "result");
            code.Line("value = result;");
        }

        private static void EmitReadAndMake(CodeWriter code, RowLayout layout, List<RowMember> members, RowMember? extension)
        {
            // A struct is replaced: it need not be the one that was there.
            if (!layout.Type.IsValueType)
                ConstructionEmitter.EmitRefusePopulate(code, layout.Type);
            foreach (RowMember m in members)
            {
                // What is populated is read once there is an object to populate it in.
                if (m.Member.Assignment == MemberAssignment.Populate)
                {
                    code.Line("int " + m.Local + "At = -1;");
                    continue;
                }
                code.Line(m.Type.Code + " " + m.Local + " = " + DefaultOf(layout, m) + ";");
                if (IsAsked(m))
                    code.Line("bool " + m.Local + "Is = false;");
            }
            EmitSwitch(
                code,
                members,
                extension,
                m => m.Local + (m.Member.Assignment == MemberAssignment.Populate ? "At = r.Position;" : " = " + m.JsonCodec + ".ReadJson(ref r);"),
                m => m.Member.Assignment == MemberAssignment.Populate ? "r.Skip();" : IsAsked(m) ? m.Local + "Is = true;" : "");
            EmitMissingRequiredMember(code, members.Where(m => (m.Member.IsRequired && m.Member.IsJsonRead) || m.Member.IsJsonRequired), m => m.Member.Assignment == MemberAssignment.Populate ? m.Local + "At < 0" : "!" + m.Local + "Is");
            if (extension is { Member.Assignment: MemberAssignment.Constructor or MemberAssignment.Initializer })
            {
                code.Line(extension.Type.Code + " " + extension.Local + " = " + ReadExtension(extension, "default(" + extension.Type.Code + ")") + ";");
                code.Line("bool " + extension.Local + "Is = unknown.Any;");
            }
            RowMember[] optional = layout.Members.Where(m => m.Member.Assignment == MemberAssignment.Initializer && !m.Member.IsRequired).ToArray();
            if (optional.Length != 0)
                code.Line("var fresh = " + string.Join(" && ", optional.Select(m => m.Local + "Is")) + " ? default(" + layout.Type.Code + ") : " + ConstructionEmitter.MakeBare(layout, m => m.Local) + ";");
            code.Line("var result = " + ConstructionEmitter.Make(layout, m => m.Local, m => m.Member.IsRequired ? m.Local : m.Local + "Is ? " + m.Local + " : " + m.Get("fresh")) + ";");
            foreach (RowMember m in members.Where(m => m.Member.Assignment is MemberAssignment.After or MemberAssignment.Populate))
            {
                bool isPopulated = m.Member.Assignment == MemberAssignment.Populate;
                code.Line("if (" + m.Local + (isPopulated ? "At >= 0)" : "Is)"));
                code.Line("    " + (isPopulated ? m.JsonCodec + ".PopulateJson(ref r, " + m.Get("result") + ", " + m.Local + "At);" : m.Set("result", m.Local)));
            }
            EmitExtension(code, extension);
            ConstructionEmitter.EmitAfter(code, layout.Type, "result");
            code.Line("value = result;");
        }

        // What the program put there stays; a member without a setter holds it already.
        private static void EmitExtension(CodeWriter code, RowMember? extension)
        {
            if (extension is not { Member.Assignment: MemberAssignment.After or MemberAssignment.Populate })
                return;
            string read = ReadExtension(extension, extension.Get("result"));
            code.Line("if (unknown.Any)");
            code.Line("    " + (extension.Member.Assignment == MemberAssignment.After ? extension.Set("result", read) : read + ";"));
        }

        private static string ReadExtension(RowMember extension, string current) =>
            "Codecs.JsonExtensionData.Read(ref r, unknown, " + current + ")";

        // Whether it matters that JSON has the member: of a parameter with a default it does not.
        private static bool IsAsked(RowMember m) =>
            m.Member.IsRequired || m.Member.IsJsonRequired || m.Member.Assignment != MemberAssignment.Constructor;

        private static string Extend(RowMember m)
        {
            bool isSettable = m.Member.Assignment != MemberAssignment.Populate;
            string read = m.JsonCodec + ".ExtendJson(ref r, " + m.Get("result") + (isSettable ? ", true)" : ", false)");
            return isSettable ? m.Set("result", read) : read + ";";
        }

        private static void EmitMissingRequiredMember(CodeWriter code, IEnumerable<RowMember> required, System.Func<RowMember, string> lacks)
        {
            foreach (RowMember m in required)
            {
                code.Line("if (" + lacks(m) + ")");
                code.Line("    throw MissingRequiredMember(ref r, " + AssemblyEmitter.Text(m.Member.Name) + ");");
            }
        }

        private static void EmitSwitch(CodeWriter code, List<RowMember> members, RowMember? extension,
            params System.Func<RowMember, string>[] statements)
        {
            code.Open("while (members.Next(ref r))");
            if (members.Count != 0)
            {
                code.Open("switch (members.Index)");
                for (int i = 0; i < members.Count; i++)
                {
                    code.Line("case " + Text(i) + ":");
                    foreach (string statement in Statements(members[i], statements))
                        code.Line("    " + statement);
                    // Members nearly always come in this order.
                    if (i + 1 < members.Count)
                    {
                        code.Line("    if (members.IsNext(ref r, " + Text(i + 1) + "))");
                        code.Line("        goto case " + Text(i + 1) + ";");
                    }
                    code.Line("    break;");
                }
                if (extension != null)
                {
                    code.Line("default:");
                    code.Line("    unknown.Add(ref r);");
                    code.Line("    break;");
                }
                code.Close();
            }
            else if (extension != null)
            {
                code.Line("unknown.Add(ref r);");
            }
            code.Close();
        }

        private static IEnumerable<string> Statements(RowMember member, System.Func<RowMember, string>[] statements) => member.Member.IsJsonRead
            ? statements.Select(statement => statement(member)).Where(text => text.Length != 0)
            : new[] { "r.Skip();" };

        private static string DefaultOf(RowLayout layout, RowMember m)
        {
            string given = layout.Type.Parameters.FirstOrDefault(p => p.Member >= 0 && layout.Members[p.Member] == m)?.Default ?? "";
            return given.Length != 0 ? given : "default(" + m.Type.Code + ")";
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
