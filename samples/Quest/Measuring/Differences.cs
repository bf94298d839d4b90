using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace Quest.Measuring
{
    /// <summary>
    /// Compares two object graphs member by member, private state included. By reflection, which a sample's check may use and
    /// which shares nothing with the serializers that it checks.
    /// </summary>
    public static class Differences
    {
        /// <summary>The path of the first difference and both values there, or null.</summary>
        public static string? First(object? expected, object? actual, string path = "")
        {
            if (expected == null || actual == null || expected.GetType() != actual.GetType())
            {
                return expected == null && actual == null ? null : Describe(path, expected, actual);
            }

            Type type = expected.GetType();
            if (type.IsPrimitive || type.IsEnum || expected is string or decimal or Guid or TimeSpan or DateTime)
            {
                return Exactly(expected).Equals(Exactly(actual)) ? null : Describe(path, expected, actual);
            }

            if (expected is IDictionary map)
            {
                return FirstInMap(map, (IDictionary)actual, path);
            }

            if (expected is IEnumerable items)
            {
                return IsSet(type)
                    ? FirstInSet(items, (IEnumerable)actual, path)
                    : FirstInSequence(items.Cast<object?>().ToArray(), ((IEnumerable)actual).Cast<object?>().ToArray(), path);
            }

            return Fields(type)
                .Select(field => First(field.GetValue(expected), field.GetValue(actual), $"{path}.{NameOf(field)}"))
                .FirstOrDefault(difference => difference != null);
        }

        private static string? FirstInMap(IDictionary expected, IDictionary actual, string path)
        {
            foreach (DictionaryEntry entry in expected)
            {
                string at = $"{path}[{Text(entry.Key)}]";
                string? difference = actual.Contains(entry.Key) ? First(entry.Value, actual[entry.Key], at) : at + " is missing";
                if (difference != null)
                {
                    return difference;
                }
            }

            return expected.Count == actual.Count ? null : Describe(path + ".Count", expected.Count, actual.Count);
        }

        private static string? FirstInSet(IEnumerable expected, IEnumerable actual, string path)
        {
            var left = new HashSet<object>(expected.Cast<object>());
            var right = new HashSet<object>(actual.Cast<object>());
            return left.SetEquals(right) ? null : $"{path} holds other items";
        }

        private static string? FirstInSequence(object?[] expected, object?[] actual, string path)
        {
            if (expected.Length != actual.Length)
            {
                return Describe(path + ".Count", expected.Length, actual.Length);
            }

            for (int i = 0; i < expected.Length; i++)
            {
                if (First(expected[i], actual[i], $"{path}[{i}]") is string difference)
                {
                    return difference;
                }
            }

            return null;
        }

        // Bits where Equals would be content with less: 0.0 and -0.0, dates of other kinds, decimals of other scales.
        private static object Exactly(object value) => value switch
        {
            double number => BitConverter.DoubleToInt64Bits(number),
            float number => BitConverter.SingleToInt32Bits(number),
            decimal number => (number, number.Scale),
            DateTime time => (time.Ticks, time.Kind),
            _ => value,
        };

        private static bool IsSet(Type type) =>
            type.GetInterfaces().Any(face => face.IsGenericType && face.GetGenericTypeDefinition() == typeof(ISet<>));

        private static IEnumerable<FieldInfo> Fields(Type type)
        {
            for (Type? level = type; level != null && level != typeof(object); level = level.BaseType)
            {
                const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
                foreach (FieldInfo field in level.GetFields(Own))
                {
                    yield return field;
                }
            }
        }

        // A property's field is named <Name>k__BackingField.
        private static string NameOf(FieldInfo field) => field.Name[0] == '<' ? field.Name[1..field.Name.IndexOf('>')] : field.Name;

        private static string Describe(string path, object? expected, object? actual) =>
            $"{path.TrimStart('.')} is {Text(actual)}, was {Text(expected)}";

        private static string Text(object? value) => value switch
        {
            null => "null",
            string text => $"\"{text}\"",
            DateTime time => time.ToString("O", CultureInfo.InvariantCulture),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            IEnumerable => "a " + value.GetType().Name,
            _ => value.ToString() ?? "",
        };
    }
}
