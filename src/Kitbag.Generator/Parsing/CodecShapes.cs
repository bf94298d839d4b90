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
            if (element != null)
                model = Closed(parser, type, ShapeKind.Head, SlotKind.Word32, 4, "global::Kitbag.Codecs.ArrayCodec<" + element.Key + ">", element.Key);
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
            if (value.Shape == ShapeKind.Head)
                parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type), "a nullable collection struct is not supported yet: use the collection itself");
            else
                model = Closed(parser, type, ShapeKind.Nullable, value.Slot, value.SlotBytes, "global::Kitbag.Codecs.NullableCodec<" + value.Key + ">", value.Key);
            return true;
        }

        public static bool TryCatalogue(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type is not INamedTypeSymbol named || parser.Catalogue.Find(named) is not { } entry)
                return false;
            SlotKind slot = entry.Shape == ShapeKind.Head ? SlotKind.Word32 : entry.Slot;
            if (named.TypeArguments.Length == 0)
            {
                model = new TypeModel(Names.InCode(type), entry.Shape, type.IsValueType, "", Names.InCode(entry.Codec), "", slot, BytesOf(slot, entry.Size), "", "", EquatableArray<string>.Empty, EquatableArray<MemberModel>.Empty);
                return true;
            }
            var parts = new string[named.TypeArguments.Length];
            bool complete = true;
            for (int i = 0; i < parts.Length; i++)
            {
                TypeModel? part = parser.Visit(named.TypeArguments[i], parts.Length == 2 && i == 0 ? ".Keys[]" : parts.Length == 2 ? ".Values[]" : "[]");
                complete &= part != null;
                parts[i] = part?.Key ?? "";
            }
            if (complete)
            {
                string codec = Names.InCode(entry.Codec.ConstructUnboundGenericType());
                codec = codec.Substring(0, codec.IndexOf('<')) + "<" + string.Join(", ", parts) + ">";
                model = Closed(parser, type, entry.Shape, slot, BytesOf(slot, entry.Size), codec, parts);
            }
            return true;
        }

        private static TypeModel Closed(Parser parser, ITypeSymbol type, ShapeKind shape, SlotKind slot, int bytes, string codec, params string[] parts) =>
            new TypeModel(Names.InCode(type), shape, type.IsValueType, parser.ClassName(type, ""), codec, "", slot, bytes, "", "", new EquatableArray<string>(parts.ToArray()), EquatableArray<MemberModel>.Empty);

        public static int BytesOf(SlotKind slot, int size) => slot switch
        {
            SlotKind.Byte => 1,
            SlotKind.Word32 => 4,
            SlotKind.Word64 or SlotKind.Double64 => 8,
            SlotKind.Fixed => size,
            _ => 0,
        };
    }
}
