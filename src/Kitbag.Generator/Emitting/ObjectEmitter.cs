using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the codec of a class or struct: its members, and how they are gathered and scattered.</summary>
    internal static class ObjectEmitter
    {
        public static string Emit(AssemblyEmitter assembly, TypeModel type)
        {
            CodeWriter code = assembly.Begin(type);
            var layout = new RowLayout(assembly, type);
            GraphEmitter.EmitReference(code, type, layout.Self);
            AssemblyEmitter.EmitAttributes(code);
            code.Open("sealed class " + type.ClassName + " : ObjectCodec<" + layout.Self + ">");
            code.Line("public static readonly " + type.ClassName + " Codec = new();");
            code.Line();
            code.Line(type.ClassName + "() : base(" + AssemblyEmitter.Text(type.SchemaName)
                + (type.IsTracked ? ", isTracked: true" : "") + (type.IsCopied ? ", isCopied: true" : "") + ")"
                + (MigrationEmitter.OfType(assembly, type) is { Length: not 0 } migrations ? " { " + migrations + "; }" : " { }"));
            code.Line();
            EmitDescribe(code, assembly, layout);
            RowEmitter.EmitWrite(code, layout);
            RowEmitter.EmitRead(code, layout);
            GroupEmitter.EmitWrite(code, layout);
            GroupEmitter.EmitRead(code, layout);
            EmitAssign(code, layout);
            EmitHold(code, layout);
            MigrationEmitter.EmitComplete(code, layout);
            EmitUnknown(code, layout);
            GraphEmitter.Emit(code, layout);
            if (type.HasJson)
                JsonEmitter.Emit(code, layout);
            ConstructionEmitter.EmitHelpers(code, layout);
            MigrationEmitter.EmitAccessors(code, type);
            code.Close();
            code.Close();
            return code.Finish();
        }

        // A member without a setter gets the members of the value that was read.
        private static void EmitAssign(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            if ((!layout.Model.IsPopulated && !layout.Model.IsMigrated) || type.IsValueType || !ConstructionEmitter.CanPopulate(type))
                return;
            code.Open("protected override void Assign(ref WireReader r, T target, T source, Schema.ReadPlan plan)");
            foreach (RowMember m in layout.InSetOrder)
            {
                string index = m.Index;
                code.Line("if (IsThere(plan, " + index + ")) " + (m.Member.Assignment == MemberAssignment.Populate
                    ? m.Codec + ".Populate(ref r, " + m.Get("target") + ", " + m.Get("source") + ", PartOf(plan, " + index + "));"
                    : m.Set("target", m.Get("source"))));
            }
            GraphEmitter.EmitAfter(code, layout, "target");
            code.Close();
            code.Line();
        }

        // If setting or populating a member may fail, the members of an object that is populated are saved first, and restored on failure.
        private static void EmitHold(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            RowMember[] set = layout.BySetIndex.Where(m => m.Member.Assignment == MemberAssignment.After).ToArray();
            // JSON of a graph is read directly into the object, and may turn out to be malformed later. Constructors and callbacks of
            // tracked objects are called after the members of the object are set.
            bool mayFail = (type.HasJson && (type.HoldsReferences || layout.Model.IsPopulated))
                || (type.HoldsReferences && layout.Model.HasRefusingMembers) || set.Any(m => m.Member.HasSetterCode)
                || set.Length != layout.Members.Length;
            if (type.IsValueType || !mayFail || set.Length == 0 || !ConstructionEmitter.CanPopulate(type))
                return;
            code.Line("protected override object[] Hold(T target) => new object[] { "
                + string.Join(", ", set.Select(m => m.Get("target"))) + " };");
            code.Line();
            code.Open("protected override void GiveBack(T target, object[] held)");
            for (int i = 0; i < set.Length; i++)
                code.Line(set[i].Set("target", "(" + set[i].Type.Code + ")held["
                    + i.ToString(System.Globalization.CultureInfo.InvariantCulture) + "]"));
            code.Close();
            code.Line();
        }

        private static void EmitUnknown(CodeWriter code, RowLayout layout)
        {
            if (layout.Unknown is not { } unknown)
                return;
            code.Line("protected override global::Kitbag.KitbagUnknown UnknownOf(T value) => " + unknown.Get("value") + ";");
            code.Line();
            code.Line("protected override void SetUnknown(T value, global::Kitbag.KitbagUnknown unknown) => "
                + unknown.Set("value", "unknown"));
            code.Line();
            if (layout.Model.StandsForUnknown)
            {
                code.Line("protected override bool StandsForUnknown => true;");
                code.Line();
            }
            if (layout.Type.HasJson)
            {
                code.Line("protected override bool HasJson => true;");
                code.Line();
            }
        }

        private static void EmitDescribe(CodeWriter code, AssemblyEmitter assembly, RowLayout layout)
        {
            ObjectModel model = layout.Model;
            var calls = new List<string>();
            bool isPredictable = model.IsPredictable && model.Before.Count == 0 && model.After.Count == 0;
            if (layout.Members.Length != 0)
                calls.Add("Add(" + AssemblyEmitter.Text(string.Join(" ", layout.Members.Select(m => m.Member.Name))) + ", "
                    + string.Join(", ", layout.Members.Select(m => m.Codec)) + ")");
            if (model.IsDerived || model.FormerNames.Count != 0)
                calls.Add("Derive(" + (model.IsDerived ? "true" : "false")
                    + string.Concat(model.FormerNames.Select(name => ", " + AssemblyEmitter.Text(name))) + ")");
            foreach (RowMember m in layout.Members)
            {
                MemberModel member = m.Member;
                string index = m.Index;
                if (member.FormerNames.Count != 0)
                    calls.Add("AddFormer(" + index
                        + string.Concat(member.FormerNames.Select(name => ", " + AssemblyEmitter.Text(name))) + ")");
                if (member.JsonName is { Length: not 0 } other && other != member.Name)
                    calls.Add("Rename(" + index + ", " + AssemblyEmitter.Text(other) + ")");
                if (member.IsRequired)
                    calls.Add("Require(" + index + ")");
                if (MigrationEmitter.OfMember(assembly, layout.Type, member) is { Length: not 0 } migrations)
                    calls.Add("Migrate(" + index + ", " + migrations + ")");
                if (isPredictable && member.Initial != InitialValue.Default)
                    calls.Add("Initialize(" + index + (member.Initial == InitialValue.Constant ? ", true)" : ", false)"));
            }
            if (isPredictable)
                calls.Add("Predict()");
            // A type without special members is described by one line.
            string separator = calls.Count <= 2 ? "." : "\n\t\t.";
            code.Line("protected override void Describe(ObjectDescription type)"
                + (calls.Count == 0 ? " { }" : " => type." + string.Join(separator, calls) + ";"));
            code.Line();
        }
    }
}
