using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the calls of methods that convert values from older documents.</summary>
    internal static class MigrationEmitter
    {
        /// <summary>The property of a codec that describes the migrations of its type; empty if there are none.</summary>
        public static string OfType(AssemblyEmitter assembly, TypeModel type) => Property(assembly, type, "", type.Code);

        /// <summary>The property that describes the migrations of a field; empty if there are none.</summary>
        public static string OfField(AssemblyEmitter assembly, TypeModel type, MemberModel field) =>
            Property(assembly, type, field.Name, Target(assembly, field));

        /// <summary>The migrations of a member, separated by commas.</summary>
        public static string OfMember(AssemblyEmitter assembly, TypeModel type, MemberModel member) =>
            List(assembly, type, member.Name, Target(assembly, member));

        /// <summary>Emits accessors for migrations that generated code cannot call directly.</summary>
        public static void EmitAccessors(CodeWriter code, TypeModel type)
        {
            for (int i = 0; i < type.Migrations.Count; i++)
            {
                MigrationModel migration = type.Migrations[i];
                if (migration.IsHidden)
                    AccessorEmitter.Emit(code, migration.Open, "StaticMethod", migration.Method.TrimStart('@'),
                        migration.Open?.Types[1] ?? migration.Returned, NameOf(i),
                        (migration.Open?.Declaring ?? migration.Declaring) + " type, " + (migration.Open?.Types[0] ?? migration.Old)
                            + " old");
            }
        }

        /// <summary>Emits the callbacks after an object was created by a migration.</summary>
        public static void EmitComplete(CodeWriter code, RowLayout layout)
        {
            if (!layout.Model.IsMigrated || layout.Type.IsTracked || layout.Model.After.Count == 0)
                return;
            code.Open("public override void CompleteMigrated(ref WireReader r, ref " + layout.Self + " value)");
            GraphEmitter.EmitAfter(code, layout, "value");
            code.Close();
            code.Line();
            if (!layout.Type.HasJson)
                return;
            code.Open("public override void CompleteMigrated(ref JsonReader r, ref " + layout.Self + " value)");
            GraphEmitter.EmitAfter(code, layout, "value");
            code.Close();
            code.Line();
        }

        /// <summary>Emits how a value is read from JSON if its type has migrations of the whole type.</summary>
        public static void EmitReadJson(CodeWriter code, RowLayout layout)
        {
            if (layout.Type.IsTracked || layout.Type.Migrations.All(migration => migration.Member.Length != 0))
                return;
            code.Line("public override " + layout.Self + " ReadJson(ref JsonReader r) => TryMigrateJson(ref r, out "
                + layout.Self + " value) ? value : base.ReadJson(ref r);");
            code.Line();
        }

        /// <summary>
        /// The migrations that create members from JSON properties with names of their own, in the order in which the names are declared.
        /// </summary>
        public static List<(RowMember Member, MigrationModel Migration)> InJsonByName(RowLayout layout, List<RowMember> members)
        {
            var found = new List<(RowMember Member, MigrationModel Migration)>();
            foreach (RowMember m in members.Where(IsInJson))
            {
                foreach (MigrationModel migration in layout.Type.Migrations)
                {
                    if (migration.Member == m.Member.Name && migration.From.Length != 0
                        && found.All(one => one.Migration.From != migration.From) && !m.Member.FormerNames.Contains(migration.From))
                        found.Add((m, migration));
                }
            }
            return found;
        }

        /// <summary>Whether members in JSON are migrated: not if they are populated or have another form.</summary>
        public static bool IsInJson(RowMember m) => m.Member.JsonForm.Length == 0 && m.Member.IsJsonRead && !m.Member.IsJsonExtended
            && m.Member.Assignment != MemberAssignment.Populate;

        /// <summary>The expression that reads a member from JSON.</summary>
        public static string ReadJson(RowMember m, string from) => m.FromCodec("ReadMigratedJson(ref r, " + m.Index + ", " + m.Codec
            + (from.Length != 0 ? ", " + AssemblyEmitter.Text(from) : "") + ")");

        private static string NameOf(int index) => "Migrate" + index.ToString(System.Globalization.CultureInfo.InvariantCulture);

        private static string Target(AssemblyEmitter assembly, MemberModel member) =>
            assembly.NumberOf(member.TypeKey) ?? assembly.Type(member.TypeKey).Code;

        private static string Property(AssemblyEmitter assembly, TypeModel type, string member, string target)
        {
            string list = List(assembly, type, member, target);
            return list.Length == 0 ? "" : "Migrations = static () => new Migration[] { " + list + " }";
        }

        private static string List(AssemblyEmitter assembly, TypeModel type, string member, string target)
        {
            var list = new List<string>();
            for (int i = 0; i < type.Migrations.Count; i++)
            {
                if (type.Migrations[i].Member == member)
                    list.Add(Of(assembly, type.Migrations[i], i, target));
            }
            return string.Join(", ", list);
        }

        private static string Of(AssemblyEmitter assembly, MigrationModel migration, int index, string target)
        {
            string call = migration.IsPartial
                ? migration.Declaring + "." + PartialTypeEmitter.Method("Migrate", migration.Method.TrimStart('@')) + "(old)"
                : migration.IsHidden
                ? AccessorEmitter.Call(NameOf(index), migration.Open) + "(default(" + migration.Declaring + "), old)"
                : migration.Declaring + "." + migration.Method + "(old)";
            return "new Migration<" + assembly.Type(migration.TypeKey).Code + ", " + target + ">("
                + AssemblyEmitter.Text(migration.Name) + ", " + assembly.Codec(migration.TypeKey) + ", static old => "
                + (migration.Returned == target ? call : "(" + target + ")" + call)
                + (migration.TakesNull ? ", takesNull: true" : "")
                + (migration.From.Length != 0 ? ", from: " + AssemblyEmitter.Text(migration.From) : "") + ")";
        }
    }
}
