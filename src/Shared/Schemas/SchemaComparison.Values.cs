using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    internal sealed partial class SchemaComparison
    {
        private void Numbers(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (old.Kind == @new.Kind)
                return;
            if (SchemaNumbers.IsInteger(old.Kind) && SchemaNumbers.IsInteger(@new.Kind))
                Integers(old, @new, place);
            else if (SchemaNumbers.Fits(old.Kind, @new.Kind))
                Add(FindingKind.Converted, place, old, @new, EveryNumber);
            else if (SchemaNumbers.IsInteger(old.Kind))
                Add(FindingKind.RefusedByValue, place, old, @new, "numbers out of the range of the other type are errors");
            else if (SchemaNumbers.IsInteger(@new.Kind))
                Add(FindingKind.RefusedByValue, place, old, @new, "whole numbers in range are read; others are errors");
            else if (@new.Kind == SchemaKind.Decimal)
                Add(FindingKind.RefusedByValue, place, old, @new,
                    "as the shortest decimal; NaN, infinities and numbers out of range are errors");
            else if (SchemaNumbers.Refuses(old.Kind, @new.Kind))
                Add(FindingKind.RefusedByValue, place, old, @new, "rounded; numbers that would become infinite are errors");
            else
                Add(FindingKind.Rounded, place, old, @new, "rounded");
        }

        private const string EveryNumber = "every number is read";

        private void Integers(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            SchemaKind from = old.Kind == SchemaKind.Enum ? old.Underlying : old.Kind;
            SchemaKind to = @new.Kind == SchemaKind.Enum ? @new.Underlying : @new.Kind;
            if (!SchemaNumbers.Fits(from, to))
                Add(FindingKind.RefusedByValue, place, old, @new, InRange(to));
            else
                Add(FindingKind.Converted, place, old, @new,
                    old.Kind == SchemaKind.Enum || @new.Kind == SchemaKind.Enum ? "by number" : EveryNumber);
        }

        private void Enums(SchemaType old, SchemaType @new)
        {
            if (!_compared.Add((old, @new)))
                return;
            var oldNumbers = new HashSet<long>(old.Values.Select(v => v.Value));
            var oldNames = new HashSet<string>(old.Values.Select(v => v.Name), StringComparer.Ordinal);
            if (!SchemaNumbers.Fits(old.Underlying, @new.Underlying))
                Add(FindingKind.RefusedByValue, new SchemaPlace(SchemaTypes.ShortName(@new.Name), old, @new, "", ""), old, @new,
                    InRange(@new.Underlying));
            var found = new HashSet<string>(StringComparer.Ordinal);
            foreach (SchemaEnumValue value in old.Values)
                EnumValue(old, @new, value, found);
            foreach (SchemaEnumValue value in @new.Values)
            {
                SchemaPlace place = SchemaPlace.Of(old, @new, value.Name, value.Name, ".");
                if (oldNames.Contains(value.Name))
                {
                    bool isMoved = old.Values.Any(v => v.Name == value.Name && v.Value != value.Value);
                    if (isMoved && !oldNumbers.Contains(value.Value))
                        Add(FindingKind.RefusedByValue, SchemaChange.EnumNumber, place, old, @new,
                            "the number " + Number(value.Value, @new) + ", which has no name in the document, is an error");
                }
                else if (!found.Contains(value.Name))
                {
                    Add(FindingKind.Added, SchemaChange.EnumValue, place, null, @new, "a new name; no document has it");
                }
            }
        }

        private void EnumValue(SchemaType old, SchemaType @new, SchemaEnumValue value, HashSet<string> found)
        {
            int target = ValueOf(@new, value.Name);
            SchemaPlace place = SchemaPlace.Of(old, @new, value.Name, target < 0 ? value.Name : @new.Values[target].Name, ".");
            if (target >= 0)
            {
                found.Add(@new.Values[target].Name);
                long number = @new.Values[target].Value;
                if (number != value.Value)
                    Add(FindingKind.Converted, SchemaChange.EnumNumber, place, old, @new, "by name: " + Number(value.Value, old)
                        + " becomes " + Number(number, @new));
                return;
            }
            string unless = _attributes != null ? "" : ", unless another name has it as its former name";
            int same = IndexOf(@new.Values, v => v.Value == value.Value);
            if (same >= 0)
                Add(FindingKind.RefusedByValue, SchemaChange.EnumValue, place, old, @new, "an error where it occurs" + unless + ": "
                    + Number(value.Value, old) + " is " + Quote(@new.Values[same].Name) + " now");
            else
                Add(FindingKind.Converted, SchemaChange.EnumValue, place, old, @new, "the number " + Number(value.Value, old)
                    + " is kept, without a name" + unless);
        }

        // The value with the same name, otherwise one with this former name; -1 if there is none.
        private int ValueOf(SchemaType type, string name)
        {
            int same = IndexOf(type.Values, v => v.Name == name);
            return same >= 0 || _attributes == null ? same
                : IndexOf(type.Values, v => _attributes.FormerNames(type, v.Name).Contains(name));
        }

        private static string Number(long value, SchemaType type) => SchemaNumbers.Text(value, type.Underlying);

        private static string InRange(SchemaKind kind)
        {
            BigInteger end = BigInteger.One << SchemaNumbers.Bits(kind);
            return "numbers from " + (SchemaNumbers.IsSigned(kind) ? -end : 0) + " to " + (end - 1) + " are read, others are errors";
        }
    }
}
