using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Schema
{
    /// <summary>The names of an enum of this program, looked up by those of documents.</summary>
    internal sealed class EnumValues
    {
        private readonly SchemaEnumValue[] _values;
        // By their names and former names, places among the values.
        private readonly Dictionary<string, int> _names = new Dictionary<string, int>(StringComparer.Ordinal);
        private readonly Dictionary<string, int> _former = new Dictionary<string, int>(StringComparer.Ordinal);
        private readonly long[] _numbers;
        private readonly int[] _order;

        /// <param name="schema">The schema of the enum.</param>
        /// <param name="formerNames">Pairs of a name and a name that it had in older documents.</param>
        /// <param name="isFlags">Whether values are combinations of others.</param>
        public EnumValues(SchemaType schema, string[] formerNames, bool isFlags)
        {
            Name = schema.Name;
            IsFlags = isFlags;
            _values = schema.ValueArray;
            for (int i = 0; i < _values.Length; i++)
                _names[_values[i].Name] = i;
            for (int i = 0; i < formerNames.Length; i += 2)
                _former[formerNames[i + 1]] = _names[formerNames[i]];
            _numbers = Array.ConvertAll(_values, value => value.Value);
            _order = SortedNumbers.Order(_numbers);
            _numbers = Array.ConvertAll(_order, i => _values[i].Value);
        }

        /// <summary>Makes the schema of an enum from its names with their numbers, as in <c>Common=0;Rare=5</c>.</summary>
        public static SchemaType ToSchema(string name, SchemaKind underlying, string text)
        {
            string[] parts = text.Length == 0 ? Array.Empty<string>() : Words.Split(text, ';');
            // An array, and no list, which would be compiled for this struct at the first use of any enum.
            var values = new SchemaEnumValue[parts.Length];
            for (int i = 0; i < parts.Length; i++)
            {
                int equals = parts[i].IndexOf('=');
                values[i] = new SchemaEnumValue(parts[i].Substring(0, equals), ToNumber(parts[i], equals + 1));
            }
            return new SchemaType(SchemaKind.Enum, name) { Underlying = underlying, ValueArray = values };
        }

        // Not long.Parse, which makes the tables of a culture first: all programs with an enum would wait for them.
        private static long ToNumber(string text, int start)
        {
            bool isNegative = text[start] == '-';
            long number = 0;
            for (int i = isNegative ? start + 1 : start; i < text.Length; i++)
                number = number * 10 - (text[i] - '0');
            return isNegative ? number : -number;
        }

        public string Name { get; }

        public bool IsFlags { get; }

        /// <summary>Finds the number of a name, or of a former name.</summary>
        public bool TryFind(string name, bool isFormer, out long number)
        {
            bool isFound = (isFormer ? _former : _names).TryGetValue(name, out int index);
            number = isFound ? _values[index].Value : 0;
            return isFound;
        }

        /// <summary>A name of a number; null where it has none.</summary>
        public string? NameOf(long number)
        {
            int at = SortedNumbers.Find(_numbers, number);
            while (at > 0 && _numbers[at - 1] == number)
                at--;
            return at < 0 ? null : _values[_order[at]].Name;
        }
    }

    /// <summary>
    /// Maps the numbers of another version of an enum: those whose names have another number here, and those that are rejected. All others
    /// are unchanged. A number is rejected where it occurs, not because the schema contains it.
    /// </summary>
    internal sealed class EnumPlan : ReadPlan
    {
        private readonly EnumValues _reader;
        // In order of the numbers, so that they can be looked up.
        private readonly long[] _numbers, _targets;
        private readonly bool[] _isRefused;
        private readonly EnumBits? _bits;

        private EnumPlan(SchemaType writer, EnumValues reader, Change[] changes, EnumBits? bits)
            : base(writer, Array.Empty<ReadPlan?>(), Array.Empty<int>())
        {
            int[] order = SortedNumbers.Order(Array.ConvertAll(changes, change => change.Number));
            _reader = reader;
            _bits = bits;
            _numbers = Array.ConvertAll(order, i => changes[i].Number);
            _targets = Array.ConvertAll(order, i => changes[i].Target);
            _isRefused = Array.ConvertAll(order, i => changes[i].IsRefused);
        }

        /// <summary>Creates a plan, or returns null if all numbers are unchanged.</summary>
        public static EnumPlan? Make(SchemaType writer, EnumValues reader)
        {
            SchemaEnumValue[] values = writer.ValueArray;
            int[] order = SortedNumbers.Order(Array.ConvertAll(values, value => value.Value));
            long[] numbers = Array.ConvertAll(order, i => values[i].Value);
            var changes = new ArrayBuilder<Change>();
            var moved = new ArrayBuilder<long>();
            EnumBits? bits = reader.IsFlags ? new EnumBits(writer.Underlying) : null;
            bool isAnyOther = false;
            for (int i = 0, end; i < numbers.Length; i = end)
            {
                for (end = i + 1; end < numbers.Length && numbers[end] == numbers[i]; end++)
                {
                }
                Change change = Match(values, order.AsSpan(i, end - i), numbers[i], reader, moved);
                bits?.Add(change.Number, change.Target, change.IsRefused);
                bool isOther = change.IsRefused || change.Target != change.Number;
                isAnyOther |= isOther;
                if (isOther || (bits != null && reader.NameOf(change.Number) != null))
                    changes.Add(change);
            }
            // A number without a name in the document is the value with this number here, unless the document has its name for another
            // number.
            foreach (long number in moved.Items)
            {
                if (SortedNumbers.Find(numbers, number) >= 0)
                    continue;
                changes.Add(new Change(number, number, true));
                bits?.Refuse(number);
            }
            return isAnyOther ? new EnumPlan(writer, reader, changes.ToArray(), bits) : null;
        }

        // Matches by name, then by former name; a number with an unknown name is kept if it has no name here.
        private static Change Match(
            SchemaEnumValue[] values, ReadOnlySpan<int> same, long number, EnumValues reader, ArrayBuilder<long> moved)
        {
            long? target = null;
            bool isRefused = false;
            for (int pass = 0; pass < 2 && target == null; pass++)
            {
                foreach (int i in same)
                {
                    if (!reader.TryFind(values[i].Name, pass == 1, out long found))
                        continue;
                    isRefused |= target != null && target != found;
                    target = found;
                    if (found != number)
                        moved.Add(found);
                }
            }
            return new Change(number, target ?? number, isRefused || (target == null && reader.NameOf(number) != null));
        }

        /// <summary>Maps a number of the document.</summary>
        /// <param name="number">The number.</param>
        /// <param name="target">The number here, or the part of it that is rejected.</param>
        public bool TryMap(long number, out long target)
        {
            if (_bits != null && number != 0)
                return _bits.TryMap(number, this, out target);
            int at = SortedNumbers.Find(_numbers, number);
            target = at < 0 ? number : _targets[at];
            if (at < 0 || !_isRefused[at])
                return true;
            target = number;
            return false;
        }

        /// <summary>
        /// Returns whether a number as a whole has another number here, or is rejected; for flags, whether it has a name in both enums.
        /// </summary>
        public bool TryFind(long number, out long target, out bool isRefused)
        {
            int at = SortedNumbers.Find(_numbers, number);
            target = at < 0 ? number : _targets[at];
            isRefused = at >= 0 && _isRefused[at];
            return at >= 0;
        }

        /// <summary>Returns the message about a number that is rejected.</summary>
        public string WhyNot(long number)
        {
            string text = SchemaNumbers.Text(number, Writer.Underlying);
            string? name = null;
            foreach (SchemaEnumValue value in Writer.ValueArray)
            {
                if (value.Value != number)
                    continue;
                if (name != null)
                    return "Found the number " + text + " of the enum '" + Short(Writer.Name) + "', to which it is both '" + Short(name)
                        + "' and '" + Short(value.Name) + "'; this program's '" + _reader.Name + "' tells them apart.";
                name = value.Name;
            }
            string? other = _reader.NameOf(number);
            return name == null
                ? "Found the number " + text + ", which has no name in the document's enum '" + Short(Writer.Name) + "'; here it is '"
                    + other + "', which has another number there."
                : "Found '" + Short(name) + "', which this program's enum '" + _reader.Name + "' does not have; its number " + text
                    + " is '" + other + "' here. If it was renamed to that, give it [KitbagFormerName(\"" + Short(name) + "\")].";
        }

        private static string Short(string name) => name.Length > 100 ? name.Substring(0, 100) + "…" : name;

        private readonly struct Change
        {
            public Change(long number, long target, bool isRefused)
            {
                Number = number;
                Target = target;
                IsRefused = isRefused;
            }

            public long Number { get; }

            public long Target { get; }

            public bool IsRefused { get; }
        }
    }

    /// <summary>Maps the single bits of flags, which are combined to values.</summary>
    internal sealed class EnumBits
    {
        private readonly long[] _targets = new long[64];
        private readonly ulong _all, _sign;
        private ulong _named, _refused;

        public EnumBits(SchemaKind underlying)
        {
            int size = SchemaType.BuiltIn(underlying).Size * 8;
            _all = ulong.MaxValue >> (64 - size);
            _sign = underlying is SchemaKind.SByte or SchemaKind.Int16 or SchemaKind.Int32 or SchemaKind.Int64 ? 1UL << (size - 1) : 0;
        }

        /// <summary>Adds a number that the document names.</summary>
        public void Add(long number, long target, bool isRefused)
        {
            ulong bit = (ulong)number & _all;
            if (!IsOneBit(bit))
                return;
            _named |= bit;
            _refused |= isRefused ? bit : 0;
            _targets[PlaceOf(bit)] = target;
        }

        /// <summary>Rejects a number that has no name in the document.</summary>
        public void Refuse(long number)
        {
            if (IsOneBit((ulong)number & _all))
                _refused |= (ulong)number & _all;
        }

        public bool TryMap(long number, EnumPlan plan, out long target)
        {
            ulong bits = (ulong)number & _all, rest = bits & ~_named;
            bool isRefused = false;
            // The bits that remain without the bits with names may have a name as a whole.
            if (rest != 0 && plan.TryFind(number, out target, out isRefused))
                return !isRefused;
            long sum = 0;
            if (rest != 0 && !plan.TryFind(Extend(rest), out sum, out isRefused))
                isRefused = (rest & _refused) != 0;
            if (isRefused)
            {
                target = Extend((rest & _refused) != 0 ? Lowest(rest & _refused) : rest);
                return false;
            }
            bits &= _named;
            if ((bits & _refused) != 0)
            {
                target = Extend(Lowest(bits & _refused));
                return false;
            }
            for (; bits != 0; bits &= bits - 1)
                sum |= _targets[PlaceOf(Lowest(bits))];
            // A name that does not contain the flags of its bits here belonged to an enum without flags.
            if (!plan.TryFind(number, out target, out isRefused) || isRefused || (target & sum) == sum)
                target = sum;
            return true;
        }

        private static bool IsOneBit(ulong bits) => bits != 0 && (bits & (bits - 1)) == 0;

        private static ulong Lowest(ulong bits) => bits & (0 - bits);

        private static int PlaceOf(ulong bit)
        {
            int place = 0;
            while ((bit >>= 1) != 0)
                place++;
            return place;
        }

        private long Extend(ulong bits) => (long)((bits & _sign) != 0 ? bits | ~_all : bits);
    }
}
