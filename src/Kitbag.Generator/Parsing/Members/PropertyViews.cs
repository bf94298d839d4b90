using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Properties of which each setter replaces what the others return, because they show the same field (<c>A { get =&gt; _content as A;
    /// set =&gt; _content = value; }</c>, or bits of it), or because only one of them has a value (<c>set { _rate = value; _amount = 0;
    /// }</c>). No order of calls restores all of them, so a setter is called only if the property does not return the value already.
    /// </summary>
    internal static class PropertyViews
    {
        /// <param name="type">The type.</param>
        /// <param name="declared">Its members.</param>
        /// <param name="members">Their models, in another order.</param>
        public static void Apply(INamedTypeSymbol type, List<Candidate> declared, List<MemberModel> members)
        {
            var views = new List<View>();
            foreach (Candidate candidate in declared)
            {
                int index = members.FindIndex(member => member.Name == UnknownStore.NameOf(candidate));
                MemberModel member = members[index];
                if (member.HasSetterCode && !member.HasHiddenSetter && !member.HasHiddenGetter && member.SetValues == SetValues.All
                    && !member.IsSetAgain && member.Assignment == MemberAssignment.After
                    && ConditionFor(candidate.Type) is { } condition)
                    views.Add(new View((IPropertySymbol)candidate.Symbol, index, condition, type));
            }
            foreach (View view in views.Where(one => CanBeCompared(one.Property)))
            {
                if (views.Any(other => other != view && view.Replaces(other) && other.Replaces(view)
                    && !PresenceProperties.IsPresenceOf(view.Property, other.Property)
                    && !PresenceProperties.IsPresenceOf(other.Property, view.Property)))
                    members[view.Index] = members[view.Index] with { SetValues = view.Condition, IsSetLast = true };
            }
        }

        /// <summary>Which values of a type differ from the one that a member has; null if they cannot be compared.</summary>
        public static SetValues? ConditionFor(ITypeSymbol type)
        {
            ITypeSymbol value = type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T
                ? ((INamedTypeSymbol)type).TypeArguments[0] : type;
            bool isCompared = value.TypeKind == TypeKind.Enum || value.SpecialType is SpecialType.System_Boolean or SpecialType.System_Char
                or SpecialType.System_String or SpecialType.System_Decimal
                or (>= SpecialType.System_SByte and <= SpecialType.System_UInt64);
            // 0 and -0 are equal for the operators.
            return isCompared ? SetValues.Different
                : type.SpecialType is SpecialType.System_Single or SpecialType.System_Double ? SetValues.OtherBits
                : Nullability.HasNull(type) ? SetValues.OtherThanNull
                : null;
        }

        // Whether a getter neither calls anything nor throws an exception in an object that is not complete. A getter that returns another
        // value instead of null does not show whether the value was set.
        private static bool CanBeCompared(IPropertySymbol property) => !Declarations.Of(property).SelectMany(SetterCode.GetterOrMethod)
            .SelectMany(getter => getter.DescendantNodes()).Any(node => node is InvocationExpressionSyntax or ElementAccessExpressionSyntax
                or ThrowExpressionSyntax or ThrowStatementSyntax or AssignmentExpressionSyntax or ObjectCreationExpressionSyntax
                || node.IsKind(SyntaxKind.CoalesceExpression) || IsDivision(node));

        private static bool IsDivision(SyntaxNode node) => node is BinaryExpressionSyntax { Right: not LiteralExpressionSyntax }
            && node.Kind() is SyntaxKind.DivideExpression or SyntaxKind.ModuloExpression;

        private sealed class View
        {
            // What the setter sets, and of this, what the getter uses.
            private readonly HashSet<string> _set, _shown;

            public View(IPropertySymbol property, int index, SetValues condition, INamedTypeSymbol type)
            {
                Property = property;
                Index = index;
                Condition = condition;
                _set = SetterCode.Of(type, property.Name).Set;
                _shown = new HashSet<string>(SetterCode.RestoredBy(type, property.Name));
            }

            public IPropertySymbol Property { get; }

            public int Index { get; }

            public SetValues Condition { get; }

            public bool Replaces(View other) => _set.Overlaps(other._shown);
        }
    }
}
