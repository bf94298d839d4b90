using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Values that virtual properties hold in a base class, although a derived class overrides these properties: only what the override
    /// returns is stored, so the other value is lost unless the setter of the override sets <c>base.X</c>.
    /// </summary>
    internal static class OverriddenState
    {
        /// <summary>
        /// Reports overrides of automatic properties whose value is lost, if code of derived classes sets it and uses it.
        /// </summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which has stored members.</param>
        /// <param name="candidates">The candidates of its members.</param>
        /// <param name="stored">The names of the stored members.</param>
        /// <param name="construction">How objects are created.</param>
        public static void Report(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, HashSet<string> stored,
            Construction construction)
        {
            foreach (Candidate candidate in candidates)
            {
                if (!stored.Contains(candidate.Name) || candidate.Symbol is not IPropertySymbol { IsOverride: true } overriding
                    || !parser.IsOwn(candidate.Declaring))
                    continue;
                for (IPropertySymbol? p = overriding.OverriddenProperty; p != null; p = p.OverriddenProperty)
                {
                    if (!ReadOnlyMembers.IsAutomatic(p) || Inclusion.IsIgnored(p) || OverrideThatKeeps(p, type) is not { } place
                        || !IsUsed(p, type)
                        || !(IsSet(p, type) || IsSetByConstructor(p, type, construction) || IsReplaced(p, p, candidate, construction))
                        || IsRestoredBy(p, type, stored, construction))
                        continue;
                    parser.ReportAt(place, Rules.HiddenMember, parser.Path + "." + candidate.Name, Names.InSchema(type),
                        candidate.Name, "overridden", "Use 'base." + candidate.Name + "' in the accessors of the override, rename one of "
                            + "them");
                    break;
                }
            }
        }

        /// <summary>
        /// Whether setting a property of an object, and passing it to the constructor, sets the value that one of its base classes has: all
        /// overrides set that of their base.
        /// </summary>
        /// <param name="property">The property of the base class.</param>
        /// <param name="type">The type of the object.</param>
        public static bool IsRestored(IPropertySymbol property, INamedTypeSymbol type) => OverrideThatKeeps(property, type) == null;

        // An override that does not set the value of its base.
        private static IPropertySymbol? OverrideThatKeeps(IPropertySymbol property, INamedTypeSymbol type) => Below(property, type)
            .SelectMany(t => t.GetMembers(property.Name)).OfType<IPropertySymbol>()
            .FirstOrDefault(other => other.IsOverride && !(other.SetMethod == null
                ? Reaches(type, GettersOf(other), property.Name, _ => true)
                : Reaches(type, Declarations.Of(other).SelectMany(SetterCode.Setter), property.Name, MayChange)));

        /// <summary>
        /// Whether a property that is overridden has a value in a field which code of derived classes sets by <c>base.X</c>, and which
        /// other code uses than that of the property and its overrides.
        /// </summary>
        /// <param name="property">The property of the base class.</param>
        /// <param name="field">The field that holds the value.</param>
        /// <param name="type">The type of the object.</param>
        public static bool IsSet(IPropertySymbol property, string field, INamedTypeSymbol type) =>
            IsSet(property, type) && (IsUsed(property, type) || IsUsedByName(property, field));

        /// <summary>
        /// The fields of a base class that reading sets to another value, because the property that returns them has an override that
        /// returns a constant, which is passed to the constructor.
        /// </summary>
        /// <param name="declaring">The base class.</param>
        /// <param name="candidates">The candidates of the members of the type.</param>
        /// <param name="construction">How objects are created.</param>
        public static IEnumerable<string> ReplacedFields(INamedTypeSymbol declaring, List<Candidate> candidates,
            Construction construction)
        {
            foreach (Candidate candidate in candidates)
            {
                for (IPropertySymbol? p = (candidate.Symbol as IPropertySymbol)?.OverriddenProperty; p != null; p = p.OverriddenProperty)
                {
                    if (SymbolEqualityComparer.Default.Equals(p.ContainingType.OriginalDefinition, declaring)
                        && SetterCode.BackingField(p) is { Length: > 0 } name
                        && declaring.GetMembers(name).OfType<IFieldSymbol>().FirstOrDefault() is { } field
                        && IsReplaced(p, field, candidate, construction) && IsUsedByName(p, name))
                        yield return name;
                }
            }
        }

        // The classes of an object below the one that declares a property.
        private static IEnumerable<INamedTypeSymbol> Below(IPropertySymbol property, INamedTypeSymbol type)
        {
            INamedTypeSymbol declaring = property.ContainingType.OriginalDefinition;
            for (INamedTypeSymbol? t = type.OriginalDefinition; t is { SpecialType: SpecialType.None }
                && !SymbolEqualityComparer.Default.Equals(t, declaring); t = t.BaseType?.OriginalDefinition)
                yield return t;
        }

        // The code of classes in which base.X means this property and not an override of it, without that of the overrides.
        private static IEnumerable<SyntaxNode> CodeOfUsers(IPropertySymbol property, INamedTypeSymbol type)
        {
            List<INamedTypeSymbol> below = Below(property, type).ToList();
            int last = below.FindLastIndex(t => t.GetMembers(property.Name).Length != 0);
            return below.Skip(Math.Max(last, 0)).SelectMany(t => t.GetMembers())
                .Where(member => Callbacks.MayChangeObjects(member) && member.Name != property.Name).SelectMany(Declarations.Of);
        }

        private static bool IsSet(IPropertySymbol property, INamedTypeSymbol type) =>
            CodeOfUsers(property, type).SelectMany(code => OfBase(code, property.Name)).Any(Changes);

        // Whether derived classes use the value other than to change it.
        private static bool IsUsed(IPropertySymbol property, INamedTypeSymbol type) => CodeOfUsers(property, type)
            .Concat(Below(property, type).SelectMany(t => t.GetMembers(property.Name)).OfType<IPropertySymbol>().SelectMany(GettersOf))
            .SelectMany(code => OfBase(code, property.Name)).Any(access => !Changes(access));

        private static bool IsUsedByName(IPropertySymbol property, string field) => property.ContainingType.GetMembers()
            .Where(member => Callbacks.MayChangeObjects(member) && member.Name != property.Name).SelectMany(Declarations.Of)
            .Any(code => LostState.Mentioned(code).Contains(field));

        // Whether constructors set the value to one that depends on arguments that reading does not pass.
        private static bool IsSetByConstructor(IPropertySymbol property, INamedTypeSymbol type, Construction construction)
        {
            foreach (IMethodSymbol constructor in type.OriginalDefinition.InstanceConstructors)
            {
                bool isUsed = SymbolEqualityComparer.Default.Equals(constructor, construction.Constructor?.OriginalDefinition);
                List<string> given = constructor.Parameters.Where(p => !isUsed || !construction.Gives(p)).Select(p => p.Name).ToList();
                if (Declarations.Of(constructor).SelectMany(code => OfBase(code, property.Name))
                    .Any(access => access.Parent is AssignmentExpressionSyntax assignment && assignment.Left == access
                        && given.Any(name => ConstructorArguments.Mentions(assignment.Right, name))))
                    return true;
            }
            return false;
        }

        // Whether the constructor assigns to a member what it gets for the property, and an override of this returns a constant instead.
        private static bool IsReplaced(IPropertySymbol property, ISymbol member, Candidate candidate, Construction construction)
        {
            if (property.SetMethod != null || !construction.Arguments.TryGetValue(candidate, out IParameterSymbol parameter)
                || !construction.Flow.Keeps(parameter, member))
                return false;
            List<ExpressionSyntax> returned = Declarations.Of(candidate.Symbol).SelectMany(SetterCode.Returned).ToList();
            return returned.Count != 0 && returned.All(value => value is LiteralExpressionSyntax);
        }

        // Whether the value is restored because another property that is stored, or a callback, sets it, or the constructor takes it.
        private static bool IsRestoredBy(IPropertySymbol property, INamedTypeSymbol type, HashSet<string> stored,
            Construction construction)
        {
            bool IsGiven(IPropertySymbol other) => construction.Arguments.Keys.Any(c => c.Name == other.Name)
                && Reaches(type, GettersOf(other), property.Name, _ => true);
            return Below(property, type).SelectMany(t => t.GetMembers()).Where(other => other.Name != property.Name)
                .Any(other => other switch
                {
                    IMethodSymbol method => Callbacks.IsAfter(method)
                        && Reaches(type, Declarations.Of(method), property.Name, MayChange),
                    IPropertySymbol set => (stored.Contains(set.Name) || Inclusion.IsIgnored(set)) && (IsGiven(set)
                        || Reaches(type, Declarations.Of(set).SelectMany(SetterCode.Setter), property.Name, MayChange)),
                    _ => false,
                });
        }

        private static IEnumerable<SyntaxNode> GettersOf(IPropertySymbol property) =>
            Declarations.Of(property).SelectMany(SetterCode.GetterOrMethod);

        // Whether code, or a method of the object that it calls, contains base.X in a certain role.
        private static bool Reaches(INamedTypeSymbol type, IEnumerable<SyntaxNode> code, string property,
            Func<MemberAccessExpressionSyntax, bool> isMeant, HashSet<string>? followed = null)
        {
            followed ??= new HashSet<string>();
            foreach (SyntaxNode body in code.ToList())
            {
                if (OfBase(body, property).Any(isMeant))
                    return true;
                List<SyntaxNode> called = body.DescendantNodes().OfType<InvocationExpressionSyntax>()
                    .Select(call => SetterCode.NameOf(call.Expression)).Where(name => name.Length != 0 && followed.Add(name))
                    .SelectMany(name => Members.Named(type.OriginalDefinition, name)).OfType<IMethodSymbol>()
                    .SelectMany(method => Declarations.Of(method.OriginalDefinition)).ToList();
                if (called.Count != 0 && Reaches(type, called, property, isMeant, followed))
                    return true;
            }
            return false;
        }

        private static IEnumerable<MemberAccessExpressionSyntax> OfBase(SyntaxNode code, string property) => code.DescendantNodesAndSelf()
            .OfType<MemberAccessExpressionSyntax>()
            .Where(access => access.Expression is BaseExpressionSyntax && access.Name.Identifier.ValueText == property);

        // base.X = value, base.X.Add(value), base.X[0] = value.
        private static bool Changes(MemberAccessExpressionSyntax access) => Users(access).Any(node =>
            SetterCode.Targets(node).Concat(SetterCode.ChangedBy(node) is { } changed ? new[] { changed } : Array.Empty<ExpressionSyntax>())
                .Any(target => target.Contains(access)));

        // Any call on the value may change it: base.X.CopyFrom(value).
        private static bool MayChange(MemberAccessExpressionSyntax access) => Changes(access)
            || Users(access).Any(node => node is InvocationExpressionSyntax);

        // What uses base.X or a part of it: base.X.Y[0] = value.
        private static IEnumerable<SyntaxNode> Users(MemberAccessExpressionSyntax access)
        {
            SyntaxNode? node = access.Parent;
            for (; node is MemberAccessExpressionSyntax or ElementAccessExpressionSyntax or ParenthesizedExpressionSyntax
                or PostfixUnaryExpressionSyntax { RawKind: (int)SyntaxKind.SuppressNullableWarningExpression }; node = node.Parent)
            {
            }
            if (node is ArgumentSyntax { Parent: TupleExpressionSyntax tuple })
                node = tuple.Parent;
            return node == null ? Array.Empty<SyntaxNode>() : new[] { node };
        }
    }
}
