using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using System.Text;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>The names of an enum in JSON, by one naming.</summary>
    internal sealed class EnumNames
    {
        private readonly string _enum;
        private readonly long[] _values;
        private readonly JsonNames _names;
        // Of flags: the values in the order in which System.Text.Json takes them for the names of others.
        private readonly int[]? _parts;

        /// <param name="schema">The enum with its names in C#.</param>
        /// <param name="isFlags">Whether values are put together of others.</param>
        /// <param name="given">Names in C#, each followed by the one that an attribute gives it in JSON.</param>
        /// <param name="former">Names in C#, each followed by one that it had in older texts.</param>
        /// <param name="naming">How the others are spelled.</param>
        public EnumNames(SchemaType schema, bool isFlags, string[] given, string[] former, KitbagJsonNaming naming)
        {
            SchemaEnumValue[] values = schema.ValueArray;
            _enum = schema.Name;
            _values = new long[values.Length];
            var names = new string[values.Length];
            var taken = new HashSet<string>(StringComparer.Ordinal);
            // Names in C# are read, too, and so are all in any case.
            var others = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
            for (int i = 0; i < values.Length; i++)
            {
                _values[i] = values[i].Value;
                names[i] = Name(values[i].Name, given, naming);
                // Two that are the same by a naming keep their own.
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

        // Those of more bits first, then by value.
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

        /// <summary>Writes a value by name; of flags, the names it is put together of. Answers whether it has any.</summary>
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
            // Most enums count from zero.
            if ((ulong)number < (ulong)_values.Length && _values[number] == number)
                return (int)number;
            return Array.IndexOf(_values, number);
        }

        // Names whose values share no bit and make up all of it.
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

        /// <summary>Reads a name, names of flags with commas between them, or a number in quotes.</summary>
        public long Read(ref JsonReader r, long min, ulong max)
        {
            int start = r.Position;
            ReadOnlySpan<byte> bytes = r.ReadUtf8("a string or a number");
            int index = _names.Find(bytes);
            if (index >= 0)
                return _values[index];
            string text = Encoding.UTF8.GetString(bytes);
            long sum = 0;
            foreach (string part in _parts != null ? text.Split(',') : new[] { text })
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
