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
            JsonEmitter.Emit(code, layout);
            MakingEmitter.EmitHelpers(code, layout);
            code.Close();
            code.Close();
            return code.Finish();
        }

        private static void EmitDescribe(CodeWriter code, AssemblyEmitter assembly, TypeModel type)
        {
            code.Open("protected override void Describe(Codecs.ObjectDescription description)");
            foreach (MemberModel member in type.Members)
            {
                code.Line("description.Add(" + AssemblyEmitter.Text(member.Name) + ", " + assembly.Codec(member.TypeKey) + string.Concat(member.FormerNames.Select(name => ", " + AssemblyEmitter.Text(name))) + ");");
                if (member.IsRequired)
                    code.Line("description.Require();");
            }
            code.Close();
            code.Line();
        }
    }
}
