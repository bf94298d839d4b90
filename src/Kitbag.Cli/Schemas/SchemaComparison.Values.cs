using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using Kitbag.Schema;

namespace Kitbag.Cli.Schemas
{
    internal sealed partial class SchemaComparison
    {
        private static bool IsInteger(SchemaKind kind) => kind is >= SchemaKind.SByte and <= SchemaKind.UInt128;

        private static bool IsFloat(SchemaKind kind) => kind is SchemaKind.Half or SchemaKind.Single or SchemaKind.Double;

        private static bool IsNumber(SchemaKind kind) => IsInteger(kind) || IsFloat(kind) || kind == SchemaKind.Decimal;

        private void Numbers(SchemaType old, SchemaType @new, string path)
        {
            if (old.Kind == @new.Kind)
                return;
            if (IsInteger(old.Kind) && IsInteger(@new.Kind))
                Integers(old, @new, path);
            else if (IsInteger(old.Kind))
                Add(old, @new, path, Bits(old.Kind) <= Precision(@new.Kind), "every number is read",
                    "numbers that the other type does not have are refused");
            else if (IsInteger(@new.Kind))
                Add(old, @new, path, false, "", "whole numbers in range are read; fractions and others are refused");
            else if (@new.Kind == SchemaKind.Decimal)
                Add(old, @new, path, false, "", "as the shortest decimal; NaN, infinities and what is out of range are refused");
            else if (old.Kind == SchemaKind.Decimal || Precision(@new.Kind) < Precision(old.Kind))
                Add(old, @new, path, @new.Kind == SchemaKind.Double || (@new.Kind == SchemaKind.Single && old.Kind == SchemaKind.Decimal),
                    "rounded", "rounded; what would be infinite is refused");
            else
                Add(old, @new, path, true, "every number is read", "");
        }

        private void Add(SchemaType old, SchemaType @new, string path, bool readsAll, string words, string otherwise) =>
            Add(readsAll ? FindingKind.Converted : FindingKind.RefusedByValue, path, old, @new, readsAll ? words : otherwise);

        private void Integers(SchemaType old, SchemaType @new, string path)
        {
            SchemaKind from = old.Kind == SchemaKind.Enum ? old.Underlying : old.Kind;
            SchemaKind to = @new.Kind == SchemaKind.Enum ? @new.Underlying : @new.Kind;
            bool fits = Min(from) >= Min(to) && Max(from) <= Max(to), isEnum = old.Kind == SchemaKind.Enum || @new.Kind == SchemaKind.Enum;
            Add(old, @new, path, fits, isEnum ? "by number" : "every number is read",
                "numbers from " + Min(to) + " to " + Max(to) + " are read, others refused");
        }

        private void Enums(SchemaType old, SchemaType @new, string path)
        {
            if (!_compared.Add((old, @new)))
                return;
            string place = Named(@new.Name);
            ILookup<string, long> newNumbers = @new.Values.ToLookup(v => v.Name, v => v.Value);
            ILookup<long, string> newNames = @new.Values.ToLookup(v => v.Value, v => v.Name);
            var oldNumbers = old.Values.Select(v => v.Value).ToHashSet();
            var oldNames = old.Values.Select(v => v.Name).ToHashSet(StringComparer.Ordinal);
            if (Min(old.Underlying) < Min(@new.Underlying) || Max(old.Underlying) > Max(@new.Underlying))
                Add(FindingKind.RefusedByValue, place, old, @new,
                    "numbers from " + Min(@new.Underlying) + " to " + Max(@new.Underlying) + " are read, others refused");
            foreach (SchemaEnumValue value in old.Values)
                EnumValue(old, @new, value, newNumbers, newNames, place);
            foreach (SchemaEnumValue value in @new.Values)
            {
                if (oldNames.Contains(value.Name))
                {
                    bool isMoved = old.Values.Any(v => v.Name == value.Name && v.Value != value.Value);
                    if (isMoved && !oldNumbers.Contains(value.Value))
                        Add(FindingKind.RefusedByValue, place + "." + Named(value.Name), old, @new,
                            "the number " + Number(value, @new) + ", which has no name in the document, is refused");
                }
                else
                {
                    Add(FindingKind.Added, place + "." + Named(value.Name), null, @new, "a new name; no document has it");
                }
            }
        }

        private void EnumValue(SchemaType old, SchemaType @new, SchemaEnumValue value, ILookup<string, long> newNumbers,
            ILookup<long, string> newNames, string place)
        {
            string path = place + "." + Named(value.Name);
            if (newNumbers.Contains(value.Name))
            {
                long number = newNumbers[value.Name].First();
                if (number != value.Value)
                    Add(FindingKind.Converted, path, old, @new, "by name: " + Number(value, old) + " becomes "
                        + Number(new SchemaEnumValueOf(value.Name, number), @new));
            }
            else if (newNames.Contains(value.Value))
            {
                Add(FindingKind.RefusedByValue, path, old, @new, "refused where it stands, unless another name has it as its former name: "
                    + Number(value, old) + " is " + Quote(newNames[value.Value].First()) + " now");
            }
            else
            {
                Add(FindingKind.Converted, path, old, @new, "the number " + Number(value, old)
                    + " is kept, without a name, unless another name has it as its former name");
            }
        }

        private readonly record struct SchemaEnumValueOf(string Name, long Value);

        private static string Number(SchemaEnumValue value, SchemaType type) =>
            Number(new SchemaEnumValueOf(value.Name, value.Value), type);

        private static string Number(SchemaEnumValueOf value, SchemaType type) => type.Underlying == SchemaKind.UInt64
            ? ((ulong)value.Value).ToString(CultureInfo.InvariantCulture)
            : value.Value.ToString(CultureInfo.InvariantCulture);

        private static string Named(string name) => Output.Plain.Text(TypeText.ShortName(name));

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
