using System;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Fields of types with an explicit layout, in which fields may occupy the same bytes.</summary>
    internal static class OverlappingFields
    {
        /// <summary>A value of LayoutKind.</summary>
        public const int Sequential = 0, Explicit = 2;

        // The compiler rejects negative offsets and those of a type that would be too large, but the generator sees them.
        private const int MaxOffset = 1 << 20;

        /// <summary>Whether all bytes of a member also belong to other members of its type, which are restored.</summary>
        /// <param name="member">The field or automatic property. The result is false for fields without an offset.</param>
        /// <param name="isRestored">Whether a field or automatic property of a certain name is restored.</param>
        public static bool AreRestored(ISymbol member, Func<string, bool> isRestored)
        {
            IFieldSymbol[] fields = member.ContainingType.GetMembers().OfType<IFieldSymbol>().ToArray();
            if (fields.FirstOrDefault(f => SymbolEqualityComparer.Default.Equals(Declarations.OwnerOf(f), member)) is not { } field
                || Offset(field) is not { } start || Size(field) is not (> 0 and < MaxOffset and var size))
                return false;
            (int Start, int Size)[] restored = fields
                .Where(other => !SymbolEqualityComparer.Default.Equals(other, field) && isRestored(Declarations.OwnerOf(other).Name))
                .Select(other => (Offset(other) ?? 0, Size(other)))
                .ToArray();
            return Enumerable.Range(start, size).All(at => restored.Any(other => other.Start <= at && at < other.Start + other.Size));
        }

        /// <summary>The LayoutKind of a type, as far as its source specifies it.</summary>
        public static int KindOf(INamedTypeSymbol type) =>
            Attributes.All(type, "System.Runtime.InteropServices.StructLayoutAttribute").FirstOrDefault() is { } layout
            && layout.ConstructorArguments.FirstOrDefault() is { Kind: not TypedConstantKind.Error, Value: { } kind }
                ? Convert.ToInt32(kind, System.Globalization.CultureInfo.InvariantCulture) : Sequential;

        /// <summary>The offset of a field; null if its source specifies none.</summary>
        public static int? Offset(IFieldSymbol field) =>
            Attributes.All(field, "System.Runtime.InteropServices.FieldOffsetAttribute")
                .Select(data => data.ConstructorArguments.FirstOrDefault())
                .Select(offset => offset is { Kind: TypedConstantKind.Primitive, Value: int and >= 0 and < MaxOffset }
                    ? offset.Value as int? : null)
                .FirstOrDefault();

        // The size of a number, of a buffer of numbers, or of a struct with only one of these; 0 for others.
        private static int Size(IFieldSymbol field) => field switch
        {
            { IsFixedSizeBuffer: true, Type: IPointerTypeSymbol buffer } => Size(buffer.PointedAtType) * field.FixedSize,
            { Type: INamedTypeSymbol { TypeKind: TypeKind.Struct, SpecialType: SpecialType.None } type }
                when RecordShape.SizeOfNumber(type) == 0 => Single(type) is { } only && (only.IsFixedSizeBuffer
                    || RecordShape.SizeOfNumber(only.Type) != 0) ? Size(only) : 0,
            _ => Size(field.Type),
        };

        private static int Size(ITypeSymbol type) =>
            type.SpecialType == SpecialType.System_Boolean ? 1 : RecordShape.SizeOfNumber(type);

        private static IFieldSymbol? Single(INamedTypeSymbol type)
        {
            IFieldSymbol[] fields = type.GetMembers().OfType<IFieldSymbol>().Where(f => !f.IsStatic && !f.IsConst).ToArray();
            return fields.Length == 1 && type.DeclaringSyntaxReferences.Length != 0
                && !Attributes.Has(type, "System.Runtime.InteropServices.StructLayoutAttribute",
                    "System.Runtime.CompilerServices.InlineArrayAttribute") ? fields[0] : null;
        }
    }
}
