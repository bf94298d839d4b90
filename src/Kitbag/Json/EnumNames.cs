using System;
using System.Globalization;
using System.Text;
using Kitbag.Schema;

namespace Kitbag.Json
{
    /// <summary>The names of an enum in JSON.</summary>
    internal sealed class EnumNames
    {
        private readonly string _enum;
        private readonly long[] _values;
        private readonly JsonNames _names;
        private readonly bool _isFlags;

        public EnumNames(SchemaType schema, bool isFlags)
        {
            SchemaEnumValue[] values = schema.ValueArray;
            _enum = schema.Name;
            _isFlags = isFlags;
            _values = new long[values.Length];
            var names = new string[values.Length];
            for (int i = 0; i < values.Length; i++)
            {
                _values[i] = values[i].Value;
                names[i] = values[i].Name;
            }
            _names = new JsonNames(names, null);
        }

        /// <summary>Writes a value by name; of flags, the names it is put together of. Answers whether it has any.</summary>
        public bool TryWrite(ref JsonWriter w, long number)
        {
            int index = IndexOf(number);
            if (index >= 0)
            {
                w.WriteString(_names.All[index]);
                return true;
            }
            string? combined = _isFlags ? Combine(number) : null;
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

        // The names of all values that lie within it, if they make up all of it.
        private string? Combine(long number)
        {
            long covered = 0;
            var text = new StringBuilder();
            for (int i = 0; i < _values.Length; i++)
            {
                if (_values[i] == 0 || (_values[i] & ~number) != 0 || (_values[i] & ~covered) == 0)
                    continue;
                covered |= _values[i];
                text.Append(text.Length == 0 ? "" : ", ").Append(_names.All[i].Text);
            }
            return covered == number ? text.ToString() : null;
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
            foreach (string part in _isFlags ? text.Split(',') : new[] { text })
            {
                string name = part.Trim();
                index = _names.Find(name, ignoreCase: true);
                if (index >= 0)
                    sum |= _values[index];
                else if (long.TryParse(name, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) && number >= min && (number < 0 || (ulong)number <= max))
                    sum |= number;
                else if (max == ulong.MaxValue && ulong.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out ulong large))
                    sum |= (long)large;
                else
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch, "Found \"" + (name.Length > 100 ? name.Substring(0, 100) + "…" : name) + "\", which the enum '" + _enum + "' does not have.");
            }
            return sum;
        }
    }
}
