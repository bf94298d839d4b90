using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints methods within types that are partial, which read and assign what codecs cannot see.</summary>
    internal static class PartialTypeEmitter
    {
        /// <summary>The name of such a method.</summary>
        public static string Method(string kind, string member) => "Kitbag" + kind + "_" + member;

        public static string Emit(IEnumerable<PartialTypeModel> types, EquatableArray<string> warnings)
        {
            CodeWriter code = AssemblyEmitter.BeginFile(warnings);
            foreach (PartialTypeModel type in types)
            {
                if (type.Namespace.Length != 0)
                    code.Open("namespace " + type.Namespace);
                foreach (string header in type.Headers)
                    code.Open(header);
                foreach (PartialMemberModel member in type.Members)
                    Emit(code, type, member);
                for (int i = 0; i < type.Headers.Count + (type.Namespace.Length != 0 ? 1 : 0); i++)
                    code.Close();
                code.Line();
            }
            return code.Finish();
        }

        private static void Emit(CodeWriter code, PartialTypeModel type, PartialMemberModel member)
        {
            const string Hidden =
                "[global::System.ComponentModel.EditorBrowsable(global::System.ComponentModel.EditorBrowsableState.Never)]";
            string value = (type.IsValueType ? "ref " : "") + type.Key + " value";
            if (member.HasGetter)
            {
                code.Line(Hidden);
                code.Line("internal static " + member.Type + " " + Method("Get", member.Name) + "(" + value + ") => value." + member.Access
                    + ";");
            }
            if (member.HasSetter)
            {
                code.Line(Hidden);
                code.Line("internal static void " + Method("Set", member.Name) + "(" + value + ", " + member.Type + " to) => value."
                    + member.Access + " = to;");
            }
        }
    }
}
