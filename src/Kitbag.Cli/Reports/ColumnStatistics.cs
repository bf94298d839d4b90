using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Query;

namespace Kitbag.Cli.Reports
{
    /// <summary>
    /// Statistics of one member of all objects of a list: a histogram for numbers, the most frequent values for other types.
    /// </summary>
    internal sealed class ColumnStatistics
    {
        private const int Bins = 40, MostDistinct = 2000, Shown = 8, LongestText = 60;

        private readonly List<double> _numbers = [];
        private readonly Dictionary<string, int> _counts = new(StringComparer.Ordinal);
        private long _count, _nulls;
        private bool _isTime, _hasTooMany;

        public ColumnStatistics(string path, string type)
        {
            Path = path;
            Type = type;
        }

        public string Path { get; }

        public string Type { get; }

        /// <summary>Whether there are enough values for a chart.</summary>
        public bool IsWorthShowing => _count >= 5 && (_numbers.Count != 0 || _counts.Count != 0);

        public void Add(in Value value)
        {
            _count++;
            switch (value.Kind)
            {
                case ValueKind.Null:
                    _nulls++;
                    break;
                case ValueKind.Number or ValueKind.Real:
                    if (double.IsFinite(value.Real))
                        _numbers.Add(value.Real);
                    break;
                case ValueKind.Time:
                    _isTime = true;
                    _numbers.Add(value.Ticks);
                    break;
                default:
                    CountText(value);
                    break;
            }
        }

        private void CountText(in Value value)
        {
            string text = ValueText.Raw(value);
            text = Output.Plain.Text(text.Length <= LongestText ? text : text[..LongestText] + "…");
            if (_counts.TryGetValue(text, out int count))
                _counts[text] = count + 1;
            else if (_counts.Count < MostDistinct)
                _counts.Add(text, 1);
            else
                _hasTooMany = true;
        }

        public void Write(Utf8JsonWriter w)
        {
            w.WriteStartObject();
            w.WriteString("path", Path);
            w.WriteString("about", About());
            w.WriteStartArray("bins");
            if (_numbers.Count != 0)
                WriteBins(w);
            w.WriteEndArray();
            w.WriteStartArray("top");
            foreach ((string text, int count) in _counts.OrderByDescending(c => c.Value).ThenBy(c => c.Key, StringComparer.Ordinal)
                .Take(Shown))
            {
                w.WriteStartArray();
                w.WriteStringValue(text);
                w.WriteNumberValue(count);
                w.WriteEndArray();
            }
            w.WriteEndArray();
            w.WriteEndObject();
        }

        private string About()
        {
            CultureInfo culture = CultureInfo.InvariantCulture;
            string text = Type + " · " + _count.ToString("N0", culture) + " values";
            if (_nulls != 0)
                text += " · " + _nulls.ToString("N0", culture) + " null";
            if (_numbers.Count != 0 && !_isTime)
                text += " · mean " + _numbers.Average().ToString("G4", culture);
            if (_counts.Count != 0)
                text += " · " + (_hasTooMany ? "more than " : "") + _counts.Count.ToString("N0", culture) + " distinct";
            return text;
        }

        private void WriteBins(Utf8JsonWriter w)
        {
            double least = _numbers.Min(), most = _numbers.Max();
            bool isWhole = _numbers.All(n => n == Math.Floor(n));
            int bins = least == most ? 1 : isWhole && most - least < Bins ? (int)(most - least) + 1 : Bins;
            // Halves, because the difference of the two ends may be infinite.
            double width = isWhole && bins < Bins ? 1 : (most / bins) - (least / bins);
            var counts = new int[bins];
            foreach (double number in _numbers)
                counts[width == 0 ? 0 : Math.Clamp((int)((number - least) / width), 0, bins - 1)]++;
            for (int i = 0; i < bins; i++)
            {
                double from = least + (i * width), to = isWhole && width == 1 ? from : least + ((i + 1) * width);
                w.WriteStartArray();
                w.WriteStringValue(Text(from));
                w.WriteStringValue(Text(bins == 1 ? from : i == bins - 1 ? most : to));
                w.WriteNumberValue(counts[i]);
                w.WriteEndArray();
            }
        }

        private string Text(double number)
        {
            if (!_isTime)
                return number.ToString("G6", CultureInfo.InvariantCulture);
            long ticks = (long)Math.Clamp(number, long.MinValue, 9.2e18);
            return Type is "TimeSpan" or "TimeOnly" || ticks < 0 || ticks > DateTime.MaxValue.Ticks
                ? TimeSpan.FromTicks(ticks).ToString("c", CultureInfo.InvariantCulture)
                : new DateTime(ticks).ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
        }
    }
}
