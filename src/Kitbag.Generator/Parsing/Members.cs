using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Which fields and properties of a type are its members: public ones that can be read and set, those of base classes too, in order of their names.</summary>
    internal static class Members
    {
        /// <returns>Null where a member cannot be serialized, which has been reported.</returns>
        public static List<MemberModel>? Of(Parser parser, INamedTypeSymbol type)
        {
            var symbols = new List<ISymbol>();
            bool complete = Collect(parser, type, type, symbols);
            List<ISymbol> declared = symbols.OrderBy(JsonAttributes.Order).ToList();
            // By name: compiled assemblies do not keep the order of declaration, and two assemblies must write the same bytes.
            symbols.Sort((a, b) => string.CompareOrdinal(a.Name, b.Name));
            var members = new List<MemberModel>();
            foreach (ISymbol symbol in symbols)
            {
                string step = "." + symbol.Name;
                ITypeSymbol memberType = symbol is IFieldSymbol field ? field.Type : ((IPropertySymbol)symbol).Type;
                string? hurdle = Hurdle(symbol);
                if (hurdle != null)
                {
                    parser.ReportAt(symbol, Rules.InitOnly, parser.Path + step, hurdle);
                    complete = false;
                    continue;
                }
                if (IsForbidden(symbol))
                {
                    parser.ReportAt(symbol, Rules.UnsupportedType, parser.Path + step, Names.InSchema(memberType), "the member is obsolete as an error, so generated code cannot use it either: take it out with [System.Runtime.Serialization.IgnoreDataMember]");
                    complete = false;
                    continue;
                }
                TypeModel? model = parser.Visit(symbol, memberType, step);
                if (model == null)
                    complete = false;
                else
                    members.Add(new MemberModel(symbol.Name, Escape(symbol.Name), model.Key) { JsonName = JsonAttributes.Name(symbol), JsonIndex = declared.IndexOf(symbol), Presence = JsonAttributes.Presence(symbol) });
                JsonAttributes.ReportConverter(parser, symbol, parser.Path + step);
            }
            return complete ? members : null;
        }

        private static bool Collect(Parser parser, INamedTypeSymbol root, INamedTypeSymbol type, List<ISymbol> symbols)
        {
            bool complete = type.BaseType == null || type.BaseType.SpecialType is SpecialType.System_Object or SpecialType.System_ValueType || Collect(parser, root, type.BaseType, symbols);
            foreach (ISymbol member in type.GetMembers())
            {
                if (JsonAttributes.IsIncluded(member) && !IsMember(parser, member))
                {
                    parser.ReportAt(member, Rules.HiddenInclude, parser.Path + "." + member.Name);
                    complete = false;
                    continue;
                }
                int same = symbols.FindIndex(s => s.Name == member.Name);
                if (!IsMember(parser, member))
                {
                    if (same >= 0 && IsIgnored(member) && member.IsOverride)
                    {
                        symbols.RemoveAt(same);
                    }
                    else if (same >= 0 && !member.IsOverride && !member.IsImplicitlyDeclared && Access.IsVisible(parser, member))
                    {
                        parser.ReportAt(member, Rules.HiddenMember, parser.Path + "." + member.Name, Names.InSchema(root), member.Name);
                        complete = false;
                    }
                    continue;
                }
                if (same < 0)
                {
                    symbols.Add(member);
                }
                else if (member.IsOverride)
                {
                    symbols[same] = member;
                }
                else
                {
                    parser.ReportAt(member, Rules.HiddenMember, parser.Path + "." + member.Name, Names.InSchema(root), member.Name);
                    complete = false;
                }
            }
            return complete;
        }

        private static bool IsMember(Parser parser, ISymbol member)
        {
            if (member.IsStatic || IsIgnored(member) || !IsOpen(parser, member, member))
                return false;
            switch (member)
            {
                case IFieldSymbol field:
                    return !field.IsConst && !field.IsReadOnly && (field.IsFixedSizeBuffer || IsData(field.Type));
                case IPropertySymbol property:
                    if (property.IsIndexer || property.RefKind != RefKind.None)
                        return false;
                    // An override may declare one accessor only; the others are its base's.
                    return IsData(property.Type) && HasOpen(parser, property, p => p.GetMethod) && HasOpen(parser, property, p => p.SetMethod);
                default:
                    return false;
            }
        }

        // Public, or asked for and in sight.
        private static bool IsOpen(Parser parser, ISymbol member, ISymbol part) =>
            part.DeclaredAccessibility == Accessibility.Public || (JsonAttributes.IsIncluded(member) && Access.IsVisible(parser, part));

        // Code and addresses are not data.
        private static bool IsData(ITypeSymbol type) => type.TypeKind is not (TypeKind.Delegate or TypeKind.Pointer or TypeKind.FunctionPointer);

        private static bool HasOpen(Parser parser, IPropertySymbol property, System.Func<IPropertySymbol, IMethodSymbol?> accessor)
        {
            for (IPropertySymbol? p = property; p != null; p = p.OverriddenProperty)
            {
                if (accessor(p) is { } method)
                    return IsOpen(parser, property, method);
            }
            return false;
        }

        /// <summary>What keeps a member from being set after its object was made, if anything does.</summary>
        public static string? Hurdle(ISymbol symbol)
        {
            if (symbol is IFieldSymbol { IsFixedSizeBuffer: true })
                return "a fixed-size buffer";
            // IsRequired is newer than the oldest compiler that loads this.
            foreach (AttributeData data in symbol.GetAttributes())
            {
                if (data.AttributeClass?.ToDisplayString() == "System.Runtime.CompilerServices.RequiredMemberAttribute")
                    return "required";
            }
            foreach (SyntaxReference reference in symbol.DeclaringSyntaxReferences)
            {
                SyntaxNode node = reference.GetSyntax();
                while (node != null && node is not Microsoft.CodeAnalysis.CSharp.Syntax.MemberDeclarationSyntax)
                    node = node.Parent!;
                if (node is Microsoft.CodeAnalysis.CSharp.Syntax.MemberDeclarationSyntax declaration)
                {
                    foreach (SyntaxToken modifier in declaration.Modifiers)
                    {
                        if (modifier.ValueText == "required")
                            return "required";
                    }
                }
            }
            return symbol is IPropertySymbol { SetMethod.IsInitOnly: true } ? "init-only" : null;
        }

        private static bool IsForbidden(ISymbol member)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                if (data.AttributeClass?.ToDisplayString() == "System.ObsoleteAttribute" && data.ConstructorArguments.Length == 2 && data.ConstructorArguments[1].Value is true)
                    return true;
            }
            return false;
        }

        public static bool IsIgnored(ISymbol member)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                if (data.AttributeClass?.ToDisplayString() is "System.NonSerializedAttribute" or "System.Runtime.Serialization.IgnoreDataMemberAttribute" or "System.Text.Json.Serialization.JsonIgnoreAttribute" or "Newtonsoft.Json.JsonIgnoreAttribute" && IsAlways(data))
                    return true;
            }
            return member is IFieldSymbol field && IsNotSerialized(field);
        }

        // Of a compiled field [NonSerialized] is no attribute but a flag in its metadata.
        private static bool IsNotSerialized(IFieldSymbol field)
        {
            IFieldSymbol definition = field.OriginalDefinition;
            if (definition.MetadataToken == 0 || definition.ContainingModule?.GetMetadata() is not { } module)
                return false;
            FieldDefinition compiled = module.GetMetadataReader().GetFieldDefinition((FieldDefinitionHandle)MetadataTokens.EntityHandle(definition.MetadataToken));
            return (compiled.Attributes & FieldAttributes.NotSerialized) != 0;
        }

        // JsonIgnoreCondition.Always is 1. Never and those that leave out defaults take no value away.
        private static bool IsAlways(AttributeData data)
        {
            foreach (KeyValuePair<string, TypedConstant> argument in data.NamedArguments)
            {
                if (argument.Key == "Condition")
                    return argument.Value.Value is 1;
            }
            return true;
        }

        private static string Escape(string name) =>
            SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None || SyntaxFacts.GetContextualKeywordKind(name) != SyntaxKind.None ? "@" + name : name;
    }
}
