using System;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>
    /// Prints how objects are made, what is called before they are written and after they are read, and accessors of what is not in sight.
    /// </summary>
    internal static class ConstructionEmitter
    {
        /// <summary>
        /// Whether members are set after the object is made, or populated, all of them: then one that exists can be populated.
        /// </summary>
        public static bool CanPopulate(TypeModel type) =>
            type.Members.All(m => m.Assignment is MemberAssignment.After or MemberAssignment.Populate);

        /// <summary>Whether an object can be made without knowing any member.</summary>
        public static bool CanMakeFresh(TypeModel type) =>
            type.Object!.ConstructionKind != ConstructionKind.Uninitialized && type.Object.Parameters.All(p => p.Default.Length != 0)
            && type.Members.All(m => !m.IsRequired);

        public static void EmitRefusePopulate(CodeWriter code, TypeModel type)
        {
            if (CanPopulate(type))
                return;
            code.Line("if (populate) throw CannotPopulate();");
        }

        /// <summary>The expression of a new object.</summary>
        /// <param name="layout">The type.</param>
        /// <param name="argument">The expression of a member that the constructor takes.</param>
        /// <param name="initializer">The expression of a member that the initializer sets; null leaves it out.</param>
        public static string Make(RowLayout layout, Func<RowMember, string> argument, Func<RowMember, string?> initializer)
        {
            ObjectModel model = layout.Model;
            string self = layout.Self;
            if (model.ConstructionKind == ConstructionKind.Uninitialized)
                return "(" + self + ")global::System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(typeof(" + self + "))";
            if (model.ConstructionKind == ConstructionKind.Default)
                return "default(" + self + ")";
            string arguments = string.Join(", ",
                model.Parameters.Select(p => p.Member < 0 ? p.Default : Argument(p, argument(layout.Members[p.Member]))));
            if (model.ConstructionKind == ConstructionKind.HiddenConstructor)
                return AccessorEmitter.Call("Make", model.OpenConstructor) + "(" + arguments + ")";
            var initializers = layout.Members
                .Where(m => m.Member.Assignment == MemberAssignment.Initializer || m.Member.IsInitializedToo)
                .Select(m => (m.Member.Access, Value: m.Member.IsInitializedToo ? argument(m) : initializer(m)))
                .Where(m => m.Value != null)
                .Select(m => m.Access + " = " + m.Value)
                .Concat(model.UnsetRequired.Select(access => access + " = default"))
                .ToList();
            return "new " + self + "(" + arguments + ")" + (initializers.Count == 0 ? "" : " { " + string.Join(", ", initializers) + " }");
        }

        /// <summary>What a parameter is given of its member.</summary>
        public static string Argument(ParameterModel parameter, string value) =>
            parameter.Conversion.Length == 0 ? value : parameter.Conversion + "(" + value + ")";

        /// <summary>The expression of an object with those members alone without which there is none.</summary>
        public static string MakeBare(RowLayout layout, Func<RowMember, string> value) =>
            Make(layout, value, m => m.Member.IsRequired ? value(m) : null);

        /// <summary>Prints what comes before an object is written.</summary>
        /// <param name="code">Where to.</param>
        /// <param name="layout">The type.</param>
        /// <param name="value">The object.</param>
        /// <param name="isExact">Whether none of a class that derives from it may stand there.</param>
        /// <param name="condition">When methods of the object are called; null where always.</param>
        public static void EmitBefore(CodeWriter code, RowLayout layout, string value, bool isExact = true, string? condition = null)
        {
            ObjectModel model = layout.Model;
            if (model.IsOpen && isExact)
            {
                // A member may be called GetType.
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

        // A struct would be boxed by a cast, and its changes lost.
        private static string Call(TypeModel type, CallbackModel callback, string helper, string value) =>
            type.IsValueType ? helper + "(ref " + value + ");" : "((" + callback.Interface + ")" + value + ")." + callback.Method + "();";

        /// <summary>Prints the methods that the others call.</summary>
        public static void EmitHelpers(CodeWriter code, RowLayout layout)
        {
            ObjectModel model = layout.Model;
            AccessorEmitter.Emit(code, layout);
            if (model.Parameters.Concat(model.LateConstructor?.Parameters ?? model.Parameters)
                .Any(p => p.Conversion == ParameterModel.ToArray))
            {
                code.Line("private static T[] " + ParameterModel.ToArray
                    + "<T>(global::System.Collections.Generic.IEnumerable<T> items) => items == null ? null : "
                    + "global::System.Linq.Enumerable.ToArray(items);");
                code.Line();
            }
            if (!layout.Type.IsValueType)
                return;
            for (int i = 0; i < model.Before.Count; i++)
                EmitCallback(code, model.Before[i], "Before" + Text(i));
            for (int i = 0; i < model.After.Count; i++)
                EmitCallback(code, model.After[i], "After" + Text(i));
        }

        private static void EmitCallback(CodeWriter code, CallbackModel callback, string helper)
        {
            code.Line("private static void " + helper + "<T>(ref T value) where T : " + callback.Interface + " => value." + callback.Method
                + "();");
            code.Line();
        }

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
