using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports private state of a type that is not stored and that no other rule reports. Members are not reported if they are restored in
    /// another way: fields behind properties that are stored or ignored, values that the constructor or a callback computes, values that
    /// never change, and values that are not data. The analysis reads method bodies; the generator notices an edit of a body only together
    /// with the next edit of a declaration, or at the next build.
    /// </summary>
    internal static class LostState
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which has stored members.</param>
        /// <param name="candidates">The candidates of its members.</param>
        /// <param name="stored">The names of the stored members.</param>
        /// <param name="construction">How objects are created.</param>
        /// <param name="members">The stored members.</param>
        /// <returns>Whether anything was reported.</returns>
        public static bool Report(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, HashSet<string> stored,
            Construction construction, List<MemberModel> members)
        {
            List<ISymbol> changedByConstructor = candidates
                .Where(c => c.Symbol is IPropertySymbol { SetMethod: null } && construction.Gives(c) && construction.MayChange(c)
                    && !members.Any(m => m.IsSetAgain && m.Name == c.Name))
                .Select(c => c.Symbol).ToList();
            bool isReported = false;
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                // For compiled types, neither the private fields nor the code that uses them are visible.
                if (!parser.IsOwn(t))
                    continue;
                List<ISymbol> hidden = Hidden(parser, t, candidates, stored);
                if (hidden.Count != 0 && DirtyFlags.MembersOf(t.OriginalDefinition) is { Count: > 0 } computed)
                    hidden.RemoveAll(member => computed.Contains(member.Name));
                if (hidden.Count == 0)
                    continue;
                HashSet<string> restored = RestoredState.Of(t.OriginalDefinition, type, stored);
                restored.ExceptWith(OverriddenState.ReplacedFields(t.OriginalDefinition, candidates, construction));
                // The constructor may limit the value of a field that methods set without this limit, if it cannot be set again.
                List<string> limited = changedByConstructor.Where(member => IsMemberOf(member, t)).Select(SetterCode.BackingField).ToList();
                if (limited.Count != 0)
                    restored.ExceptWith(limited.Intersect(SetterCode.ChangedAfterCreation(t.OriginalDefinition)));
                List<IMethodSymbol> used = t.OriginalDefinition.InstanceConstructors.Where(construction.IsGivenMembers).ToList();
                List<IMethodSymbol> others = t.OriginalDefinition.InstanceConstructors.Where(c =>
                    !used.Contains(c, SymbolEqualityComparer.Default)).ToList();
                HashSet<string> made = new HashSet<string>(used.SelectMany(MadeBy)),
                    assignedUnchanged = AssignedUnchanged(used, construction.Gives),
                    assignedByOthers = AssignedUnchanged(others, _ => true),
                    computedByOthers = new HashSet<string>(others.SelectMany(Computed));
                if (SymbolEqualityComparer.Default.Equals(t, type))
                {
                    assignedByOthers.UnionWith(
                        hidden.Where(member => DiffersByConstructor(type, member, construction)).Select(member => member.Name));
                }
                // Reading does not pass anything to optional parameters that no member is passed to.
                assignedByOthers.UnionWith(hidden.Where(member => IsOfOmitted(used, member, construction)).Select(member => member.Name));
                // A value that methods or callers change later is not the one that the constructor computes again.
                if (hidden.Any(member => made.Contains(member.Name) || assignedUnchanged.Contains(member.Name)))
                {
                    HashSet<string> changed = SetterCode.ChangedAfterCreation(t.OriginalDefinition);
                    changed.UnionWith(SharedState.Of(t.OriginalDefinition, used));
                    // If the constructor takes a collection, what it computes may be an index of it, which methods update. A node is a
                    // position in it.
                    if (used.SelectMany(c => c.Parameters).Any(p => construction.Gives(p) && RestoredState.IsContainer(p.Type)))
                    {
                        changed.IntersectWith(assignedUnchanged.Concat(hidden
                            .Where(member => Members.TypeOf(member).Name == "LinkedListNode").Select(member => member.Name)).ToList());
                    }
                    assignedUnchanged.ExceptWith(changed);
                    made.ExceptWith(changed);
                }
                var bags = new Lazy<HashSet<string>>(() => new HashSet<string>(candidates
                    .Where(c => c.Symbol is IPropertySymbol && stored.Contains(c.Name))
                    .SelectMany(c => SetterCode.ContainersOf(type.OriginalDefinition, c.Symbol.Name))));
                // What reading makes of the stored members may differ from what the object had.
                var differing = new HashSet<string>(hidden.Where(m => DifferingState.IsChangedCopy(t.OriginalDefinition, m, construction)
                    || (assignedUnchanged.Contains(m.Name) && DifferingState.IsSetByOthers(t.OriginalDefinition, m, construction)))
                    .Select(m => m.Name));
                assignedUnchanged.ExceptWith(differing);
                foreach (ISymbol m in hidden.Where(m => DifferingState.IsShownInPart(t.OriginalDefinition, m, construction)))
                {
                    restored.Remove(m.Name);
                    differing.Add(m.Name);
                }
                HashSet<string> unpredictable = UnpredictableValues.MembersOf(t.OriginalDefinition);
                foreach (ISymbol member in hidden)
                {
                    string name = member.Name;
                    // A value that was an argument of another constructor cannot be computed; a value that nothing changes is the same in
                    // every new object.
                    bool IsRestored(string other) => restored.Contains(other) || assignedUnchanged.Contains(other);
                    bool isSame = !assignedByOthers.Contains(name) && !unpredictable.Contains(name) && !differing.Contains(name)
                        && (made.Contains(name) || (IsFixed(member) && !computedByOthers.Contains(name)));
                    // By a constructor of a base class.
                    bool IsComputedAgain(ISymbol other) => other.DeclaredAccessibility == Accessibility.Private
                        && (RecomputedMembers.Is(type, other, construction)
                            || (construction.Constructor != null && RecomputedMembers.IsConstant(type, other)))
                        && !SetterCode.ChangedAfterCreation(t.OriginalDefinition).Contains(other.Name);
                    if (IsRestored(name) || isSame || LockObjects.Are(member) || IsComputedAgain(member)
                        || IsOtherForm(t.OriginalDefinition, member, stored)
                        || (IsBag(Members.TypeOf(member)) && (bags.Value.Contains(name) || IsOfCallers(t, name)))
                        || OverlappingFields.AreRestored(member, other => stored.Contains(other) || IsRestored(other)))
                        continue;
                    isReported = true;
                    parser.ReportAt(
                        member,
                        DataTypes.IsReference(parser, Members.TypeOf(member)) && !BinaryAttributes.Includes(member)
                            && !DataTypes.AreAllFields(parser, t.OriginalDefinition) ? Rules.LostReference : Rules.LostState,
                        Names.InSchema(t.OriginalDefinition) + "." + name);
                }
            }
            return isReported;
        }

        /// <summary>
        /// Whether all private state of a type of this project is stored, or the constructor assigns the value of a member to it
        /// unchanged.
        /// </summary>
        /// <inheritdoc cref="Report" path="/param"/>
        public static bool IsComplete(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, HashSet<string> stored,
            Construction construction)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                HashSet<string> assigned = AssignedUnchanged(
                    t.OriginalDefinition.InstanceConstructors.Where(construction.IsGivenMembers), construction.Gives);
                // Others refer to what may be no part of this object.
                IEnumerable<ISymbol> data = Hidden(parser, t, candidates, stored)
                    .Where(member => DataTypes.IsData(parser, Members.TypeOf(member)));
                if (!data.All(member => assigned.Contains(member.Name)))
                    return false;
            }
            return true;
        }

        private static List<ISymbol> Hidden(Parser parser, INamedTypeSymbol type, List<Candidate> candidates, HashSet<string> stored) =>
            PrivateState.Of(type.OriginalDefinition)
                .Where(m => !candidates.Any(c => stored.Contains(c.Name)
                    && SymbolEqualityComparer.Default.Equals(c.Symbol.OriginalDefinition, m)))
                .Where(m => m is IFieldSymbol { IsFixedSizeBuffer: true } || BinaryAttributes.Includes(m)
                    || (DataTypes.MayBePart(parser, m) && !LazyCaches.Is(m)))
                .ToList();

        // A dictionary or array of objects of any type may contain the values of properties, which their setters add: Set("x", value).
        private static bool IsBag(ITypeSymbol type) => (type switch
        {
            IArrayTypeSymbol array => array.ElementType,
            INamedTypeSymbol { TypeArguments: { Length: 2 } arguments } => arguments[1],
            _ => null,
        })?.SpecialType == SpecialType.System_Object;

        // Whether methods that properties call use a member: the compiler passes the name of the property to them.
        private static bool IsOfCallers(INamedTypeSymbol type, string member) => type.OriginalDefinition.GetMembers()
            .OfType<IMethodSymbol>().Where(method => method.Parameters.Any(p =>
                Attributes.Has(p, "System.Runtime.CompilerServices.CallerMemberNameAttribute")))
            .SelectMany(Declarations.Of).SelectMany(Mentioned).Contains(member);

        private static bool IsFixed(ISymbol member) => member is IFieldSymbol { IsReadOnly: true, Type: var type }
            ? ReadOnlyMembers.IsValue(type)
            : member is IPropertySymbol { SetMethod: null, Type: var other } && ReadOnlyMembers.IsValue(other);

        private static bool IsMemberOf(ISymbol member, INamedTypeSymbol type) =>
            SymbolEqualityComparer.Default.Equals(member.ContainingType.OriginalDefinition, type.OriginalDefinition);

        // Whether a property with code, which another serializer stores, returns or sets stored members, or what they return or set.
        private static bool IsOtherForm(INamedTypeSymbol type, ISymbol member, HashSet<string> stored) =>
            member is IPropertySymbol property && PrivateState.IsStoredByOthers(property)
            && RestoredState.ReturnedOrSet(property).Any(name => stored.Contains(name) || type.GetMembers().OfType<IPropertySymbol>()
                .Any(other => stored.Contains(other.Name) && RestoredState.ReturnedOrSet(other).Contains(name)));

        // What a constructor refers to. Of a type with a primary constructor, these are the members whose initializers use its parameters.
        private static IEnumerable<string> MadeBy(IMethodSymbol constructor) => Declarations.Of(constructor).SelectMany(declaration =>
            declaration is TypeDeclarationSyntax type
                ? ConstructorArguments.Initialized(type)
                    .Where(one => constructor.Parameters.Any(p => ConstructorArguments.Mentions(one.Value, p.Name))).Select(one => one.Key)
                : Mentioned(declaration));

        // The members to which constructors assign certain parameters unchanged.
        private static HashSet<string> AssignedUnchanged(IEnumerable<IMethodSymbol> constructors, Func<IParameterSymbol, bool> concerns) =>
            new HashSet<string>(constructors.SelectMany(c => c.Parameters).Where(concerns).SelectMany(ConstructorArguments.AssignedTo));

        // The members that a constructor computes from its parameters: config.IsStrict, parent._depth + 1. What it only takes from another
        // object of the type is a copy.
        private static IEnumerable<string> Computed(IMethodSymbol constructor) => Declarations.Of(constructor)
            .OfType<ConstructorDeclarationSyntax>().SelectMany(ConstructorArguments.Assigned)
            .Where(one => constructor.Parameters.Any(p => ConstructorArguments.Mentions(one.Value, p.Name)
                && (!IsOfType(p, constructor.ContainingType) || one.Value.DescendantNodesAndSelf().Any(IsArithmetic))))
            .Select(one => one.Key);

        private static bool IsOfType(IParameterSymbol parameter, INamedTypeSymbol type) =>
            SymbolEqualityComparer.Default.Equals(parameter.Type.OriginalDefinition, type.OriginalDefinition);

        private static bool IsArithmetic(SyntaxNode node) => node.Kind() is SyntaxKind.AddExpression or SyntaxKind.SubtractExpression
            or SyntaxKind.MultiplyExpression or SyntaxKind.DivideExpression or SyntaxKind.ModuloExpression;

        // Whether the constructor that reading calls makes a member of parameters that no member is passed to.
        private static bool IsOfOmitted(List<IMethodSymbol> used, ISymbol member, Construction construction) =>
            used.SelectMany(constructor => constructor.Parameters).Any(p => !construction.Gives(p)
                && (ConstructorArguments.AssignedTo(p).Contains(member.Name)
                    || (construction.Flow.In(member) != null && construction.Flow.Uses(p, member))));

        // Whether other constructors set a member to other constants than the one that reading calls, so that it may tell which one created
        // the object. Any struct may be a default value, which none created. A constructor that copies an object may leave a member out.
        private static bool DiffersByConstructor(INamedTypeSymbol type, ISymbol member, Construction construction)
        {
            string? made = construction.Constructor is { } called ? ArgumentFlow.Of(called).In(member)?.Constant
                : type.IsValueType ? Content.Default.Constant : null;
            return made != null && ((type.IsValueType && made != Content.Default.Constant) || type.InstanceConstructors
                .Any(c => ArgumentFlow.Of(c).In(member) is { Constant: { } other } && other != made
                    && (c.Parameters.Length != 1 || !IsOfType(c.Parameters[0], type) || other != Content.Default.Constant)));
        }

        /// <summary>The names that code mentions.</summary>
        public static IEnumerable<string> Mentioned(SyntaxNode node) =>
            node.DescendantNodesAndSelf().OfType<IdentifierNameSyntax>().Select(name => name.Identifier.ValueText);
    }
}
