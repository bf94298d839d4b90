using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using Kitbag.Schema;

namespace Kitbag.Schemas
{
    internal sealed partial class SchemaComparison
    {
        private static bool IsInteger(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.UInt128;

        private static bool IsFloat(SchemaKind kind) => kind is SchemaKind.Half or SchemaKind.Single or SchemaKind.Double;

        private static bool IsNumber(SchemaKind kind) => IsInteger(kind) || IsFloat(kind) || kind == SchemaKind.Decimal;

        private void Numbers(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            if (old.Kind == @new.Kind)
                return;
            if (IsInteger(old.Kind) && IsInteger(@new.Kind))
                Integers(old, @new, place);
            else if (IsInteger(old.Kind))
                Add(old, @new, place, Bits(old.Kind) <= Precision(@new.Kind), "every number is read",
                    "numbers that the other type does not have are refused");
            else if (IsInteger(@new.Kind))
                Add(old, @new, place, false, "", "whole numbers in range are read; fractions and others are refused");
            else if (@new.Kind == SchemaKind.Decimal)
                Add(old, @new, place, false, "", "as the shortest decimal; NaN, infinities and what is out of range are refused");
            else if (old.Kind == SchemaKind.Decimal || Precision(@new.Kind) < Precision(old.Kind))
                Round(old, @new, place);
            else
                Add(old, @new, place, true, "every number is read", "");
        }

        private void Round(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            bool isInRange = @new.Kind == SchemaKind.Double || (@new.Kind == SchemaKind.Single && old.Kind == SchemaKind.Decimal);
            Add(isInRange ? FindingKind.Rounded : FindingKind.RefusedByValue, place, old, @new,
                isInRange ? "rounded" : "rounded; what would be infinite is refused");
        }

        private void Add(SchemaType old, SchemaType @new, SchemaPlace place, bool readsAll, string words, string otherwise) =>
            Add(readsAll ? FindingKind.Converted : FindingKind.RefusedByValue, place, old, @new, readsAll ? words : otherwise);

        private void Integers(SchemaType old, SchemaType @new, SchemaPlace place)
        {
            SchemaKind from = old.Kind == SchemaKind.Enum ? old.Underlying : old.Kind;
            SchemaKind to = @new.Kind == SchemaKind.Enum ? @new.Underlying : @new.Kind;
            bool fits = Min(from) >= Min(to) && Max(from) <= Max(to), isEnum = old.Kind == SchemaKind.Enum || @new.Kind == SchemaKind.Enum;
            Add(old, @new, place, fits, isEnum ? "by number" : "every number is read",
                "numbers from " + Min(to) + " to " + Max(to) + " are read, others refused");
        }

        private void Enums(SchemaType old, SchemaType @new)
        {
            if (!_compared.Add((old, @new)))
                return;
            var oldNumbers = new HashSet<long>(old.Values.Select(v => v.Value));
            var oldNames = new HashSet<string>(old.Values.Select(v => v.Name), StringComparer.Ordinal);
            if (Min(old.Underlying) < Min(@new.Underlying) || Max(old.Underlying) > Max(@new.Underlying))
                Add(FindingKind.RefusedByValue, new SchemaPlace(SchemaTypes.ShortName(@new.Name), old, @new, "", ""), old, @new,
                    "numbers from " + Min(@new.Underlying) + " to " + Max(@new.Underlying) + " are read, others refused");
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
                            "the number " + Number(value.Value, @new) + ", which has no name in the document, is refused");
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
                Add(FindingKind.RefusedByValue, SchemaChange.EnumValue, place, old, @new, "refused where it stands" + unless + ": "
                    + Number(value.Value, old) + " is " + Quote(@new.Values[same].Name) + " now");
            else
                Add(FindingKind.Converted, SchemaChange.EnumValue, place, old, @new, "the number " + Number(value.Value, old)
                    + " is kept, without a name" + unless);
        }

        // The value of the same name; else one that had this name before; -1 where there is none.
        private int ValueOf(SchemaType type, string name)
        {
            int same = IndexOf(type.Values, v => v.Name == name);
            return same >= 0 || _attributes == null ? same
                : IndexOf(type.Values, v => _attributes.FormerNames(type, v.Name).Contains(name));
        }

        private static string Number(long value, SchemaType type) => type.Underlying == SchemaKind.UInt64
            ? ((ulong)value).ToString(CultureInfo.InvariantCulture)
            : value.ToString(CultureInfo.InvariantCulture);

        private static int Bits(SchemaKind kind) => kind switch
        {
            SchemaKind.SByte => 7,
            SchemaKind.Byte => 8,
            SchemaKind.Int16 => 15,
            SchemaKind.UInt16 => 16,
            SchemaKind.Int32 => 31,
            SchemaKind.UInt32 => 32,
            SchemaKind.Int64 => 63,
            SchemaKind.UInt64 => 64,
            SchemaKind.Int128 => 127,
            _ => 128,
        };

        // How many bits an integer may have so that each is exact.
        private static int Precision(SchemaKind kind) => kind switch
        {
            SchemaKind.Half => 11,
            SchemaKind.Single => 24,
            SchemaKind.Double => 53,
            _ => 96,
        };

        private static BigInteger Min(SchemaKind kind) => kind is SchemaKind.SByte or SchemaKind.Int16 or SchemaKind.Int32
            or SchemaKind.Int64 or SchemaKind.Int128 ? -(BigInteger.One << Bits(kind)) : 0;

        private static BigInteger Max(SchemaKind kind) => (BigInteger.One << Bits(kind)) - 1;
    }
}
