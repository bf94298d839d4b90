using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits the codec of a user-defined collection: how it is created.</summary>
    internal static class UserDefinedCollectionEmitter
    {
        public static void Emit(CodeWriter code, AssemblyEmitter assembly, TypeModel type)
        {
            UserDefinedCollectionModel own = type.UserDefined!;
            string name = type.ClassName, types = "", codecs = "";
            foreach (string part in type.Parts)
            {
                types += ", " + assembly.Type(part).Code;
                codecs += assembly.Codec(part) + ", ";
            }
            string arguments = codecs + (own.IsOrdered ? "isOrdered: true" : "isOrdered: false")
                + (type.IsTracked ? ", isTracked: true" : "") + (type.IsCopied ? ", isCopied: true" : "");
            AssemblyEmitter.EmitAttributes(code);
            code.Open("internal sealed class " + name + " : " + (own.IsMap ? "UserDefinedMapCodec" : "UserDefinedCollectionCodec")
                + "<" + type.Code + types + ">");
            code.Line("public static readonly " + name + " Codec = new();");
            code.Line();
            code.Line("private " + name + "()");
            code.Open("\t: base(" + arguments + ")");
            code.Close();
            code.Line();
            if (own.HasHiddenConstructor)
                AccessorEmitter.Emit(code, own.OpenConstructor, "Constructor", "", own.OpenConstructor?.Declaring ?? type.Code, "New", "");
            string parameters = own.IsMap
                ? "ReadOnlySpan<" + assembly.Type(type.Parts[0]).Code + "> keys, ReadOnlySpan<" + assembly.Type(type.Parts[1]).Code
                    + "> values"
                : "ReadOnlySpan<" + assembly.Type(type.Parts[0]).Code + "> elements";
            code.Open("protected override " + type.Code + " Make(" + parameters + ", ref int at)");
            if (own.CollectionConstruction == CollectionConstruction.Builder)
            {
                code.Line("return " + own.Through + "(elements);");
            }
            else if (own.CollectionConstruction is CollectionConstruction.Constructor or CollectionConstruction.ArrayConstructor
                or CollectionConstruction.SetConstructor or CollectionConstruction.SpanConstructor)
            {
                string given = own.IsMap ? "DictionaryOf(keys, values)" : own.CollectionConstruction switch
                {
                    CollectionConstruction.Constructor => "ListOf(elements)",
                    CollectionConstruction.SetConstructor =>
                        "new global::System.Collections.Generic.HashSet<" + assembly.Type(type.Parts[0]).Code + ">(ListOf(elements))",
                    CollectionConstruction.SpanConstructor => "elements",
                    _ => "elements.ToArray()",
                };
                // The cast selects the constructor overload.
                code.Line("return new " + type.Code + "((" + own.Through + ")" + given + ");");
            }
            else
            {
                string through = own.Through.Length == 0 ? "" : "(" + own.Through + ")";
                string back = own.Through.Length == 0 ? "" : "(" + type.Code + ")";
                string made = own.HasHiddenConstructor ? AccessorEmitter.Call("New", own.OpenConstructor) : "new " + type.Code;
                code.Line("var collection = " + through + made + "();");
                code.Line("for (at = 0; at < " + (own.IsMap ? "keys" : "elements") + ".Length; at++)");
                code.Inner(Put(own) + ";");
                code.Line("return " + back + "collection;");
            }
            code.Close();
            code.Close();
            code.Line();
        }

        private static string Put(UserDefinedCollectionModel own)
        {
            string arguments = own.IsMap ? "keys[at], values[at]" : "elements[at]";
            return own.CollectionConstruction switch
            {
                CollectionConstruction.Indexer => "collection[keys[at]] = values[at]",
                CollectionConstruction.ReturningAdd => "collection = collection.Add(" + arguments + ")",
                _ => "collection.Add(" + arguments + ")",
            };
        }
    }
}
