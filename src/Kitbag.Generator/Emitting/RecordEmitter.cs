using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the codec of a struct that is stored as its memory image.</summary>
    internal static class RecordEmitter
    {
        public static void Emit(CodeWriter code, AssemblyEmitter assembly, TypeModel type, RecordModel model)
        {
            string name = AssemblyEmitter.Text(type.SchemaName);
            AssemblyEmitter.EmitInstance(
                code,
                type,
                type.CodecType,
                (model.Parameters.Count != 0 ? New(type, model) + ", " + name : name + New(type, model))
                    + string.Concat(type.Members.Select(field => ", " + Field(assembly, type, field))),
                model.JsonSkipped.Count != 0 && type.HasJson
                    ? "JsonSkipped = " + AssemblyEmitter.Text(string.Join(" ", model.JsonSkipped)) : "",
                model.JsonForm.Length != 0 ? "JsonForm = " + assembly.Codec(model.JsonForm) : "",
                MigrationEmitter.OfType(assembly, type));
        }

        private static string Field(AssemblyEmitter assembly, TypeModel type, MemberModel field)
        {
            string arguments = AssemblyEmitter.Text(field.Name) + ", " + assembly.MemberCodec(field.TypeKey);
            if (field.JsonName != null || field.IsRequired || field.FormerNames.Count != 0)
                arguments += field.JsonName != null ? ", " + AssemblyEmitter.Text(field.JsonName) : ", null";
            if (field.IsRequired || field.FormerNames.Count != 0)
                arguments += field.IsRequired ? ", true" : ", false";
            return "new RecordField(" + arguments
                + string.Concat(field.FormerNames.Select(name => ", " + AssemblyEmitter.Text(name))) + ")"
                + AssemblyEmitter.Initializer(MigrationEmitter.OfField(assembly, type, field));
        }

        // A constructor with parameters may throw for their default values, which the codec must know.
        private static string New(TypeModel type, RecordModel model) =>
            model.Parameters.Count != 0 ? "() => new " + type.Code + "("
                + string.Join(", ", model.Parameters.Select(p => p.Default.Length != 0 ? p.Default : "default(" + p.Type + ")")) + ")"
            : model.HasConstructor ? ", static () => new " + type.Code + "()" : "";
    }
}
