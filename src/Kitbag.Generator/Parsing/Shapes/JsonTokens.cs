using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Newtonsoft's types that hold any JSON, for which generated code calls that library.</summary>
    internal static class JsonTokens
    {
        /// <summary>The base class of the others.</summary>
        public const string Root = "Newtonsoft.Json.Linq.JToken";

        /// <summary>Whether a type is one of those, or derives from one.</summary>
        public static bool Is(ITypeSymbol? type)
        {
            while (type is { Name: not "JToken", SpecialType: SpecialType.None })
                type = type.BaseType;
            return type?.ToDisplayString() == Root;
        }

        public static bool TryJsonToken(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (!Is(type) || !IsStored(type))
                return false;
            model = new TypeModel(Names.InCode(type), ShapeKind.Surrogate, false, parser.ClassName(type, "Codec"), "", "", default, 0,
                EquatableArray<string>.Empty, EquatableArray<MemberModel>.Empty)
            {
                Surrogate = new SurrogateModel(parser.KeyOf(parser.Compilation.GetSpecialType(SpecialType.System_String)), "")
                {
                    HoldsJson = true,
                },
            };
            parser.Declare(model);
            return parser.Visit(parser.Compilation.GetSpecialType(SpecialType.System_String), "") != null;
        }

        /// <summary>Whether a type can be stored: those that are complete JSON values and that the library can read.</summary>
        public static bool IsStored(ITypeSymbol type) => type.Name is "JToken" or "JObject" or "JArray" or "JValue"
            && type.ContainingNamespace.ToDisplayString() == "Newtonsoft.Json.Linq"
            && type.ContainingAssembly.GetTypeByMetadataName("Newtonsoft.Json.JsonTextReader") != null
            && type.ContainingAssembly.GetTypeByMetadataName("Newtonsoft.Json.DateParseHandling") != null;
    }
}
