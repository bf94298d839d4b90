using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the constructor arguments of the codec of an enum.</summary>
    internal static class EnumEmitter
    {
        public static string Arguments(TypeModel type, EnumModel model) =>
            AssemblyEmitter.Text(type.SchemaName) + ", global::Kitbag.Schema.SchemaKind."
                + type.CodecType.Substring(0, type.CodecType.Length - "Codec".Length) + ", " + AssemblyEmitter.Text(model.Values)
                + (model.IsFlags ? ", isFlags: true" : "") + (model.IsByName ? ", isByName: true" : "")
                + Pairs("jsonNames", model.JsonNames) + Pairs("formerNames", model.FormerNames);

        private static string Pairs(string parameter, EquatableArray<string> names) =>
            names.Count == 0 ? "" : ", " + parameter + ": new[] { " + string.Join(", ", names.Select(AssemblyEmitter.Text)) + " }";
    }
}
