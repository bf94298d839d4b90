using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the code for tracked classes, and for types that contain references to them.</summary>
    internal static class GraphEmitter
    {
        /// <summary>
        /// Emits the class that holds the codec of references to a type. It gets the codec of the objects on first use, because static
        /// fields whose initializers depend on each other would be null.
        /// </summary>
        public static void EmitReference(CodeWriter code, TypeModel type, string self)
        {
            if (!type.IsTracked)
                return;
            string codec = "ReferenceCodec<" + self + ">";
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal static class " + type.Reference);
            code.Line("public static readonly " + codec + " Codec = new " + codec + "(static () => " + type.ClassName + ".Codec);");
            code.Close();
            code.Line();
        }

        /// <summary>Emits the methods that the reader and the writer of graphs call.</summary>
        public static void Emit(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            if (type.HoldsReferences)
                EmitDiscover(code, layout);
            if (layout.HasCreateEmpty)
                EmitCreateEmpty(code, layout);
            if (layout.Model.LateConstructor is { } constructor)
                EmitConstruct(code, layout, constructor);
            if (IsCompletedLater(layout) || MayBeFollowed(layout))
                EmitComplete(code, layout);
        }

        /// <summary>
        /// Emits the callbacks after an object has been read. For tracked objects, and objects that contain references, they are called
        /// when the whole graph is complete; for structs immediately, because later only copies of them exist.
        /// </summary>
        public static void EmitAfter(CodeWriter code, RowLayout layout, string value)
        {
            if (!IsCompletedLater(layout))
                ConstructionEmitter.EmitAfter(code, layout, value);
            else if (!layout.Type.IsTracked)
                code.Line("CompleteLater(ref r, " + value + ");");
        }

        /// <summary>
        /// Emits the callbacks after an object of a group has been read. The library calls them for objects whose members include kept
        /// ones, which are read after the group.
        /// </summary>
        public static void EmitAfterGroup(CodeWriter code, RowLayout layout, string value)
        {
            if (!MayBeFollowed(layout) || layout.Type.IsTracked)
                EmitAfter(code, layout, value);
            else
                code.Line("if (group.IsFinal) " + (IsCompletedLater(layout) ? "CompleteLater(ref r, " : "Complete(") + value + ");");
        }

        private static bool IsCompletedLater(RowLayout layout) =>
            layout.Model.After.Count != 0 && layout.Type.HoldsReferences && !layout.Type.IsValueType;

        // Whether kept members may be read after an object whose callbacks wait for them.
        private static bool MayBeFollowed(RowLayout layout) => layout.Model.After.Count != 0 && layout.Unknown != null;

        private static void EmitDiscover(CodeWriter code, RowLayout layout)
        {
            RowMember[] holders = layout.Members.Where(m => m.HoldsReferences).ToArray();
            code.Open("public override void Discover(ref WireWriter w, ReadOnlySpan<" + layout.Self + "> objects)");
            foreach (RowMember m in holders)
                code.Line("var " + m.Local + " = " + m.Codec + ".Rent(ref w, objects.Length);");
            code.Line("int count = 0;");
            bool copies = layout.Type.IsValueType && holders.Any(m => m.Member.HasHiddenGetter);
            code.Open("foreach (" + (layout.Type.IsValueType ? "ref readonly " : "") + "var " + (copies ? "each" : "value")
                + " in objects)");
            if (copies)
                code.Line("var value = each;");
            if (!layout.Type.IsValueType)
                code.Line("if (value is null) continue;");
            foreach (RowMember m in holders)
                code.Line(m.Local + "[count] = " + m.Get("value") + ";");
            code.Line("count++;");
            code.Close();
            foreach (RowMember m in holders)
                code.Line(m.Codec + ".DiscoverMember(ref w, " + m.Local + ", count);");
            code.Close();
            code.Line();
        }

        private static void EmitCreateEmpty(CodeWriter code, RowLayout layout)
        {
            RowMember[] initialized = layout.Members.Where(m => m.Member.InitialText.Length != 0).ToArray();
            string head = "protected override " + layout.Self + " CreateEmpty()",
                make = ConstructionEmitter.MakeNew(layout, _ => "", _ => null);
            if (initialized.Length == 0 && layout.Model.InitialFields.Count == 0)
            {
                code.Line(head + " => " + make + ";");
                code.Line();
                return;
            }
            code.Open(head);
            code.Line("var value = " + make + ";");
            foreach (RowMember m in initialized)
                code.Line(m.Set("value", m.Member.InitialText));
            for (int i = 0; i < layout.Model.InitialFields.Count; i++)
            {
                InitialFieldModel field = layout.Model.InitialFields[i];
                code.Line((field.Access.Length != 0 ? "value." + field.Access
                    : AccessorEmitter.Call(AccessorEmitter.InitialName(i), field.Open) + "(value)") + " = " + field.Text + ";");
            }
            code.Line("return value;");
            code.Close();
            code.Line();
        }

        // The constructor gets members that the object already has; if it changes other members, those are restored afterwards.
        private static void EmitConstruct(CodeWriter code, RowLayout layout, LateConstructorModel constructor)
        {
            code.Line("protected override bool NeedsConstruction => true;");
            code.Line();
            code.Open("protected override void Construct(" + layout.Self + " value, PresentMembers members)");
            var others = layout.Members.Select((m, i) => (Member: m, Index: i))
                .Where(one => constructor.Parameters.All(p => p.Member != one.Index)).ToList();
            foreach ((RowMember m, int _) in others)
                code.Line("var " + m.Local + " = " + m.Get("value") + ";");
            code.Line(AccessorEmitter.Call(AccessorEmitter.RunName, constructor.Open) + "(value" + string.Concat(constructor.Parameters
                .Select(p => ", " + (p.Member < 0 ? p.Default
                    : ConstructionEmitter.Argument(p, layout.Members[p.Member].Get("value"))))) + ");");
            foreach ((RowMember m, int index) in others)
                code.Line("if (members.Has(" + index.ToString(System.Globalization.CultureInfo.InvariantCulture) + ")) "
                    + m.Set("value", m.Local));
            code.Close();
            code.Line();
        }

        private static void EmitComplete(CodeWriter code, RowLayout layout)
        {
            if (layout.Type.IsTracked)
            {
                code.Line("protected override bool NeedsCompletion => true;");
                code.Line();
            }
            code.Open("protected override void Complete(" + layout.Self + " value)");
            ConstructionEmitter.EmitAfter(code, layout, "value");
            code.Close();
            code.Line();
        }
    }
}
