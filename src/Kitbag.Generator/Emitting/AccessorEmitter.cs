using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>
    /// Emits methods with [UnsafeAccessor], through which codecs access non-public members. Accessors for a generic type are in a class
    /// with the same type parameters.
    /// </summary>
    internal static class AccessorEmitter
    {
        // The name of the method in such a generic class; the class has the name of the accessor.
        private const string Within = "Call";

        /// <summary>The expression with which an accessor is called.</summary>
        public static string Call(string name, OpenTypeModel? open) => open == null ? name : name + "<" + open.Arguments + ">." + Within;

        /// <summary>The name of the accessor that calls a constructor on an existing object.</summary>
        public const string RunName = "RunConstructor";

        /// <summary>The name of the accessor for a field that is not a member.</summary>
        public static string InitialName(int index) => "Initial" + index.ToString(System.Globalization.CultureInfo.InvariantCulture);

        /// <summary>Emits the accessors that the codec of a type calls.</summary>
        public static void Emit(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            ObjectModel model = layout.Model;
            if (model.ConstructionKind == ConstructionKind.HiddenConstructor)
            {
                IEnumerable<string> types = model.OpenConstructor?.Types ?? model.Parameters.Select(p => p.Type);
                Emit(code, model.OpenConstructor, "Constructor", "", model.OpenConstructor?.Declaring ?? type.Code, "Make",
                    string.Join(", ", types.Select((p, i) => Declare(model.Parameters[i], p, i))));
            }
            if (model.LateConstructor is { } late)
            {
                IEnumerable<string> types = late.Open?.Types ?? late.Parameters.Select(p => p.Type);
                Emit(code, late.Open, "Method", ".ctor", "void", RunName, (late.Open?.Declaring ?? type.Code) + " value"
                    + string.Concat(types.Select((p, i) => ", " + Declare(late.Parameters[i], p, i))));
            }
            for (int i = 0; i < model.InitialFields.Count; i++)
            {
                InitialFieldModel field = model.InitialFields[i];
                if (field.Access.Length == 0)
                    Emit(code, field.Open, "Field", field.Name, "ref " + (field.Open?.Types[0] ?? field.Type), InitialName(i),
                        (field.Open?.Declaring ?? field.Declaring) + " value");
            }
            foreach (RowMember m in layout.Members)
            {
                MemberModel member = m.Member;
                if (!member.IsPartial)
                    Emit(code, m, (type.IsValueType ? "ref " : "") + (member.Open?.Declaring ?? member.Declaring) + " value",
                        member.Open?.Types[0] ?? (member.AccessorType.Length != 0 ? member.AccessorType : m.Type.Code));
            }
        }

        // An accessor is found by its signature.
        private static string Declare(ParameterModel parameter, string type, int index) =>
            (parameter.IsByReference ? "in " : "") + type + " p" + index.ToString(System.Globalization.CultureInfo.InvariantCulture);

        private static void Emit(CodeWriter code, RowMember m, string target, string type)
        {
            MemberModel member = m.Member;
            if (member.HiddenField.Length != 0)
            {
                Emit(code, member.Open, "Field", member.HiddenField, "ref " + type, m.AccessorName("Field"), target);
                return;
            }
            if (member.HasHiddenGetter)
                Emit(code, member.Open, "Method", MethodName("get_", member), type, m.AccessorName("Get"), target);
            if (member.HasHiddenSetter)
                Emit(code, member.Open, "Method", MethodName("set_", member), "void", m.AccessorName("Set"), target + ", " + type + " to");
        }

        // The getter of an explicit implementation IThing.Name is IThing.get_Name.
        private static string MethodName(string prefix, MemberModel member) =>
            member.Name.Insert(member.Name.LastIndexOf('.') + 1, prefix);

        /// <summary>Emits one accessor.</summary>
        public static void Emit(CodeWriter code, OpenTypeModel? open, string kind, string member, string returned, string name,
            string parameters)
        {
            if (open != null)
                code.Open("private static class " + name + "<" + open.Parameters + ">" + open.Constraints);
            code.Line("[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind."
                + kind
                + (member.Length == 0 ? "" : ", Name = " + AssemblyEmitter.Text(member)) + ")]");
            code.Line((open == null ? "private static extern " : "public static extern ") + returned + " "
                + (open == null ? name : Within) + "(" + parameters + ");");
            if (open != null)
                code.Close();
            code.Line();
        }
    }
}
