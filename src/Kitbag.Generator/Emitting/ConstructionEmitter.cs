using System;
using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits how objects are created, the calls before they are written and after they are read, and accessors.</summary>
    internal static class ConstructionEmitter
    {
        private const string MakeOrDefault = "MakeOrDefault";

        /// <summary>
        /// Whether all members are set or populated after the object is created, so that an existing object can be populated.
        /// </summary>
        public static bool CanPopulate(TypeModel type) =>
            type.Members.All(IsSetInExisting);

        private static bool IsSetInExisting(MemberModel member) =>
            member.Assignment is MemberAssignment.After or MemberAssignment.Populate;

        /// <summary>
        /// The statement that throws because an existing object cannot be populated; it names the first member that prevents it.
        /// </summary>
        public static string ThrowCannotPopulate(TypeModel type) =>
            "throw CannotPopulate(" + Text(type.Members.TakeWhile(IsSetInExisting).Count()) + ");";

        /// <summary>Whether an object can be created before any member is known.</summary>
        public static bool CanMakeFresh(TypeModel type) =>
            type.Object!.ConstructionKind != ConstructionKind.Uninitialized && type.Object.Parameters.All(p => p.Default.Length != 0)
            && type.Members.All(m => !m.IsRequired);

        public static void EmitRefusePopulate(CodeWriter code, TypeModel type)
        {
            if (CanPopulate(type))
                return;
            code.Line("if (populate) " + ThrowCannotPopulate(type));
        }

        /// <summary>The expression that creates an object.</summary>
        /// <param name="layout">The type.</param>
        /// <param name="argument">Returns the expression of a member that is a constructor argument.</param>
        /// <param name="initializer">Returns the expression of a member in the object initializer; null to omit it.</param>
        public static string Make(RowLayout layout, Func<RowMember, string> argument, Func<RowMember, string?> initializer) =>
            layout.HasCreateEmpty && !layout.Type.IsTracked ? "CreateEmpty()" : MakeNew(layout, argument, initializer);

        /// <summary>The expression that creates an object without the method for that.</summary>
        public static string MakeNew(RowLayout layout, Func<RowMember, string> argument, Func<RowMember, string?> initializer)
        {
            ObjectModel model = layout.Model;
            string self = layout.Self;
            if (model.ConstructionKind == ConstructionKind.Uninitialized)
                return "(" + self + ")global::System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(typeof(" + self + "))";
            if (model.ConstructionKind == ConstructionKind.Default)
                return "default(" + self + ")";
            string arguments = string.Join(", ",
                model.Parameters.Select(p => p.Member < 0 ? p.Default : Argument(p, argument(layout.Members[p.Member]))));
            if (HasMakeOrDefault(layout))
                return MakeOrDefault + "(" + arguments + ")";
            if (model.ConstructionKind == ConstructionKind.HiddenConstructor)
                return ConstructorOf(layout) + "(" + arguments + ")";
            var initializers = layout.BySetIndex
                .Where(m => m.Member.Assignment == MemberAssignment.Initializer || m.Member.IsInitializedToo)
                .Select(m => (m.Member.Access, Value: m.Member.IsInitializedToo ? argument(m) : initializer(m)))
                .Where(m => m.Value != null)
                .Select(m => m.Access + " = " + m.Value)
                .Concat(model.UnsetRequired.Select(access => access + " = default"))
                .ToList();
            return ConstructorOf(layout) + "(" + arguments + ")"
                + (initializers.Count == 0 ? "" : " { " + string.Join(", ", initializers) + " }");
        }

        // What precedes the arguments of the constructor.
        private static string ConstructorOf(RowLayout layout) => layout.Model.ConstructionKind == ConstructionKind.HiddenConstructor
            ? AccessorEmitter.Call("Make", layout.Model.OpenConstructor) : "new " + layout.Self;

        // An object initializer cannot follow the call of a method.
        private static bool HasMakeOrDefault(RowLayout layout) => layout.Model.MayRejectDefault && layout.Model.UnsetRequired.Count == 0
            && layout.Model.Parameters.Any(p => p.Member >= 0)
            && !layout.Members.Any(m => m.Member.Assignment == MemberAssignment.Initializer || m.Member.IsInitializedToo);

        // A struct may have its default value, for which no constructor was called, although its constructor rejects the values of its
        // members. After the first exception the constructor is not called for them, so many such values cost little time.
        private static void EmitMakeOrDefault(CodeWriter code, RowLayout layout)
        {
            ObjectModel model = layout.Model;
            string parameters = string.Join(", ", model.Parameters.Select((p, i) => p.Type + " p" + Text(i))),
                arguments = string.Join(", ", model.Parameters.Select((_, i) => "p" + Text(i))),
                isDefault = string.Join(" && ", model.Parameters.Select((p, i) => p.Member < 0 ? ""
                    : "global::System.Collections.Generic.EqualityComparer<" + p.Type + ">.Default.Equals(p" + Text(i) + ", default)")
                    .Where(text => text.Length != 0));
            code.Line("private static bool _rejectsDefault;");
            code.Line();
            code.Line("private static " + layout.Self + " " + MakeOrDefault + "(" + parameters + ")");
            code.Open();
            code.Line("if (_rejectsDefault && " + isDefault + ") return default;");
            code.Line("try");
            code.Open();
            code.Line("return " + ConstructorOf(layout) + "(" + arguments + ");");
            code.Close();
            code.Line("catch (global::System.Exception e) when (!(e is global::System.OutOfMemoryException) && " + isDefault + ")");
            code.Open();
            code.Line("_rejectsDefault = true;");
            code.Line("return default;");
            code.Close();
            code.Close();
            code.Line();
        }

        /// <summary>The constructor argument for the value of a member.</summary>
        public static string Argument(ParameterModel parameter, string value) =>
            parameter.Conversion.Length == 0 ? value : parameter.Conversion + "(" + value + ")";

        /// <summary>The value of a member that is passed to a constructor, or the parameter's default.</summary>
        /// <param name="parameter">The parameter, which has a default.</param>
        /// <param name="condition">The condition for the value, in C#.</param>
        /// <param name="value">The value, in C#.</param>
        public static string ValueOrDefault(ParameterModel parameter, string condition, string value) =>
            // What is converted is a value of the member's type, which may have no conversion to the parameter's type.
            condition + " ? " + value + " : " + (parameter.Conversion.Length == 0 ? parameter.Default : "default");

        /// <summary>The expression that creates an object with only the members that are necessary to create it.</summary>
        public static string MakeBare(RowLayout layout, Func<RowMember, string> value) =>
            Make(layout, value, m => m.Member.IsRequired ? value(m) : null);

        /// <summary>Emits the calls before an object is written.</summary>
        /// <param name="code">The output.</param>
        /// <param name="layout">The type.</param>
        /// <param name="value">The object.</param>
        /// <param name="isExact">Whether objects of derived classes are not allowed.</param>
        /// <param name="condition">The condition for calling methods of the object; null for always.</param>
        public static void EmitBefore(CodeWriter code, RowLayout layout, string value, bool isExact = true, string? condition = null)
        {
            ObjectModel model = layout.Model;
            if (model.IsOpen && isExact)
            {
                // A member may have the name GetType.
                code.Line("if (((object)" + value + ").GetType() != typeof(" + layout.Self + ")) throw UnregisteredDerivedType(" + value
                    + ");");
            }
            for (int i = 0; i < model.Before.Count; i++)
                code.Line((condition == null ? "" : "if (" + condition + ") ")
                    + Call(layout.Type, model.Before[i], "Before" + Text(i), value));
        }

        public static void EmitAfter(CodeWriter code, RowLayout layout, string value)
        {
            for (int i = 0; i < layout.Model.After.Count; i++)
                code.Line(Call(layout.Type, layout.Model.After[i], "After" + Text(i), value));
        }

        private static string Call(TypeModel type, CallbackModel callback, string helper, string value)
        {
            string argument = (type.IsValueType ? "ref " : "") + value;
            return callback.Access switch
            {
                CallbackAccess.Partial => callback.Declaring + "." + PartialTypeEmitter.Method(PartialCallbackModel.KindOf(
                    callback.Arguments), callback.Method) + "(" + argument + ");",
                CallbackAccess.Accessor => AccessorEmitter.Call(helper, callback.Open) + "(" + argument + (callback.Arguments.Length == 0
                    ? "" : ", " + callback.Arguments) + ");",
                // A cast would box a struct, and its changes would be lost.
                CallbackAccess.Interface when type.IsValueType => helper + "(" + argument + ");",
                CallbackAccess.Visible when type.IsValueType => value + "." + callback.Method + "(" + callback.Arguments + ");",
                // A derived class may have a method of the same name.
                _ => "((" + callback.Declaring + ")" + value + ")." + callback.Method + "(" + callback.Arguments + ");",
            };
        }

        /// <summary>Emits the helper methods that the other methods call.</summary>
        public static void EmitHelpers(CodeWriter code, RowLayout layout)
        {
            ObjectModel model = layout.Model;
            AccessorEmitter.Emit(code, layout);
            if (HasMakeOrDefault(layout))
                EmitMakeOrDefault(code, layout);
            if (model.Parameters.Concat(model.LateConstructor?.Parameters ?? model.Parameters)
                .Any(p => p.Conversion == ParameterModel.ToArray))
            {
                code.Line("private static T[] " + ParameterModel.ToArray
                    + "<T>(global::System.Collections.Generic.IEnumerable<T> items) => items == null ? null : "
                    + "global::System.Linq.Enumerable.ToArray(items);");
                code.Line();
            }
            for (int i = 0; i < model.Before.Count; i++)
                EmitCallback(code, layout.Type, model.Before[i], "Before" + Text(i));
            for (int i = 0; i < model.After.Count; i++)
                EmitCallback(code, layout.Type, model.After[i], "After" + Text(i));
        }

        private static void EmitCallback(CodeWriter code, TypeModel type, CallbackModel callback, string helper)
        {
            if (callback.Access == CallbackAccess.Accessor)
            {
                AccessorEmitter.Emit(code, callback.Open, "Method", callback.Method, "void", helper, (type.IsValueType ? "ref " : "")
                    + (callback.Open?.Declaring ?? callback.Declaring) + " value" + (callback.Arguments.Length == 0 ? ""
                        : ", " + MarkedCallbacks.ContextInCode + " context"));
            }
            else if (callback.Access == CallbackAccess.Interface && type.IsValueType)
            {
                code.Line("private static void " + helper + "<T>(ref T value) where T : " + callback.Declaring + " => value."
                    + callback.Method + "(" + callback.Arguments + ");");
                code.Line();
            }
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
