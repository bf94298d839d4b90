using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints the codec of a class or struct: its members, and gathering and scattering them.</summary>
    internal static class ObjectEmitter
    {
        public static string Emit(AssemblyEmitter assembly, TypeModel type)
        {
            CodeWriter code = assembly.Begin();
            code.Open("internal sealed class " + type.ClassName + " : Codecs.ObjectCodec<" + type.Code + ">");
            code.Line("public static readonly " + type.ClassName + " Instance = new " + type.ClassName + "();");
            code.Line();
            code.Line("private " + type.ClassName + "()");
            code.Open("    : base(" + AssemblyEmitter.Text(type.SchemaName) + ")");
            code.Close();
            code.Line();
            var layout = new RowLayout(assembly, type);
            EmitDescribe(code, assembly, type);
            RowEmitter.EmitWrite(code, layout);
            RowEmitter.EmitRead(code, layout);
            GroupEmitter.EmitWrite(code, layout);
            GroupEmitter.EmitRead(code, layout);
            EmitAssign(code, layout);
            if (type.HasJson)
                JsonEmitter.Emit(code, layout);
            ConstructionEmitter.EmitHelpers(code, layout);
            code.Close();
            code.Close();
            return code.Finish();
        }

        // What stands in a member without a setter is given the members of what was read.
        private static void EmitAssign(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            if (type.IsValueType || layout.Members.Length == 0 || !ConstructionEmitter.CanPopulate(type))
                return;
            code.Open("protected override void Assign(ref WireReader r, " + type.Code + " target, " + type.Code + " source, Schema.ReadPlan plan)");
            for (int i = 0; i < layout.Members.Length; i++)
            {
                RowMember m = layout.Members[i];
                string index = i.ToString(System.Globalization.CultureInfo.InvariantCulture);
                code.Line("if (IsThere(plan, " + index + "))");
                code.Line("    " + (m.Member.Assignment == MemberAssignment.Populate
                    ? m.Codec + ".Populate(ref r, " + m.Get("target") + ", " + m.Get("source") + ", PartOf(plan, " + index + "));"
                    : m.Set("target", m.Get("source"))));
            }
            ConstructionEmitter.EmitAfter(code, type, "target");
            code.Close();
            code.Line();
        }

        private static void EmitDescribe(CodeWriter code, AssemblyEmitter assembly, TypeModel type)
        {
            code.Open("protected override void Describe(Codecs.ObjectDescription description)");
            bool isPredictable = type.IsPredictable && type.Before.Count == 0 && type.After.Count == 0;
            foreach (MemberModel member in type.Members)
            {
                code.Line("description.Add(" + AssemblyEmitter.Text(member.Name) + ", " + assembly.Codec(member.TypeKey) + string.Concat(member.FormerNames.Select(name => ", " + AssemblyEmitter.Text(name))) + ");");
                if (member.JsonName is { Length: not 0 } other && other != member.Name)
                    code.Line("description.Rename(" + AssemblyEmitter.Text(other) + ");");
                if (member.IsRequired)
                    code.Line("description.Require();");
                if (isPredictable && member.Initial != InitialValue.Default)
                    code.Line("description.Initialize(" + (member.Initial == InitialValue.Constant ? "true" : "false") + ");");
            }
            if (isPredictable)
                code.Line("description.Predict();");
            code.Close();
            code.Line();
        }
    }
}
