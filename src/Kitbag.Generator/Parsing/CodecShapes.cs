using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Types whose codec is a class of the library: those of the catalogue, arrays and nullables.</summary>
    internal static class CodecShapes
    {
        public static bool TryArray(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not IArrayTypeSymbol array)
                return false;
            TypeModel? element = parser.Visit(array.ElementType, "[]");
            if (element != null && array.Rank > 1)
                model = Closed(parser, type, ShapeKind.Object, SlotKind.Object, 0, "Array"
                    + array.Rank.ToString(System.Globalization.CultureInfo.InvariantCulture) + "Codec<" + element.Key + ">", element.Key);
            else if (element != null)
                model = Closed(parser, type, ShapeKind.LengthPrefix, SlotKind.Word32, 4, "ArrayCodec<" + element.Key + ">",
                    element.Key);
            return true;
        }

        public static bool TryNullable(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable)
                return false;
            TypeModel? value = parser.Visit(nullable.TypeArguments[0], "");
            if (value == null)
                return true;
            if (parser.StoredShape(value) is { IsValueType: false, Shape: ShapeKind.Object or ShapeKind.Union or ShapeKind.Nullable })
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "a nullable struct cannot be stored as an object that may be null: make its surrogate a struct");
            else
                model = Closed(parser, type, ShapeKind.Nullable, value.Slot, value.SlotBytes, "NullableCodec<" + value.Key + ">",
                    value.Key);
            return true;
        }

        public static bool TryCatalogue(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol named || parser.Catalogue.Find(named) is not { } entry)
                return false;
            if (entry.Shape == ShapeKind.Surrogate)
            {
                TypeModel? stored = Stored(parser, named.TypeArguments.Length == 0 ? entry.Codec
                    : entry.Codec.Construct(named.TypeArguments.ToArray()));
                if (stored == null)
                    return true;
                if (named.TypeArguments.Length == 0)
                {
                    model = new TypeModel(Names.InCode(type), ShapeKind.Surrogate, type.IsValueType, "", entry.CodecName, "", stored.Slot,
                        stored.SlotBytes, "", "", EquatableArray<string>.Empty, EquatableArray<MemberModel>.Empty)
                    { Stored = stored.Key };
                    return true;
                }
                TypeModel?[] arguments = named.TypeArguments.Select(t => parser.Visit(t, "")).ToArray();
                if (arguments.Any(a => a == null))
                    return true;
                model = Closed(parser, type, ShapeKind.Surrogate, stored.Slot, stored.SlotBytes,
                    CodecOf(entry, arguments.Select(a => a!.Code)), arguments.Select(a => a!.Key).ToArray()) with
                { Stored = stored.Key };
                return true;
            }
            SlotKind slot = entry.Shape switch
            {
                ShapeKind.LengthPrefix => SlotKind.Word32,
                ShapeKind.Object => type.IsValueType ? SlotKind.Struct : SlotKind.Object,
                _ => entry.Slot,
            };
            if (named.TypeArguments.Length == 0)
            {
                model = new TypeModel(Names.InCode(type), entry.Shape, type.IsValueType, "", entry.CodecName, "", slot,
                    SlotTable.MostBytes(slot, entry.Size), "", "", EquatableArray<string>.Empty, EquatableArray<MemberModel>.Empty);
                return true;
            }
            var parts = new string[named.TypeArguments.Length];
            bool complete = true;
            for (int i = 0; i < parts.Length; i++)
            {
                TypeModel? part = parser.Visit(named.TypeArguments[i], parts.Length == 2 && i == 0 ? ".Keys[]" : parts.Length == 2
                    ? ".Values[]" : "[]");
                complete &= part != null;
                parts[i] = part?.Key ?? "";
            }
            if (complete)
            {
                model = Closed(parser, type, entry.Shape, slot, SlotTable.MostBytes(slot, entry.Size), CodecOf(entry, parts), parts);
            }
            return true;
        }

        // What such a codec stores is told by the class that it derives from.
        private static TypeModel? Stored(Parser parser, INamedTypeSymbol codec)
        {
            for (INamedTypeSymbol? b = codec.BaseType; b != null; b = b.BaseType)
            {
                if (b.Name == "SurrogateCodec" && b.TypeArguments.Length == 2)
                    return parser.Visit(b.TypeArguments[1], "");
            }
            return null;
        }

        private static string CodecOf(Catalogue.Entry entry, IEnumerable<string> arguments) => entry.CodecName + "<"
            + string.Join(", ", arguments) + ">";

        private static TypeModel Closed(Parser parser, ITypeSymbol type, ShapeKind shape, SlotKind slot, int bytes, string codec,
            params string[] parts) =>
            new TypeModel(Names.InCode(type), shape, type.IsValueType, parser.ClassName(type, ""), codec, "", slot, bytes, "", "",
                new EquatableArray<string>(parts.ToArray()), EquatableArray<MemberModel>.Empty);
    }
}
