using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Fields that are not members of a class whose objects are created without a constructor: generated code repeats their initializers
    /// if it can.
    /// </summary>
    internal static class InitialFields
    {
        /// <summary>The fields that generated code sets in a new object.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The class.</param>
        /// <param name="candidates">The candidates of its members.</param>
        /// <param name="lost">Receives the fields that keep their default value although a constructor or an initializer would have set
        /// them.</param>
        public static EquatableArray<InitialFieldModel> Of(Parser parser, INamedTypeSymbol type, List<Candidate> candidates,
            List<ISymbol> lost)
        {
            var found = new List<InitialFieldModel>();
            var members = new HashSet<ISymbol>(candidates.Select(c => c.Symbol.OriginalDefinition), SymbolEqualityComparer.Default);
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                HashSet<string> assigned = Assigned(t);
                foreach (IFieldSymbol field in t.GetMembers().OfType<IFieldSymbol>().Where(f => f is { IsStatic: false, IsConst: false }))
                {
                    ISymbol named = Declarations.OwnerOf(field);
                    if (members.Contains(named.OriginalDefinition) || members.Contains(field.OriginalDefinition))
                        continue;
                    ExpressionSyntax? value = InitialValues.Initializer(named)?.Value;
                    if (value == null ? assigned.Contains(named.Name) && !IsSetByMember(field, candidates) : !InitialValues.IsDefault(value)
                        && (InitialValues.TextOf(parser, named) is not { } text || !TryAdd(parser, field, text, found)))
                        lost.Add(named);
                }
            }
            return new EquatableArray<InitialFieldModel>(found.ToArray());
        }

        /// <summary>Finds fields that only other constructors set than the parameterless one, which reading calls.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The class.</param>
        /// <param name="candidates">The candidates of its members.</param>
        /// <param name="called">Its parameterless constructor.</param>
        /// <param name="lost">Receives the fields.</param>
        public static void ReportUnset(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, IMethodSymbol called,
            List<ISymbol> lost)
        {
            var unset = new List<ISymbol>();
            Of(parser, type, candidates, unset);
            List<ConstructorDeclarationSyntax> declared = Declarations.Of(called).OfType<ConstructorDeclarationSyntax>().ToList();
            // What a constructor that it calls sets is not examined, nor are methods.
            if (declared.All(c => c.Initializer == null && !c.DescendantNodes().OfType<InvocationExpressionSyntax>().Any()))
            {
                lost.AddRange(unset.Where(symbol => SymbolEqualityComparer.Default.Equals(symbol.ContainingType.OriginalDefinition,
                    type.OriginalDefinition) && InitialValues.Initializer(symbol) == null
                    && !declared.SelectMany(SetterCode.AssignedBy).Contains(symbol.Name)));
            }
        }

        // Whether a property that returns the field is a member, and is set by setting the field.
        private static bool IsSetByMember(IFieldSymbol field, List<Candidate> candidates) => candidates.Exists(c => c.HasHiddenSetter
            && c.HiddenField == field.Name && SymbolEqualityComparer.Default.Equals(c.Declaring, field.ContainingType));

        private static bool TryAdd(Parser parser, IFieldSymbol field, string text, List<InitialFieldModel> found)
        {
            INamedTypeSymbol declaring = field.ContainingType;
            if (!Access.IsVisible(parser, field.Type))
                return false;
            if (Accessors.WhyNot(parser, declaring) == null)
                found.Add(new InitialFieldModel(field.Name, "", text, Names.InCode(declaring), Names.InCode(field.Type))
                {
                    Open = declaring.IsGenericType ? TypeParameters.Describe(declaring, new[] { field.OriginalDefinition.Type }) : null,
                });
            else if (field.AssociatedSymbol == null && !field.IsReadOnly && Access.IsVisible(parser, field))
                found.Add(new InitialFieldModel(field.Name, Members.Escape(field.Name), text, "", ""));
            else
                return false;
            return true;
        }

        // The names that constructors assign to.
        private static HashSet<string> Assigned(INamedTypeSymbol type) => new HashSet<string>(type.InstanceConstructors
            .SelectMany(Declarations.Of)
            .OfType<ConstructorDeclarationSyntax>()
            .SelectMany(c => c.DescendantNodes().OfType<AssignmentExpressionSyntax>())
            .Select(a => a.Left is MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } access ? access.Name : a.Left)
            .OfType<IdentifierNameSyntax>()
            .Select(name => name.Identifier.ValueText));
    }
}
