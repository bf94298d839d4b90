using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Prints the codec of a type that is stored as another, to which operators convert it.</summary>
    internal static class SurrogateEmitter
    {
        public static void Emit(CodeWriter code, AssemblyEmitter assembly, TypeModel type, SurrogateModel model)
        {
            TypeModel stored = assembly.Type(model.Stored);
            string name = type.ClassName, inner = stored.Shape == ShapeKind.Nullable ? ".GetValueOrDefault()" : "";
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal sealed class " + name + " : SurrogateCodec<" + type.Code + ", " + stored.Code + ">");
            code.Line("public static readonly " + name + " Instance = new " + name + "();");
            code.Line();
            code.Line("private " + name + "()");
            code.Open("\t: base(" + assembly.Codec(model.Stored) + ")");
            code.Close();
            code.Line();
            code.Line("protected override " + stored.Code + " ToSurrogate(" + type.Code + " value) => (" + model.Operators + ")value;");
            code.Line();
            code.Line("protected override " + type.Code + " FromSurrogate(" + stored.Code + " surrogate) => (" + type.Code + ")surrogate"
                + inner + ";");
            code.Close();
            code.Line();
        }
    }
}
