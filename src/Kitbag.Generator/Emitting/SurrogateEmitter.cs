using System.Globalization;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the codec of a type with a surrogate and conversion operators.</summary>
    internal static class SurrogateEmitter
    {
        public static void Emit(CodeWriter code, AssemblyEmitter assembly, TypeModel type, SurrogateModel model)
        {
            TypeModel stored = assembly.Type(model.Stored);
            string name = type.ClassName, inner = stored.Shape == ShapeKind.Nullable ? ".GetValueOrDefault()" : "";
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal sealed class " + name + " : SurrogateCodec<" + type.Code + ", " + stored.Code + ">");
            code.Line("public static readonly " + name + " Codec = new();");
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

        /// <summary>Emits the codec of an inline array.</summary>
        public static void EmitInlineArray(CodeWriter code, AssemblyEmitter assembly, TypeModel type, InlineArrayModel elements)
        {
            string name = type.ClassName;
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal sealed class " + name + " : InlineArrayCodec<" + type.Code + ", " + elements.Code + ">");
            code.Line("public static readonly " + name + " Codec = new();");
            code.Line();
            code.Line("private " + name + "()");
            code.Open("\t: base(" + assembly.Codec(type.Stored) + ", " + elements.Length.ToString(CultureInfo.InvariantCulture) + ")");
            code.Close();
            code.Close();
            code.Line();
        }

        /// <summary>Emits the codec of one of Newtonsoft's types that hold any JSON.</summary>
        public static void EmitJsonToken(CodeWriter code, TypeModel type)
        {
            const string Json = "global::Newtonsoft.Json.";
            string name = type.ClassName, self = type.Code;
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal sealed class " + name + " : JsonTokenCodec<" + self + ">");
            code.Line("public static readonly " + name + " Codec = new();");
            code.Line();
            // Null is read as Newtonsoft reads it.
            if (self is Json + "Linq.JToken" or Json + "Linq.JValue")
            {
                code.Line("protected override " + self + " Null => " + Json + "Linq.JValue.CreateNull();");
                code.Line();
            }
            code.Line("protected override string ToText(" + self + " value) => value.ToString(" + Json + "Formatting.None);");
            code.Line();
            code.Open("protected override " + self + " FromText(string text)");
            code.Line("using var reader = new " + Json + "JsonTextReader(new global::System.IO.StringReader(text));");
            code.Line("reader.DateParseHandling = " + Json + "DateParseHandling.None;");
            code.Line("reader.MaxDepth = Depth;");
            code.Line("return (" + self + ")" + Json + "Linq.JToken.ReadFrom(reader);");
            code.Close();
            code.Close();
            code.Line();
        }
    }
}
