using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Types whose codec is a class of the library: those in the catalogue, arrays and nullables.</summary>
    internal static class CodecShapes
    {
        public static bool TryArray(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not IArrayTypeSymbol array)
                return false;
            string element = parser.KeyOf(array.ElementType);
            TypeModel declared = array.Rank > 1
                ? Declare(parser, type, ShapeKind.Object, SlotKind.Object, 0, "Array"
                    + array.Rank.ToString(System.Globalization.CultureInfo.InvariantCulture) + "Codec<" + element + ">", element)
                : Declare(parser, type, ShapeKind.LengthPrefix, SlotKind.Word32, 4, "ArrayCodec<" + element + ">", element);
            if (parser.Visit(array.ElementType, "[]") != null)
                model = declared with { Form = array.Rank > 1 ? LibraryForms.Grid(array.Rank) : LibraryForms.Array };
            return true;
        }

        public static bool TryNullable(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable)
                return false;
            string key = parser.KeyOf(nullable.TypeArguments[0]);
            TypeModel declared = Declare(parser, type, ShapeKind.Nullable, default, 0, "NullableCodec<" + key + ">", key);
            TypeModel? value = parser.Visit(nullable.TypeArguments[0], "");
            if (value == null)
                return true;
            if (parser.StoredShape(value) is { IsValueType: false, Shape: ShapeKind.Object or ShapeKind.Union or ShapeKind.Nullable })
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "a nullable struct cannot be stored as a class: make its surrogate a struct");
            else
                model = declared;
            return true;
        }

        public static bool TryCatalogue(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol named || UnionShape.IsOpenObject(parser, type)
                || parser.Catalogue.Find(named) is not { } entry)
                return false;
            if (entry.Shape == ShapeKind.Surrogate)
            {
                if (Stored(named.TypeArguments.Length == 0 ? entry.Codec
                    : entry.Codec.Construct(named.TypeArguments.ToArray())) is not { } stored)
                    return true;
                string[] keys = named.TypeArguments.Select(parser.KeyOf).ToArray();
                TypeModel declared = (keys.Length == 0
                    ? Plain(type, ShapeKind.Surrogate, entry.CodecName, default, 0)
                    : Closed(parser, type, ShapeKind.Surrogate, default, 0, CodecOf(entry, keys), keys)) with
                { Surrogate = new SurrogateModel(parser.KeyOf(stored), "") };
                parser.Declare(declared);
                if (parser.Visit(stored, "") != null && named.TypeArguments.Select(t => parser.Visit(t, "")).ToArray().All(a => a != null))
                    model = declared;
                return true;
            }
            SlotKind slot = entry.Shape switch
            {
                ShapeKind.LengthPrefix => SlotKind.Word32,
                ShapeKind.Object => type.IsValueType ? SlotKind.Struct : SlotKind.Object,
                _ => entry.Slot,
            };
            ITypeSymbol[] arguments = ArgumentsOf(parser, named, entry);
            if (arguments.Length == 0)
            {
                model = Plain(type, entry.Shape, entry.CodecName, slot, SlotTable.MostBytes(slot, entry.Size)) with { Form = entry.Form };
                if (parser.IsExact)
                    model = model with { Key = "=" + model.Key };
                return true;
            }
            string[] parts = arguments.Select(parser.KeyOf).ToArray();
            TypeModel collection = Declare(parser, type, entry.Shape, slot, SlotTable.MostBytes(slot, entry.Size),
                named.Arity == 0 ? entry.CodecName : CodecOf(entry, parts), parts);
            bool complete = true;
            for (int i = 0; i < parts.Length; i++)
            {
                complete &= parser.Visit(arguments[i], parts.Length == 2 && i == 0 ? ".Keys[]" : parts.Length == 2
                    ? ".Values[]" : "[]") != null;
            }
            if (complete)
                model = collection with { Form = entry.Form };
            return true;
        }

        // The types whose codecs the codec of a type takes. The elements of a non-generic collection are objects.
        private static ITypeSymbol[] ArgumentsOf(Parser parser, INamedTypeSymbol type, Catalogue.Entry entry) =>
            type.Arity == 0 && entry.Form is { } form && form.Parts.Any(part => part.Argument >= 0)
                ? form.Parts.Select(_ => (ITypeSymbol)parser.Compilation.ObjectType).ToArray()
                : type.TypeArguments.ToArray();

        // The base class of such a codec determines what is stored.
        private static ITypeSymbol? Stored(INamedTypeSymbol codec)
        {
            for (INamedTypeSymbol? b = codec.BaseType; b != null; b = b.BaseType)
            {
                if (b.Name == "SurrogateCodec" && b.TypeArguments.Length == 2)
                    return b.TypeArguments[1];
            }
            return null;
        }

        private static TypeModel Plain(ITypeSymbol type, ShapeKind shape, string codec, SlotKind slot, int bytes) =>
            new TypeModel(Names.InCode(type), shape, type.IsValueType, "", codec, "", slot, bytes, EquatableArray<string>.Empty,
                EquatableArray<MemberModel>.Empty);

        private static TypeModel Declare(Parser parser, ITypeSymbol type, ShapeKind shape, SlotKind slot, int bytes, string codec,
            params string[] parts)
        {
            TypeModel declared = Closed(parser, type, shape, slot, bytes, codec, parts);
            parser.Declare(declared);
            return declared;
        }

        private static string CodecOf(Catalogue.Entry entry, IEnumerable<string> arguments) => entry.CodecName + "<"
            + string.Join(", ", arguments) + ">";

        private static TypeModel Closed(Parser parser, ITypeSymbol type, ShapeKind shape, SlotKind slot, int bytes, string codec,
            params string[] parts) =>
            new TypeModel(Names.InCode(type), shape, type.IsValueType, parser.ClassName(type, ""), codec, "", slot, bytes,
                new EquatableArray<string>(parts.ToArray()), EquatableArray<MemberModel>.Empty);
    }
}
