using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the codec of a union.</summary>
    internal static class UnionEmitter
    {
        public static void Emit(CodeWriter code, AssemblyEmitter assembly, TypeModel type, UnionModel model) =>
            AssemblyEmitter.EmitInstance(
                code,
                type,
                type.CodecType,
                AssemblyEmitter.Text(type.SchemaName) + string.Concat(model.Cases.Select(one => ", " + Case(assembly, type, one))),
                model.Discriminator.Length != 0 ? "Discriminator = " + AssemblyEmitter.Text(model.Discriminator) : "",
                model.IgnoresUnknown ? "IgnoresUnknown = true" : "",
                MigrationEmitter.OfType(assembly, type));

        private static string Case(AssemblyEmitter assembly, TypeModel type, CaseModel one)
        {
            string?[] names = { one.Name, one.JsonName, one.FullName, one.ShortName };
            return "new UnionCase<" + type.Code + ", " + assembly.Type(one.TypeKey).Code + ">("
                + string.Join(", ", names.Select(name => name == null ? "null" : AssemblyEmitter.Text(name)))
                + ", " + assembly.Codec(one.TypeKey)
                + string.Concat(one.FormerNames.Select(name => ", " + AssemblyEmitter.Text(name))) + ")"
                + AssemblyEmitter.Initializer(
                    one.IsNumber ? "IsNumber = true" : "",
                    one.JsonFallback < 0 ? ""
                        : "JsonFallback = " + one.JsonFallback.ToString(System.Globalization.CultureInfo.InvariantCulture));
        }
    }
}
