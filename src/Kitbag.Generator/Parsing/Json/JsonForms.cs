using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members whose attributes specify another form in JSON than that of their type: numbers as strings, enums by name. Such a form has a
    /// codec of its own, composed of the codecs of a number or an enum and of the collections around it.
    /// </summary>
    internal static class JsonForms
    {
        private static readonly HashSet<string> s_numbers = new HashSet<string>
        {
            "sbyte", "byte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal",
            "global::System.Half", "global::System.Int128", "global::System.UInt128",
        };

        /// <summary>The key of the form that a member's attributes specify; empty for the form of its type.</summary>
        /// <param name="parser">Receives reports of attributes that do not apply to the type.</param>
        /// <param name="member">The member.</param>
        /// <param name="declared">The member's type.</param>
        /// <param name="type">The model of that type.</param>
        /// <param name="owner">The declaring type; an attribute on it applies to all its numbers.</param>
        /// <param name="step">The path segment of the member.</param>
        public static string Of(Parser parser, ISymbol member, ITypeSymbol declared, TypeModel type, ITypeSymbol owner, string step)
        {
            if (JsonAttributes.IsByName(member))
                return NamesOf(parser, declared, type)?.Key ?? "";
            int? own = JsonAttributes.Numbers(member);
            if ((own ?? JsonAttributes.Numbers(owner)) is not { } handling)
                return "";
            TypeModel? form = NumbersOf(parser, declared, type, handling, true);
            if (form == null && own != null)
                IgnoredAttributes.Report(parser, member, step, "[JsonNumberHandling]",
                    "it is supported for numbers and collections of numbers");
            return form?.Key ?? "";
        }

        /// <summary>Whether a member's type is an enum, for which the converter that writes names is supported.</summary>
        public static bool IsEnum(ITypeSymbol type) =>
            type.TypeKind == TypeKind.Enum
            || (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable
                && nullable.TypeArguments[0].TypeKind == TypeKind.Enum);

        /// <summary>
        /// The model of a struct whose JSON is an object, whatever its binary form is; null if that is impossible, which has been reported.
        /// </summary>
        public static TypeModel? ObjectOf(Parser parser, ITypeSymbol type) =>
            ObjectShape.SecondModel(parser, type) is { } model
                ? parser.Form("#object#" + model.Key, () => model with { Key = "#object#" + model.Key }) : null;

        private static TypeModel? NamesOf(Parser parser, ITypeSymbol declared, TypeModel type)
        {
            if (type.Shape == ShapeKind.Nullable)
                return NamesOf(parser, declared, parser.Find(type.Parts[0])) is { } part
                    ? WithLastPart(parser, declared, type, "names", part)
                    : null;
            if (type.Enum is not { IsByName: false } named)
                return null;
            return parser.Form("#names#" + type.Key, () =>
                type with
                {
                    Key = "#names#" + type.Key,
                    ClassName = parser.ClassName(type.ClassName + "ByName", declared),
                    Enum = named with { IsByName = true },
                });
        }

        private static TypeModel? NumbersOf(Parser parser, ITypeSymbol declared, TypeModel type, int handling, bool mayBeCollection)
        {
            string form = "numbers" + handling.ToString(CultureInfo.InvariantCulture), key = "#" + form + "#" + type.Key;
            if (s_numbers.Contains(type.Key))
            {
                string name = type.CodecType.Substring(type.CodecType.LastIndexOf('.') + 1) + "AsText"
                    + handling.ToString(CultureInfo.InvariantCulture);
                return parser.Form(key, () => new TypeModel(key, ShapeKind.Leaf, true, parser.ClassName(name, declared),
                    "NumberTextCodec<" + type.Key + ">", "", type.Slot, type.SlotBytes,
                    new EquatableArray<string>(new[] { type.Key }), EquatableArray<MemberModel>.Empty)
                { JsonNumbers = handling });
            }
            if (type.Parts.Count == 0 || type.UserDefined != null
                || !(type.Shape == ShapeKind.Nullable || (type.Shape == ShapeKind.LengthPrefix && mayBeCollection)))
                return null;
            // The values of a dictionary. Other types with two parts are not supported, because the parts have other meanings.
            if (type.Parts.Count > 2
                || (type.Parts.Count == 2 && !type.CodecType.Contains("Dictionary") && !type.CodecType.Contains("SortedList")))
                return null;
            TypeModel? part = NumbersOf(parser, declared, parser.Find(type.Parts[type.Parts.Count - 1]), handling, mayBeCollection
                && type.Shape == ShapeKind.Nullable);
            return part == null ? null : WithLastPart(parser, declared, type, form, part);
        }

        // The same collection or nullable with another last part.
        private static TypeModel WithLastPart(Parser parser, ITypeSymbol declared, TypeModel type, string form, TypeModel part)
        {
            string key = "#" + form + "#" + type.Key;
            return parser.Form(key, () => type with
            {
                Key = key,
                ClassName = parser.ClassName(type.ClassName + "_" + form, declared),
                Parts = new EquatableArray<string>(type.Parts.Take(type.Parts.Count - 1).Concat(new[] { part.Key }).ToArray()),
            });
        }
    }
}
