using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits methods in partial types that access members, and call methods, which codecs cannot access.</summary>
    internal static class PartialTypeEmitter
    {
        private const string Hidden =
            "[global::System.ComponentModel.EditorBrowsable(global::System.ComponentModel.EditorBrowsableState.Never)]";

        /// <summary>The name of such a method.</summary>
        public static string Method(string kind, string member) => "Kitbag" + kind + "_" + member;

        /// <summary>Emits the file.</summary>
        /// <param name="types">The types.</param>
        /// <param name="warnings">The ids of warnings to disable; for methods that other projects call, all are disabled.</param>
        /// <param name="isOffered">Whether code that is generated in other projects may call the methods.</param>
        public static string Emit(IEnumerable<PartialTypeModel> types, EquatableArray<string> warnings, bool isOffered)
        {
            CodeWriter code = isOffered ? HiddenEmitter.Begin("methods by which generated code of other projects reaches members")
                : AssemblyEmitter.BeginFile(warnings);
            foreach (PartialTypeModel type in types)
            {
                if (type.Namespace.Length != 0)
                    code.Open("namespace " + type.Namespace);
                foreach (string header in type.Headers)
                    code.Open(header);
                if (type.HasUnknownStore)
                {
                    code.Line("/// <summary>The members in a document that this version of the class does not have.</summary>");
                    code.Line(Hidden);
                    code.Line("public " + UnknownStore.TypeInCode + " " + UnknownStore.Field + ";");
                }
                foreach (PartialMemberModel member in type.Members)
                    Emit(code, type, member, isOffered ? "public static " : "internal static ");
                foreach (PartialMethodModel method in type.Methods)
                {
                    code.Line(Hidden);
                    code.Line("internal static " + method.Returned + " " + Method("Migrate", method.Name) + "(" + method.Parameter
                        + " old) { return " + method.Access + "(old); }");
                }
                foreach (PartialCallbackModel callback in type.Callbacks)
                {
                    code.Line(Hidden);
                    code.Line((isOffered ? "public static void " : "internal static void ") + Method(callback.Kind, callback.Name) + "("
                        + ValueOf(type) + ") { value." + callback.Access + "(" + callback.Arguments + "); }");
                }
                for (int i = 0; i < type.Headers.Count + (type.Namespace.Length != 0 ? 1 : 0); i++)
                    code.Close();
                code.Line();
            }
            return code.Finish();
        }

        // C# 5, because a project that only provides the methods may have any language version.
        private static void Emit(CodeWriter code, PartialTypeModel type, PartialMemberModel member, string access)
        {
            string value = ValueOf(type);
            if (member.HasGetter)
            {
                code.Line(Hidden);
                code.Line(access + member.Type + " " + Method("Get", member.Name) + "(" + value + ") { return value." + member.Access
                    + "; }");
            }
            if (member.HasSetter)
            {
                code.Line(Hidden);
                code.Line(access + "void " + Method("Set", member.Name) + "(" + value + ", " + member.Type + " to) { value."
                    + member.Access + " = to; }");
            }
        }

        // The parameter for an object.
        private static string ValueOf(PartialTypeModel type) => (type.IsValueType ? "ref " : "") + type.Key + " value";
    }
}
