using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Structs with [InlineArray], which are stored as arrays.</summary>
    internal static class InlineArrayShape
    {
        public static bool TryInlineArray(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (!type.IsValueType || LengthOf(type) is not { } length
                || type.GetMembers().OfType<IFieldSymbol>().FirstOrDefault(f => !f.IsStatic) is not { } field)
                return false;
            if (parser.Compilation.GetTypeByMetadataName("Kitbag.Codecs.InlineArrayCodec`2") == null)
            {
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "Kitbag stores inline arrays on .NET 8 and later: use an array, or a struct with one field for each element");
                return true;
            }
            ITypeSymbol stored = parser.Compilation.CreateArrayTypeSymbol(field.Type);
            var declared = new TypeModel(Names.InCode(type), ShapeKind.Surrogate, true, parser.ClassName(type, "InlineArrayCodec"), "", "",
                default, 0, EquatableArray<string>.Empty, EquatableArray<MemberModel>.Empty)
            {
                Surrogate = new SurrogateModel(parser.KeyOf(stored), "")
                {
                    Elements = new InlineArrayModel(Names.InCode(field.Type), length),
                },
            };
            parser.Declare(declared);
            if (parser.Visit(stored, "") != null)
                model = declared;
            return true;
        }

        private static int? LengthOf(ITypeSymbol type) =>
            Attributes.All(type.OriginalDefinition, "System.Runtime.CompilerServices.InlineArrayAttribute").FirstOrDefault()
                is { ConstructorArguments: { Length: 1 } arguments } && arguments[0].Value is int length
            ? length
            : null;
    }
}
