using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>The bytes that a value occupies in memory, and which of them contain data that is stored.</summary>
    internal static class FieldLayout
    {
        private const int MaxDepth = 16, MaxSize = 64 * 1024, PointerSize = 8;

        // Structs of .NET without padding whose fields reference assemblies do not show.
        private static readonly Dictionary<string, (int Size, int Alignment)> s_known = new Dictionary<string, (int Size, int Alignment)>
        {
            ["System.DateOnly"] = (4, 4),
            ["System.DateTime"] = (8, 8),
            ["decimal"] = (16, 8),
            ["System.Guid"] = (16, 4),
            ["System.Half"] = (2, 2),
            ["System.Index"] = (4, 4),
            ["System.Int128"] = (16, 16),
            ["System.Numerics.Complex"] = (16, 8),
            ["System.Numerics.Matrix3x2"] = (24, 4),
            ["System.Numerics.Matrix4x4"] = (64, 4),
            ["System.Numerics.Plane"] = (16, 4),
            ["System.Numerics.Quaternion"] = (16, 4),
            ["System.Numerics.Vector2"] = (8, 4),
            ["System.Numerics.Vector3"] = (12, 4),
            ["System.Numerics.Vector4"] = (16, 4),
            ["System.Range"] = (8, 4),
            ["System.Text.Rune"] = (4, 4),
            ["System.TimeOnly"] = (8, 8),
            ["System.TimeSpan"] = (8, 8),
            ["System.UInt128"] = (16, 16),
        };

        /// <summary>
        /// For each byte of a value, whether it contains data that is stored. Other bytes are padding or belong to ignored fields.
        /// </summary>
        /// <returns>Null if the layout is unknown.</returns>
        public static bool[]? DataOf(Parser parser, ITypeSymbol type) => Measure(parser, type, 0)?.Data;

        /// <summary>
        /// The size of a value, also if <see cref="DataOf"/> does not know the layout, because the runtime arranges the fields by size; 0
        /// if the size is unknown.
        /// </summary>
        public static int SizeOf(Parser parser, ITypeSymbol type) => Arranged(parser, type, 0)?.Data.Length ?? 0;

        // Only the length of the result is meaningful: which bytes are padding depends on the runtime.
        private static (bool[] Data, int Alignment)? Arranged(Parser parser, ITypeSymbol type, int depth)
        {
            if (Measure(parser, type, depth) is { } known)
                return known;
            if (type.ToDisplayString() == "System.DateTimeOffset")
                return (AllData(16), PointerSize);
            if (type is not INamedTypeSymbol { TypeKind: TypeKind.Struct } named || depth > MaxDepth
                || (!type.IsTupleType && (Names.IsInSystem(type) || RecordShape.HasCompiledLayout(type)))
                || OverlappingFields.KindOf(named) == OverlappingFields.Explicit)
                return null;
            IEnumerable<IFieldSymbol> fields = named.IsTupleType ? named.TupleElements
                : named.GetMembers().OfType<IFieldSymbol>().Where(f => !f.IsStatic && !f.IsConst);
            var sizes = new List<(bool[] Data, int Alignment)>();
            foreach (IFieldSymbol field in fields)
            {
                if (field.IsFixedSizeBuffer || Arranged(parser, field.Type, depth + 1) is not { } one)
                    return null;
                sizes.Add(one);
            }
            return sizes.Count == 0 ? null : InOrder(sizes.OrderByDescending(f => f.Alignment), int.MaxValue, 0);
        }

        private static (bool[] Data, int Alignment)? Measure(Parser parser, ITypeSymbol type, int depth)
        {
            int size = type.SpecialType == SpecialType.System_Boolean ? 1
                : type.IsReferenceType || type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer
                    || type.SpecialType is SpecialType.System_IntPtr or SpecialType.System_UIntPtr ? PointerSize
                : RecordShape.SizeOfNumber(type);
            if (size != 0)
                return (AllData(size), size);
            if (s_known.TryGetValue(type.ToDisplayString(), out (int Size, int Alignment) known))
                return (AllData(known.Size), known.Alignment);
            if (type is not INamedTypeSymbol { TypeKind: TypeKind.Struct } named || depth > MaxDepth)
                return null;
            if (named.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
                return Measure(parser, named.TypeArguments[0], depth + 1) is { } value
                    ? InOrder(new[] { (AllData(1), 1), value }, int.MaxValue, 0) : null;
            if (parser.Catalogue.Find(named) is { Shape: Model.ShapeKind.Record } entry)
                return (AllData(entry.Size), entry.Alignment);
            // The runtime arranges the fields of structs with references.
            if (!type.IsUnmanagedType || Names.IsInSystem(type) || RecordShape.HasCompiledLayout(type))
                return null;
            return OfFields(parser, named, depth);
        }

        private static (bool[] Data, int Alignment)? OfFields(Parser parser, INamedTypeSymbol type, int depth)
        {
            var fields = new List<(bool[] Data, int Alignment)>();
            var offsets = new List<int>();
            foreach (IFieldSymbol field in type.GetMembers().OfType<IFieldSymbol>().Where(f => !f.IsStatic && !f.IsConst))
            {
                if (field.IsFixedSizeBuffer || Measure(parser, field.Type, depth + 1) is not { } one)
                    return null;
                if (Inclusion.IsIgnored(Declarations.OwnerOf(field)))
                    one.Data = new bool[one.Data.Length];
                fields.Add(one);
                offsets.Add(OverlappingFields.Offset(field) ?? 0);
            }
            AttributeData? layout = Attributes.All(type, "System.Runtime.InteropServices.StructLayoutAttribute").FirstOrDefault();
            int pack = Named(layout, "Pack"), size = Named(layout, "Size");
            if (size > MaxSize || fields.Count == 0)
                return null;
            if (Attributes.All(type, "System.Runtime.CompilerServices.InlineArrayAttribute").FirstOrDefault() is { } inline)
                return fields.Count == 1 && inline.ConstructorArguments.FirstOrDefault().Value is int and > 0 and < MaxSize and var length
                    && length * fields[0].Data.Length <= MaxSize
                    ? InOrder(Enumerable.Repeat(fields[0], length), int.MaxValue, 0) : null;
            return OverlappingFields.KindOf(type) switch
            {
                OverlappingFields.Sequential => InOrder(fields, pack == 0 ? int.MaxValue : pack, size),
                OverlappingFields.Explicit => At(fields.Zip(offsets, (field, offset) => (offset, field.Data)),
                    Math.Min(fields.Max(f => f.Alignment), pack == 0 ? int.MaxValue : pack), size),
                _ => null,
            };
        }

        private static (bool[] Data, int Alignment)? InOrder(IEnumerable<(bool[] Data, int Alignment)> fields, int pack, int size)
        {
            var placed = new List<(int Offset, bool[] Data)>();
            int end = 0, most = 1;
            foreach ((bool[] data, int natural) in fields)
            {
                int alignment = Math.Min(natural, pack);
                most = Math.Max(most, alignment);
                end = Aligned(end, alignment);
                placed.Add((end, data));
                end += data.Length;
            }
            return At(placed, most, size);
        }

        private static (bool[] Data, int Alignment)? At(IEnumerable<(int Offset, bool[] Data)> fields, int alignment, int size)
        {
            List<(int Offset, bool[] Data)> all = fields.ToList();
            int end = Math.Max(size, Aligned(all.Max(f => f.Offset + f.Data.Length), alignment));
            if (end > MaxSize)
                return null;
            var bytes = new bool[end];
            foreach ((int offset, bool[] data) in all)
            {
                for (int i = 0; i < data.Length; i++)
                    bytes[offset + i] |= data[i];
            }
            return (bytes, alignment);
        }

        private static int Aligned(int offset, int alignment) => (offset + alignment - 1) / alignment * alignment;

        private static bool[] AllData(int size) => Enumerable.Repeat(true, size).ToArray();

        private static int Named(AttributeData? data, string name) =>
            data != null && Attributes.Named(data, name) is int and >= 0 and var value ? value : 0;
    }
}
