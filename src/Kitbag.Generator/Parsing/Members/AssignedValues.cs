using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Determines which values of a member are set after its object was made.</summary>
    internal static class AssignedValues
    {
        /// <summary>
        /// Has a member set again whose value the constructor may have changed. A setter that rejects null is not called for null if the
        /// member of the new object is null already.
        /// </summary>
        public static MemberModel Describe(Parser parser, Candidate candidate, MemberModel member, Construction construction)
        {
            if (!construction.Gives(candidate))
            {
                return member is { HasSetterCode: true, HasHiddenSetter: false } && Nullability.HasNull(candidate.Type)
                    && RequiredArguments.IsRequiredBySetter((IPropertySymbol)candidate.Symbol)
                    ? member with { SetValues = SetValues.OtherThanNull } : member;
            }
            bool isComputed = construction.Computes(candidate);
            ArgumentChange change = isComputed ? ArgumentChange.Any : construction.ChangeOf(candidate);
            return change == ArgumentChange.None ? member : SetOrder.SetAgain(parser, candidate, member, isComputed) with
            {
                SetValues = change is ArgumentChange.Any or ArgumentChange.Maybe ? SetValues.All : SetValues.Null,
            };
        }
    }
}
