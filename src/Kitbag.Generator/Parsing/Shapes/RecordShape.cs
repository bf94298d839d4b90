using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Unmanaged structs without padding whose fields are all serialized: they are stored as memory images.</summary>
    internal static class RecordShape
    {
        // A struct that contains itself does not compile, but occurs while code is edited.
        private const int MaxDepth = 16;

        public static bool TryRecord(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (!TryMeasure(parser, type, 0, out int size, out _, out List<KeyValuePair<ISymbol, ITypeSymbol>> fields)
                || !Access.IsVisible(parser, type))
                return false;
            var named = (INamedTypeSymbol)type;
            List<Candidate> candidates = fields.Select(f => new Candidate(f.Key, f.Key.Name, f.Value)).ToList();
            Construction? construction = ConstructorChoice.OfRecord(parser, named, candidates);
            var members = new List<MemberModel>();
            foreach (Candidate candidate in candidates)
            {
                string name = candidate.Name;
                if (parser.Visit(candidate.Type, "." + name) is not { } field)
                    return true;
                members.Add(new MemberModel(name, name, field.Key)
                {
                    JsonName = JsonAttributes.Name(candidate.Symbol),
                    JsonIndex = members.Count,
                    IsRequired = construction != null && construction.Gives(candidate) && construction.Requires(candidate),
                    FormerNames = construction?.FormerNames(candidate) ?? Attributes.FormerNames(candidate.Symbol),
                });
                IgnoredAttributes.ReportMember(parser, candidate.Symbol, candidate.Type, "." + name);
            }
            if (!FormerNames.Check(parser, members.Zip(candidates, (member, candidate) =>
                new NamedSymbol(candidate.Symbol, member.Name, member.FormerNames))))
                return true;
            IgnoredAttributes.ReportRecord(parser, type);
            TypeModel? json = HasJsonForm(type, fields) ? JsonForms.ObjectOf(parser, type) : null;
            model = new TypeModel(Names.InCode(type), ShapeKind.Record, true, parser.ClassName(type, "Codec"), "RecordCodec<"
                + Names.InCode(type) + ">", Names.InSchema(type), SlotKind.Fixed, size, EquatableArray<string>.Empty,
                new EquatableArray<MemberModel>(members.ToArray()))
            {
                Record = new RecordModel(
                    construction?.Parameters(parser.Compilation, members) ?? EquatableArray<ParameterModel>.Empty, json?.Key ?? "",
                    StructConstructors.DeclaresParameterless(named))
                {
                    JsonSkipped = json != null ? EquatableArray<string>.Empty
                        : SkippedMembers.Named(SkippedMembers.Of(parser, named, candidates)),
                },
            };
            return true;
        }

        // Whether attributes specify more about its JSON than names.
        private static bool HasJsonForm(ITypeSymbol type, List<KeyValuePair<ISymbol, ITypeSymbol>> fields) =>
            JsonAttributes.Unknown(type) >= 0 || JsonAttributes.Numbers(type) != null
                || fields.Any(field => JsonAttributes.HasMoreThanName(field.Key));

        private static bool TryMeasure(Parser parser, ITypeSymbol type, int depth, out int size, out int alignment,
            out List<KeyValuePair<ISymbol, ITypeSymbol>> fields)
        {
            size = 0;
            alignment = 1;
            fields = new List<KeyValuePair<ISymbol, ITypeSymbol>>();
            // Reference assemblies of the framework preserve neither the order of fields nor all fields; those of projects do.
            if (depth > MaxDepth || type is not INamedTypeSymbol
                {
                    TypeKind: TypeKind.Struct, IsUnmanagedType: true,
                    IsRefLikeType: false
                } || type.SpecialType != SpecialType.None || HasLayout(type) || HasCompiledLayout(type)
                || Names.IsInSystem(type))
                return false;
            foreach (ISymbol member in type.GetMembers())
            {
                if (member is not IFieldSymbol { IsStatic: false, IsConst: false } field)
                    continue;
                ISymbol named = Declarations.OwnerOf(field);
                if (!IsSerialized(named) || Inclusion.IsIgnored(named)
                    || !TryMeasureField(parser, field.Type, depth + 1, out int fieldSize, out int fieldAlignment)
                    || size % fieldAlignment != 0)
                    return false;
                size += fieldSize;
                alignment = Math.Max(alignment, fieldAlignment);
                fields.Add(new KeyValuePair<ISymbol, ITypeSymbol>(named, field.Type));
            }
            return size != 0 && size % alignment == 0 && size <= 64 * 1024;
        }

        private static bool TryMeasureField(Parser parser, ITypeSymbol type, int depth, out int size, out int alignment)
        {
            size = alignment = SizeOfNumber(type);
            if (size != 0)
                return Access.IsVisible(parser, type);
            if (type.ToDisplayString() == "System.Guid")
            {
                size = 16;
                alignment = 4;
                return true;
            }
            if (type is INamedTypeSymbol served && parser.Catalogue.Find(served) is { } entry)
            {
                size = entry.Size;
                alignment = entry.Alignment;
                return entry.Shape == ShapeKind.Record;
            }
            return type is INamedTypeSymbol && Access.IsVisible(parser, type)
                && TryMeasure(parser, type, depth, out size, out alignment, out _);
        }

        /// <summary>The size in bytes of a number, character or enum; 0 for other types.</summary>
        public static int SizeOfNumber(ITypeSymbol type) => ((type as INamedTypeSymbol)?.EnumUnderlyingType ?? type).SpecialType switch
        {
            SpecialType.System_Byte or SpecialType.System_SByte => 1,
            SpecialType.System_Int16 or SpecialType.System_UInt16 or SpecialType.System_Char => 2,
            SpecialType.System_Int32 or SpecialType.System_UInt32 or SpecialType.System_Single => 4,
            SpecialType.System_Int64 or SpecialType.System_UInt64 or SpecialType.System_Double => 8,
            _ => 0,
        };

        private static bool IsSerialized(ISymbol member) => member.DeclaredAccessibility == Accessibility.Public && member switch
        {
            IFieldSymbol field => !field.IsReadOnly,
            IPropertySymbol property => property.SetMethod is { IsInitOnly: false, DeclaredAccessibility: Accessibility.Public }
                && property.GetMethod is { DeclaredAccessibility: Accessibility.Public },
            _ => false,
        } && Members.IsOrdinary(member);

        /// <summary>
        /// Whether a compiled struct specifies a layout, which is not an attribute but metadata that symbols do not expose.
        /// </summary>
        public static bool HasCompiledLayout(ITypeSymbol type)
        {
            ITypeSymbol definition = type.OriginalDefinition;
            if (definition.MetadataToken == 0 || definition.ContainingModule?.GetMetadata() is not { } module)
                return false;
            MetadataReader reader = module.GetMetadataReader();
            TypeDefinition compiled = reader.GetTypeDefinition((TypeDefinitionHandle)MetadataTokens.EntityHandle(definition.MetadataToken));
            return (compiled.Attributes & TypeAttributes.LayoutMask) != TypeAttributes.SequentialLayout || !compiled.GetLayout().IsDefault;
        }

        private static bool HasLayout(ITypeSymbol type) => type.GetAttributes().Any(a =>
            Attributes.NameOf(a) is "System.Runtime.InteropServices.StructLayoutAttribute"
                or "System.Runtime.CompilerServices.InlineArrayAttribute"
            && (a.NamedArguments.Length != 0 || a.ConstructorArguments.Length == 0
                || Convert.ToInt32(a.ConstructorArguments[0].Value, System.Globalization.CultureInfo.InvariantCulture) != 0));
    }
}
