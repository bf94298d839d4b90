using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits how an object is written and read as JSON.</summary>
    internal static class JsonEmitter
    {
        public static void Emit(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            List<RowMember> members = layout.Members.Where(m => !m.Member.IsExtensionData && !m.Member.IsUnknownStore)
                .OrderBy(m => m.Member.JsonIndex).ToList();
            RowMember? extension = layout.Members.FirstOrDefault(m => m.Member.IsExtensionData) ?? layout.Unknown;
            if (layout.HasFresh && members.Any(m => Omission(layout, m) != ".Keep()"))
            {
                code.Line("protected override " + layout.Self + " New() => "
                    + ConstructionEmitter.Make(layout, m => DefaultOf(layout, m), _ => null) + ";");
                code.Line();
            }
            EmitDescribe(code, layout, members, extension);
            code.Open("protected override void WriteMembers(ref JsonWriter w, JsonName[] names, " + layout.Self + " item)");
            // No methods of an object are called if it was only created to determine default values.
            ConstructionEmitter.EmitBefore(code, layout, "item", !layout.Model.IsJsonFallback, "!JsonName.AreQuestions(names)");
            // One check instead of one for each name. It must be a branch with ordinary code on both sides, not a throw, because only then
            // does the runtime instrument the method to find what it should inline (bench/: json-envelope).
            if (members.Count != 0)
                code.Line("if (names.Length < " + Text(members.Count) + ") return;");
            for (int i = 0; i < members.Count; i++)
                EmitWrite(code, members[i], i);
            if (layout.Unknown != null)
                code.Line("UnknownJson.Write(ref w, names, " + layout.Unknown.Get("item") + ");");
            if (extension is { Member: { IsUnknownStore: false, Presence: not JsonPresence.Never } })
                code.Line("JsonExtensionData.Write(ref w, names, " + extension.Get("item") + ", " + extension.ExtensionCodec + ");");
            code.Close();
            code.Line();
            MigrationEmitter.EmitReadJson(code, layout);
            // If it were inlined into a small caller, which happens if one class is read most often, it would use up the JIT's inlining
            // budget, and the check of the next name would become a call for each member (bench/: json-boot).
            code.Line("[MethodImpl(MethodImplOptions.NoInlining)]");
            code.Open("protected override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref " + layout.Self
                + " value, bool populate)");
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

        private static void EmitDescribe(CodeWriter code, RowLayout layout, List<RowMember> members, RowMember? extension)
        {
            code.Open("protected override void DescribeJson(JsonMembers members)");
            for (int i = 0; i < members.Count;)
            {
                int plain = members.Skip(i).TakeWhile(m => IsPlain(layout, m)).Count();
                if (plain != 0)
                    code.Line("members.Add(" + AssemblyEmitter.Text(string.Join(" ",
                        members.Skip(i).Take(plain).Select(m => m.Member.Name))) + ");");
                else
                    EmitDescribe(code, layout, members[i]);
                i += System.Math.Max(plain, 1);
            }
            foreach ((_, MigrationModel migration) in MigrationEmitter.InJsonByName(layout, members))
                code.Line("members.AddMigrated(" + AssemblyEmitter.Text(migration.From) + ");");
            if (layout.Model.JsonSkipped.Count != 0)
                code.Line("members.AddSkipped(" + AssemblyEmitter.Text(string.Join(" ", layout.Model.JsonSkipped)) + ");");
            foreach (string name in layout.Model.JsonSkippedFixed)
                code.Line("members.AddSkippedFixed(" + AssemblyEmitter.Text(name) + ");");
            if (!layout.HasFresh)
                code.Line(KnowsDefaults(layout) ? "members.KnowDefaults();" : "members.KeepDefaults();");
            if (layout.Model.JsonUnknown >= 0)
                code.Line(layout.Model.JsonUnknown == 0 ? "members.RefuseUnknown();" : "members.SkipUnknown();");
            if (extension is { Member.IsJsonRead: true })
                code.Line("members.KeepUnknown();");
            code.Close();
            code.Line();
        }

        private static void EmitDescribe(CodeWriter code, RowLayout layout, RowMember m)
        {
            MemberModel member = m.Member;
            code.Line("members." + (member.JsonName == null ? "Add(" : "AddFixed(") + AssemblyEmitter.Text(member.JsonName ?? member.Name)
                + ")"
                + string.Concat(member.FormerNames.Select(name => ".AddFormer(" + AssemblyEmitter.Text(name) + ")"))
                + Omission(layout, m) + ";");
        }

        private static bool IsPlain(RowLayout layout, RowMember m) =>
            m.Member.JsonName == null && m.Member.FormerNames.Count == 0 && Omission(layout, m) == null;

        // Whether the source shows which members are restored if they are omitted, although no object can be created to find out.
        private static bool KnowsDefaults(RowLayout layout) => !layout.HasFresh
            && layout.Model.ConstructionKind != ConstructionKind.Uninitialized
            && layout.Members.Any(m => m.Member.IsDefaultIfMissing && Omission(m) == null);

        // The condition under which a member is omitted; null if options determine it.
        private static string? Omission(RowLayout layout, RowMember m) =>
            Omission(m) ?? (KnowsDefaults(layout) && !m.Member.IsDefaultIfMissing ? ".Keep()" : null);

        private static string? Omission(RowMember m) =>
            m.Member.IsRequired || ((m.Member.IsJsonRequired || m.Member.IsSetByOthers || m.Member.IsMadeOfOthers)
                && m.Member.Presence == JsonPresence.ByOptions)
                ? ".Keep()"
            : m.Member.Presence == JsonPresence.UnlessDefault || (m.Member.Presence == JsonPresence.UnlessNull && MayBeNull(m.Type))
                ? ".OmitDefault()"
            : m.Member.Presence == JsonPresence.ByOptions ? null
            : ".Keep()";

        // null is the only default of such a type.
        private static bool MayBeNull(TypeModel type) => type.Shape == ShapeKind.Nullable || !type.IsValueType;

        private static void EmitWrite(CodeWriter code, RowMember m, int index)
        {
            if (m.Member.Presence == JsonPresence.Never)
                return;
            string name = "names[" + Text(index) + "]", value = m.Get("item");
            // A direct call shows the JIT the concrete type of the codec.
            string write = m.JsonCodec + ".WriteMember(ref w, " + name + ", " + m.ToJsonCodec(value) + ");";
            if (m.Member.Assignment == MemberAssignment.Populate && m.Type.Shape is ShapeKind.Object or ShapeKind.Union)
            {
                code.Line("bool " + m.Local + "All = w.WriteAll(true);");
                code.Line(write);
                code.Line("w.WriteAll(" + m.Local + "All);");
                return;
            }
            code.Line(write);
        }

        private static void EmitReadInto(CodeWriter code, RowLayout layout, List<RowMember> members, RowMember? extension)
        {
            // A tracked object was created before its members are read.
            bool isTracked = layout.Type.IsTracked;
            code.Line("var item = " + (isTracked
                ? "value" : "populate ? value : " + ConstructionEmitter.Make(layout, m => DefaultOf(layout, m), _ => null)) + ";");
            List<RowMember> required = members
                .Where(m => m.Member.IsJsonRequired || (m.Member.IsRequired && m.Member.IsJsonRead)).ToList();
            foreach (RowMember m in required)
                code.Line("bool " + m.IsRead + " = populate && !members.IsWhole;");
            List<RowMember> held = layout.InSetOrder.Where(m => members.Contains(m) && IsHeld(m)).ToList();
            foreach (RowMember m in held.Distinct())
            {
                code.Line(m.Type.Code + " " + m.Local + " = default(" + m.Type.Code + ");");
                code.Line("bool " + m.IsHeld + " = false;");
            }
            // In JSON of a graph, a part that was skipped could contain objects that are referred to.
            List<RowMember> late = members.Where(m => !isTracked
                && m.Member is { IsSetByOthers: true, Assignment: MemberAssignment.Populate, IsJsonExtended: false }).ToList();
            foreach (RowMember m in late)
                code.Line("int " + m.Local + "At = -1;");
            EmitMembers(
                code,
                layout,
                members,
                extension,
                (m, read) => m.Member.IsJsonExtended ? Extend(m) : late.Contains(m) ? m.Local + "At = r.Position; r.Skip();"
                    : m.Member.Assignment == MemberAssignment.Populate ? m.JsonCodec + ".PopulateJson(ref r, " + m.Get("item") + ");"
                    : held.Contains(m) ? m.Local + " = " + read + "; " + m.IsHeld + " = true;"
                    : m.Member.SetValues != SetValues.All ? "var " + m.Local + " = " + read + "; " + m.SetRead("item", m.Local)
                    : m.Set("item", read),
                (m, _) => required.Contains(m) ? m.IsRead + " = true;" : "");
            EmitMissingRequiredMember(code, required,
                m => "!" + m.IsRead + (isTracked ? " && !members.IsDeferred(" + Text(members.IndexOf(m)) + ")" : ""));
            foreach (RowMember m in held)
                code.Line("if (" + m.IsHeld + layout.UnlessContained(m, container => held.Contains(container) ? container.IsHeld : "false")
                    + ") " + m.SetRead("item", m.Local));
            foreach (RowMember m in late)
                code.Line(PopulateAt(m));
            EmitExtension(code, extension);
            GraphEmitter.EmitAfter(code, layout, "item");
            code.Line("value = item;");
        }

        private static void EmitReadAndMake(CodeWriter code, RowLayout layout, List<RowMember> members, RowMember? extension)
        {
            // A struct is replaced, because the existing value may be another one.
            if (!layout.Type.IsValueType)
                ConstructionEmitter.EmitRefusePopulate(code, layout.Type);
            foreach (RowMember m in members)
            {
                // A member that is populated can be read only once the object exists.
                if (m.Member.Assignment == MemberAssignment.Populate)
                {
                    code.Line("int " + m.Local + "At = -1;");
                    continue;
                }
                string initial = HasOtherType(layout, m) ? "default(" + m.Type.Code + ")" : DefaultOf(layout, m);
                code.Line(m.Type.Code + " " + m.Local + " = " + initial + ";");
                if (IsAsked(layout, m))
                    code.Line("bool " + m.IsRead + " = false;");
            }
            EmitMembers(
                code,
                layout,
                members,
                extension,
                (m, read) => m.Local + (m.Member.Assignment == MemberAssignment.Populate ? "At = r.Position;" : " = " + read + ";"),
                (m, _) => m.Member.Assignment == MemberAssignment.Populate ? "r.Skip();" : IsAsked(layout, m)
                    ? m.IsRead + " = true;" : "");
            EmitMissingRequiredMember(code, members.Where(m => (m.Member.IsRequired && m.Member.IsJsonRead) || m.Member.IsJsonRequired),
                m => m.Member.Assignment == MemberAssignment.Populate ? m.Local + "At < 0" : "!" + m.IsRead);
            if (extension is { Member.Assignment: MemberAssignment.Constructor or MemberAssignment.Initializer })
            {
                code.Line("bool " + extension.IsRead + " = unknown.Any;");
                code.Line(extension.Type.Code + " " + extension.Local + " = default(" + extension.Type.Code + ");");
                code.Line("if (" + extension.IsRead + ") " + ReadExtension(extension, extension.Local + " = " + MakeExtension(extension)));
            }
            RowMember[] optional = layout.Members.Where(m => m.Member.Assignment == MemberAssignment.Initializer && !m.Member.IsRequired)
                .ToArray();
            string Given(RowMember m) =>
                HasOtherType(layout, m) ? ConstructionEmitter.ValueOrDefault(layout.ParameterOf(m)!, m.IsRead, m.Local) : m.Local;
            if (optional.Length != 0)
                code.Line("var fresh = " + string.Join(" && ", optional.Select(m => m.IsRead)) + " ? default(" + layout.Self + ") : "
                    + ConstructionEmitter.MakeBare(layout, Given) + ";");
            code.Line("var item = " + ConstructionEmitter.Make(layout, Given, m => m.Member.IsRequired
                ? m.Local : m.IsRead + " ? " + m.Local + " : " + m.Get("fresh")) + ";");
            foreach (RowMember m in layout.InSetOrder.Where(m => members.Contains(m)
                && (m.Member.IsSetAfter || m.Member.Assignment == MemberAssignment.Populate)))
            {
                code.Line(m.Member.Assignment == MemberAssignment.Populate ? PopulateAt(m)
                    : "if (" + m.IsRead + layout.UnlessContained(m, container => members.Contains(container) ? container.IsRead : "false")
                        + ") " + m.SetRead("item", m.Local));
            }
            EmitExtension(code, extension);
            GraphEmitter.EmitAfter(code, layout, "item");
            code.Line("value = item;");
        }

        // Populates a member whose position in JSON was remembered.
        private static string PopulateAt(RowMember m) =>
            "if (" + m.Local + "At >= 0) " + m.JsonCodec + ".PopulateJson(ref r, " + m.Get("item") + ", " + m.Local + "At);";

        // Whether a member is set once all have been read.
        private static bool IsHeld(RowMember m) =>
            m.Member is { Assignment: MemberAssignment.After, IsJsonRead: true, IsJsonExtended: false, IsSetLast: true };

        // Existing values are kept; the value of a member without a setter is the member's object itself.
        private static void EmitExtension(CodeWriter code, RowMember? extension)
        {
            if (extension is not { Member.Assignment: MemberAssignment.After or MemberAssignment.Populate })
                return;
            if (extension.Member.Assignment == MemberAssignment.Populate)
            {
                code.Line("if (unknown.Any) " + ReadExtension(extension, extension.Get("item")));
                return;
            }
            if (extension.Member.IsUnknownStore)
            {
                code.Line("if (unknown.Any) "
                    + extension.Set("item", "UnknownJson.Read(ref r, unknown, " + extension.Get("item") + ")"));
                return;
            }
            code.Open("if (unknown.Any)");
            code.Line("var " + extension.Local + " = " + extension.Get("item") + " ?? " + MakeExtension(extension) + ";");
            code.Line(ReadExtension(extension, extension.Local));
            code.Line(extension.Set("item", extension.Local));
            code.Close();
        }

        private static string MakeExtension(RowMember extension) => "new " + extension.Member.Extension!.Made + "()";

        private static string ReadExtension(RowMember extension, string data) =>
            "JsonExtensionData.Read(ref r, unknown, " + data + ", " + extension.ExtensionCodec + ");";

        // Whether it must be known if JSON contains the member; not for a parameter with a default.
        private static bool IsAsked(RowLayout layout, RowMember m) => m.Member.IsRequired || m.Member.IsJsonRequired
            || m.Member.Assignment != MemberAssignment.Constructor || m.Member.IsSetAgain || HasOtherType(layout, m)
            || layout.Members.Any(other => other.Member.Containers.Contains(m.Member.Name));

        // Whether the default of a member's parameter may not be assigned to the member: int? and int.
        private static bool HasOtherType(RowLayout layout, RowMember m) =>
            layout.ParameterOf(m) is { Default: { Length: > 0 } } parameter && parameter.Type != m.Type.Code;

        private static string Extend(RowMember m)
        {
            bool isSettable = m.Member.Assignment != MemberAssignment.Populate;
            string read = m.JsonCodec + ".ExtendJson(ref r, " + m.ToJsonCodec(m.Get("item")) + (isSettable ? ", true)" : ", false)");
            return isSettable ? m.Set("item", m.FromJsonCodec(read)) : read + ";";
        }

        private static void EmitMissingRequiredMember(CodeWriter code, IEnumerable<RowMember> required,
            System.Func<RowMember, string> lacks)
        {
            foreach (RowMember m in required)
            {
                code.Line("if (" + lacks(m) + ") throw MissingRequiredMember(ref r, " + AssemblyEmitter.Text(m.Member.Name) + ");");
            }
        }

        // The statements that read a member get the expression of its value.
        private static void EmitMembers(CodeWriter code, RowLayout layout, List<RowMember> members, RowMember? extension,
            params System.Func<RowMember, string, string>[] statements)
        {
            if (members.Count == 0)
            {
                code.Line("while (members.Next(ref r)) " + (extension != null ? "unknown.Add(ref r);" : "{ }"));
                return;
            }
            code.Line("while (members.Next(ref r))");
            code.Open("switch (members.Index)");
            for (int i = 0; i < members.Count; i++)
            {
                // Members nearly always occur in this order.
                string next = i + 1 < members.Count
                    ? " if (members.IsNext(ref r, " + Text(i + 1) + ")) goto case " + Text(i + 1) + ";" : "";
                code.Line("case " + Text(i) + ": " + string.Join(" ", Statements(members[i], Read(layout, members[i]), statements)) + next
                    + " break;");
            }
            foreach ((RowMember m, MigrationModel migration) in MigrationEmitter.InJsonByName(layout, members))
                code.Line("case " + Text(MigrationEmitter.InJsonByName(layout, members).FindIndex(one => one.Migration == migration)
                    + members.Count + 1) + ": " + string.Join(" ", Statements(m, MigrationEmitter.ReadJson(m, migration.From), statements))
                    + " break;");
            if (extension != null)
                code.Line("default: unknown.Add(ref r); break;");
            code.Close();
        }

        private static string Read(RowLayout layout, RowMember m) =>
            MigrationEmitter.IsInJson(m) && layout.Type.Migrations.Any(one => one.Member == m.Member.Name && one.From.Length == 0)
                ? MigrationEmitter.ReadJson(m, "") : m.FromJsonCodec(m.JsonCodec + ".ReadJson(ref r)");

        private static IEnumerable<string> Statements(RowMember member, string read, System.Func<RowMember, string, string>[] statements) =>
            member.Member.IsJsonRead
            ? statements.Select(statement => statement(member, read)).Where(text => text.Length != 0)
            : new[] { "r.Skip();" };

        private static string DefaultOf(RowLayout layout, RowMember m)
        {
            string given = layout.ParameterOf(m)?.Default ?? "";
            return given.Length != 0 ? given : "default(" + m.Type.Code + ")";
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
