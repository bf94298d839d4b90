using System.Collections.Generic;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Which fields and properties of a type are its members: public ones that can be read and set, those of base classes first.</summary>
    internal static class Members
    {
        /// <returns>Null where a member cannot be serialized, which has been reported.</returns>
        public static List<MemberModel>? Of(Parser parser, INamedTypeSymbol type)
        {
            var symbols = new List<ISymbol>();
            bool complete = Collect(parser, type, type, symbols);
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
                TypeModel? model = parser.Visit(memberType, step);
                if (model == null)
                    complete = false;
                else
                    members.Add(new MemberModel(symbol.Name, Escape(symbol.Name), model.Key));
            }
            return complete ? members : null;
        }

        private static bool Collect(Parser parser, INamedTypeSymbol root, INamedTypeSymbol type, List<ISymbol> symbols)
        {
            bool complete = type.BaseType == null || type.BaseType.SpecialType is SpecialType.System_Object or SpecialType.System_ValueType || Collect(parser, root, type.BaseType, symbols);
            foreach (ISymbol member in type.GetMembers())
            {
                if (!IsMember(member))
                    continue;
                int same = symbols.FindIndex(s => s.Name == member.Name);
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
                    parser.ReportAt(member, Rules.HiddenMember, parser.Path, Names.InSchema(root), member.Name);
                    complete = false;
                }
            }
            return complete;
        }

        private static bool IsMember(ISymbol member)
        {
            if (member.IsStatic || member.DeclaredAccessibility != Accessibility.Public || IsIgnored(member))
                return false;
            switch (member)
            {
                case IFieldSymbol field:
                    return !field.IsConst && !field.IsReadOnly;
                case IPropertySymbol property:
                    if (property.IsIndexer || property.RefKind != RefKind.None)
                        return false;
                    // An override may declare one accessor only; the others are its base's.
                    return HasPublic(property, p => p.GetMethod) && HasPublic(property, p => p.SetMethod);
                default:
                    return false;
            }
        }

        private static bool HasPublic(IPropertySymbol property, System.Func<IPropertySymbol, IMethodSymbol?> accessor)
        {
            for (IPropertySymbol? p = property; p != null; p = p.OverriddenProperty)
            {
                if (accessor(p) is { } method)
                    return method.DeclaredAccessibility == Accessibility.Public;
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

        public static bool IsIgnored(ISymbol member)
        {
            foreach (AttributeData data in member.GetAttributes())
            {
                if (data.AttributeClass?.ToDisplayString() is "System.NonSerializedAttribute" or "System.Runtime.Serialization.IgnoreDataMemberAttribute" or "System.Text.Json.Serialization.JsonIgnoreAttribute" or "Newtonsoft.Json.JsonIgnoreAttribute")
                    return true;
            }
            return false;
        }

        private static string Escape(string name) =>
            SyntaxFacts.GetKeywordKind(name) != SyntaxKind.None || SyntaxFacts.GetContextualKeywordKind(name) != SyntaxKind.None ? "@" + name : name;
    }
}
