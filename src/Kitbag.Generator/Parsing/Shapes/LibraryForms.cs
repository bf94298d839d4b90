using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Schema;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The schemas of the types with [CodecFor]. The codec of a leaf is named after its kind; the parts of collections follow from the base
    /// class of their codec. Only for types with members, names from the library are repeated here, which a test compares.
    /// </summary>
    internal static class LibraryForms
    {
        private const string Space = "Kitbag.Codecs";

        private static readonly LibraryForm s_float = Leaf(SchemaKind.Single), s_double = Leaf(SchemaKind.Double),
            s_vector3 = Record("Vector3", s_float, "X", "Y", "Z");

        private static readonly Dictionary<string, LibraryForm> s_known = new Dictionary<string, LibraryForm>
        {
            ["StringCodec"] = Leaf(SchemaKind.String),
            ["Vector2Codec"] = Record("Vector2", s_float, "X", "Y"),
            ["Vector3Codec"] = s_vector3,
            ["Vector4Codec"] = Record("Vector4", s_float, "X", "Y", "Z", "W"),
            ["QuaternionCodec"] = Record("Quaternion", s_float, "X", "Y", "Z", "W"),
            ["PlaneCodec"] = new LibraryForm(SchemaKind.Record, "Plane", Parts(Of("Normal", s_vector3), Of("D", s_float)))
            {
                IsStruct = true,
            },
            ["ComplexCodec"] = Record("Complex", s_double, "Real", "Imaginary"),
            ["Matrix3x2Codec"] = Record("Matrix3x2", s_float, "M11", "M12", "M21", "M22", "M31", "M32"),
            ["Matrix4x4Codec"] = Record("Matrix4x4", s_float, "M11", "M12", "M13", "M14", "M21", "M22", "M23", "M24", "M31", "M32", "M33",
                "M34", "M41", "M42", "M43", "M44"),
            ["KeyValuePairCodec"] = Pair("KeyValuePair", "Key", "Value"),
            ["PriorityQueueCodec"] = SequenceOf(Of("", Pair("PriorityQueueEntry", "Element", "Priority"))),
            ["UnknownCodec"] = ListOf(SchemaKind.Byte),
            ["AnyValueCodec"] = new LibraryForm(SchemaKind.Object, "object", Parts(
                Of("Bytes", ListOf(SchemaKind.Byte)), Of("Integers", ListOf(SchemaKind.Int64)), Of("Reals", ListOf(SchemaKind.Double)),
                Of("Texts", ListOf(SchemaKind.String)), Of("Types", ListOf(SchemaKind.Byte)))),
        };

        /// <summary>A one-dimensional array.</summary>
        public static LibraryForm Array { get; } = SequenceOf(new LibraryPart("", 0, null));

        /// <summary>
        /// The form of the type that a codec is for; null if it cannot be determined, or if another type is stored in its place.
        /// </summary>
        public static LibraryForm? Of(Catalogue.Entry entry)
        {
            bool isOwn = entry.Codec.ContainingAssembly.Name == "Kitbag";
            if (isOwn && s_known.TryGetValue(entry.CodecName, out LibraryForm known))
                return known;
            if (isOwn && entry.Shape == ShapeKind.Leaf)
                return Leaf((SchemaKind)Enum.Parse(typeof(SchemaKind), entry.CodecName.Substring(0, entry.CodecName.Length - 5)));
            if (entry.Shape != ShapeKind.LengthPrefix)
                return null;
            for (INamedTypeSymbol? b = entry.Codec.BaseType; b != null; b = b.BaseType)
            {
                bool isMap = b.Name == "MapCodec" && b.TypeArguments.Length == 3;
                if ((!isMap && !(b.Name == "CollectionCodec" && b.TypeArguments.Length == 2))
                    || b.ContainingNamespace.ToDisplayString() != Space)
                    continue;
                LibraryPart?[] parts = b.TypeArguments.Skip(1).Select((argument, i) => PartOf(argument, i, isOwn)).ToArray();
                return parts.Any(part => part == null) ? null
                    : new LibraryForm(isMap ? SchemaKind.Map : SchemaKind.Sequence, "", Parts(parts.Select(part => part!).ToArray()));
            }
            return null;
        }

        /// <summary>A multidimensional array.</summary>
        public static LibraryForm Grid(int rank) =>
            new LibraryForm(SchemaKind.Object, "Array" + rank.ToString(System.Globalization.CultureInfo.InvariantCulture),
                Parts(Of("Items", SequenceOf(new LibraryPart("", 0, null))), Of("Lengths", ListOf(SchemaKind.Int32))));

        // A codec of the program may use any codec for elements whose type is not a type argument.
        private static LibraryPart? PartOf(ITypeSymbol type, int index, bool isOwn)
        {
            if (type is ITypeParameterSymbol parameter)
                return new LibraryPart("", parameter.Ordinal, null);
            if (!isOwn)
                return null;
            // What an object may be depends on the program.
            if (type.SpecialType == SpecialType.System_Object)
                return new LibraryPart("", index, null);
            if (type is IArrayTypeSymbol array)
                return PartOf(array.ElementType, index, isOwn) is { } element ? Of("", SequenceOf(element)) : null;
            return type.SpecialType != SpecialType.None && Enum.TryParse(type.Name, out SchemaKind kind) ? Of("", Leaf(kind)) : null;
        }

        private static LibraryForm Leaf(SchemaKind kind) => new LibraryForm(kind, "", EquatableArray<LibraryPart>.Empty);

        private static LibraryForm SequenceOf(LibraryPart element) => new LibraryForm(SchemaKind.Sequence, "", Parts(element));

        private static LibraryForm ListOf(SchemaKind element) => SequenceOf(Of("", Leaf(element)));

        private static LibraryForm Record(string name, LibraryForm field, params string[] fields) =>
            new LibraryForm(SchemaKind.Record, name, Parts(fields.Select(one => Of(one, field)).ToArray())) { IsStruct = true };

        private static LibraryForm Pair(string name, string first, string second) => new LibraryForm(
            SchemaKind.Object, name, Parts(new LibraryPart(first, 0, null), new LibraryPart(second, 1, null)))
        { IsStruct = true };

        private static LibraryPart Of(string name, LibraryForm form) => new LibraryPart(name, -1, form);

        private static EquatableArray<LibraryPart> Parts(params LibraryPart[] parts) => new EquatableArray<LibraryPart>(parts);
    }
}
