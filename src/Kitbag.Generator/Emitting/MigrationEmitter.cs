using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints how methods of the program are called that make values of what they were in older documents.</summary>
    internal static class MigrationEmitter
    {
        /// <summary>The property of a codec that tells the migrations of its type; empty where there are none.</summary>
        public static string OfType(AssemblyEmitter assembly, TypeModel type) => Property(assembly, type, "", type.Code);

        /// <summary>The property that tells the migrations of a field; empty where there are none.</summary>
        public static string OfField(AssemblyEmitter assembly, TypeModel type, MemberModel field) =>
            Property(assembly, type, field.Name, Target(assembly, field));

        /// <summary>The migrations of a member, a comma between two.</summary>
        public static string OfMember(AssemblyEmitter assembly, TypeModel type, MemberModel member) =>
            List(assembly, type, member.Name, Target(assembly, member));

        /// <summary>Prints the accessors of those that are not in sight.</summary>
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

        /// <summary>Prints the callbacks after an object was made that way.</summary>
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

        /// <summary>Prints how a value is read from JSON of a type of which there are migrations as a whole.</summary>
        public static void EmitReadJson(CodeWriter code, RowLayout layout)
        {
            if (layout.Type.IsTracked || layout.Type.Migrations.All(migration => migration.Member.Length != 0))
                return;
            code.Line("public override " + layout.Self + " ReadJson(ref JsonReader r) => TryMigrateJson(ref r, out "
                + layout.Self + " value) ? value : base.ReadJson(ref r);");
            code.Line();
        }

        /// <summary>
        /// The migrations that make members of others which JSON has by a name of their own, in the order in which the names are told.
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

        /// <summary>Whether JSON of a member is migrated: what is populated, and what has another form, is not.</summary>
        public static bool IsInJson(RowMember m) => m.Member.JsonForm.Length == 0 && m.Member.IsJsonRead && !m.Member.IsJsonExtended
            && m.Member.Assignment != MemberAssignment.Populate;

        /// <summary>The expression of a member that is read from JSON.</summary>
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
