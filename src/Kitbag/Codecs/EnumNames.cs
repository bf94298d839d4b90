using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Text;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>The names of an enum in JSON, for one naming policy.</summary>
    internal sealed class EnumNames
    {
        private readonly string _enum;
        private readonly long[] _values;
        private readonly JsonNames _names;
        // For flags: the values in the order in which System.Text.Json tries them for combinations.
        private readonly int[]? _parts;

        /// <param name="schema">The enum with its names in C#.</param>
        /// <param name="isFlags">Whether values are combinations of flags.</param>
        /// <param name="given">Names in C#, each followed by its name in JSON from an attribute.</param>
        /// <param name="former">Names in C#, each followed by a former name.</param>
        /// <param name="naming">The naming policy for the others.</param>
        public EnumNames(SchemaType schema, bool isFlags, string[] given, string[] former, KitbagJsonNaming naming)
        {
            SchemaEnumValue[] values = schema.ValueArray;
            _enum = schema.Name;
            _values = new long[values.Length];
            var names = new string[values.Length];
            var taken = new HashSet<string>(StringComparer.Ordinal);
            // Names in C# are accepted as well, and all names in any case.
            var others = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
            for (int i = 0; i < values.Length; i++)
            {
                _values[i] = values[i].Value;
                names[i] = Name(values[i].Name, given, naming);
                // Names that the naming policy makes equal are not changed.
                if (!taken.Add(names[i]))
                    taken.Add(names[i] = values[i].Name);
                others.TryAdd(names[i], i);
            }
            for (int i = 0; i < values.Length; i++)
                others.TryAdd(values[i].Name, i);
            for (int i = 0; i < former.Length; i += 2)
                others.TryAdd(former[i + 1], Array.FindIndex(values, value => value.Name == former[i]));
            _names = new JsonNames(names, others);
            _parts = isFlags ? Parts(_values) : null;
        }

        private static string Name(string name, string[] given, KitbagJsonNaming naming)
        {
            for (int i = 0; i < given.Length; i += 2)
            {
                if (given[i] == name)
                    return given[i + 1];
            }
            return Naming.Apply(name, naming);
        }

        // Values with more bits first, then by value.
        private static int[] Parts(long[] values)
        {
            var parts = new int[values.Length];
            for (int i = 0; i < parts.Length; i++)
            {
                int at = i;
                for (; at > 0 && Precedes(values[i], values[parts[at - 1]]); at--)
                    parts[at] = parts[at - 1];
                parts[at] = i;
            }
            return parts;
        }

        private static bool Precedes(long value, long other)
        {
            int more = Bits(value) - Bits(other);
            return more != 0 ? more > 0 : (ulong)value < (ulong)other;
        }

        private static int Bits(long value) => BitOperations.PopCount((uint)value) + BitOperations.PopCount((uint)(value >> 32));

        /// <summary>Writes a value by name; flags as the names of a combination. Returns whether it has a name.</summary>
        public bool TryWrite(ref JsonWriter w, long number)
        {
            int index = IndexOf(number);
            if (index >= 0)
            {
                w.WriteString(_names.All[index]);
                return true;
            }
            string? combined = _parts == null ? null : Combine(number, _parts);
            if (combined == null)
                return false;
            w.WriteString(combined);
            return true;
        }

        private int IndexOf(long number)
        {
            // Most enums start at zero.
            if ((ulong)number < (ulong)_values.Length && _values[number] == number)
                return (int)number;
            return Array.IndexOf(_values, number);
        }

        // The names of values that have no bits in common and together make up the number.
        private string? Combine(long number, int[] parts)
        {
            long rest = number;
            var text = new StringBuilder();
            foreach (int i in parts)
            {
                if (_values[i] == 0 || (_values[i] & ~rest) != 0)
                    continue;
                rest &= ~_values[i];
                text.Append(text.Length == 0 ? "" : ", ").Append(_names.All[i].Text);
            }
            return rest == 0 && number != 0 ? text.ToString() : null;
        }

        /// <summary>Reads a name, names of flags separated by commas, or a number in quotes.</summary>
        public long Read(ref JsonReader r, long min, ulong max)
        {
            int start = r.Position;
            ReadOnlySpan<byte> bytes = r.ReadUtf8("a string or a number");
            int index = _names.Find(bytes);
            if (index >= 0)
                return _values[index];
            string text = Encoding.UTF8.GetString(bytes);
            index = _names.Find(text.Trim(), ignoreCase: false);
            if (index >= 0)
                return _values[index];
            // Also of an enum without [Flags], whose schema does not tell that: programs without its type write combinations.
            long sum = 0;
            foreach (string part in Words.Split(text, ','))
            {
                string name = part.Trim();
                index = _names.Find(name, ignoreCase: false);
                if (index >= 0)
                    sum |= _values[index];
                else if (long.TryParse(name, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) && number >= min
                    && (number < 0 || (ulong)number <= max))
                    sum |= number;
                else if (max == ulong.MaxValue && ulong.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out ulong large))
                    sum |= (long)large;
                else
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                        "Found \"" + (name.Length > 100 ? name.Substring(0, 100) + "…" : name) + "\", which the enum '" + _enum
                        + "' does not have.");
            }
            return sum;
        }
    }
}
