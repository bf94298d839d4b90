using System;
using System.Collections;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Linq;
using System.Reflection;

namespace Quest.Measuring
{
    /// <summary>
    /// Compares two object graphs member by member, including private state, and by identity: each object of one graph must correspond to
    /// the same object of the other graph everywhere, so it is a difference if one object became two, or if two became one. Reflection is
    /// acceptable in a sample, and shares no code with the serializers that are checked. Pairs of objects to compare are queued, so graphs
    /// may be of any depth.
    /// </summary>
    public sealed class Differences
    {
        private readonly Dictionary<object, Counterpart> _actualOf = new(ReferenceEqualityComparer.Instance);
        private readonly Dictionary<object, Counterpart> _expectedOf = new(ReferenceEqualityComparer.Instance);
        private readonly Queue<Pair> _queue = new Queue<Pair>();

        private Differences()
        {
        }

        /// <summary>Returns the path of the first difference and both values, or null.</summary>
        public static string? First(object? expected, object? actual) =>
            new Differences().FirstFrom(new Pair(expected, actual, new Place(null, "")));

        // Breadth-first, so that the paths of objects are as short as possible.
        private string? FirstFrom(Pair root)
        {
            string? difference = null;
            _queue.Enqueue(root);
            while (difference == null && _queue.TryDequeue(out Pair pair))
            {
                difference = Compare(pair);
            }

            return difference;
        }

        // Compares the two values themselves, and enqueues their members and elements.
        private string? Compare(Pair pair)
        {
            (object? expected, object? actual, Place place) = pair;
            if (expected == null || actual == null || expected.GetType() != actual.GetType())
            {
                return expected == null && actual == null ? null : Describe(place, expected, actual);
            }

            Type type = expected.GetType();
            if (type.IsPrimitive || type.IsEnum || expected is string or decimal or Guid or TimeSpan or DateTime)
            {
                return Exactly(expected).Equals(Exactly(actual)) ? null : Describe(place, expected, actual);
            }

            if (HasIdentity(expected) && HasIdentity(actual))
            {
                string? difference = Identify(pair, out bool isKnown);
                if (isKnown || difference != null)
                {
                    return difference;
                }
            }

            switch (expected)
            {
                case IDictionary map:
                    return AddMap(map, (IDictionary)actual, place);
                case IEnumerable items:
                    object?[] left = Items(items), right = Items((IEnumerable)actual);
                    return IsSet(type) && left.All(IsValue) ? FirstInSet(left, right, place) : AddSequence(left, right, place);
                default:
                    FieldInfo[] fields = Fields(type).ToArray();
                    foreach (FieldInfo field in fields)
                    {
                        Add(field.GetValue(expected), field.GetValue(actual), place, $".{NameOf(field)}");
                    }

                    // In a trimmed program, fields may be missing.
                    return fields.Length > 0 ? null : $"{place} is a {type.Name}, of which no fields are known that could be compared";
            }
        }

        // Reflection creates boxes, and all empty arrays of a type may be the same object.
        private static bool HasIdentity(object value) => !value.GetType().IsValueType && value is not Array { Length: 0 };

        // If an object was encountered before, only its counterpart is checked: its content was or will be compared where it was
        // encountered first.
        private string? Identify(Pair pair, out bool isKnown)
        {
            isKnown = _actualOf.TryGetValue(pair.Expected!, out Counterpart actual);
            if (isKnown)
            {
                return ReferenceEquals(actual.Value, pair.Actual)
                    ? null
                    : $"{pair.Place} is another object than {actual.Place}, was the same";
            }

            if (_expectedOf.TryGetValue(pair.Actual!, out Counterpart expected))
            {
                return $"{pair.Place} is the same object as {expected.Place}, was another";
            }

            _actualOf.Add(pair.Expected!, new Counterpart(pair.Actual!, pair.Place));
            _expectedOf.Add(pair.Actual!, new Counterpart(pair.Expected!, pair.Place));
            return null;
        }

        // Keys that are objects cannot be looked up in the other map before they were compared. The serializers preserve their order.
        private string? AddMap(IDictionary expected, IDictionary actual, Place place)
        {
            if (!expected.Keys.Cast<object>().All(IsValue))
            {
                return AddSequence(Items(expected), Items(actual), place);
            }

            foreach (DictionaryEntry entry in expected)
            {
                string step = $"[{Text(entry.Key)}]";
                if (!actual.Contains(entry.Key))
                {
                    return $"{new Place(place, step)} is missing";
                }

                Add(entry.Value, actual[entry.Key], place, step);
            }

            return expected.Count == actual.Count ? null : Describe(new Place(place, ".Count"), expected.Count, actual.Count);
        }

        private static object?[] Items(IEnumerable collection) => collection.Cast<object?>().ToArray();

        private static string? FirstInSet(object?[] expected, object?[] actual, Place place) =>
            new HashSet<object?>(expected).SetEquals(actual) ? null : $"{place} holds other items";

        private string? AddSequence(object?[] expected, object?[] actual, Place place)
        {
            if (expected.Length != actual.Length)
            {
                return Describe(new Place(place, ".Count"), expected.Length, actual.Length);
            }

            for (int i = 0; i < expected.Length; i++)
            {
                Add(expected[i], actual[i], place, $"[{i}]");
            }

            return null;
        }

        private void Add(object? expected, object? actual, Place place, string step) =>
            _queue.Enqueue(new Pair(expected, actual, new Place(place, step)));

        // Values for which equality suffices.
        private static bool IsValue(object? value) => value is null or string or ValueType;

        // Compares bits if Equals would ignore a difference: 0.0 and -0.0, dates of different kinds, decimals of different scales.
        private static object Exactly(object value) => value switch
        {
            double number => BitConverter.DoubleToInt64Bits(number),
            float number => BitConverter.SingleToInt32Bits(number),
            decimal number => (number, number.Scale),
            DateTime time => (time.Ticks, time.Kind),
            _ => value,
        };

        [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A set that is not known as one is compared in its order.")]
        private static bool IsSet(Type type) =>
            type.GetInterfaces().Any(face => face.IsGenericType && face.GetGenericTypeDefinition() == typeof(ISet<>));

        [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Compared.xml keeps the fields of what is compared.")]
        [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Compared.xml keeps the fields of what is compared.")]
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

        private static string Describe(Place place, object? expected, object? actual) =>
            $"{place} is {Text(actual)}, was {Text(expected)}";

        private static string Text(object? value) => value switch
        {
            null => "null",
            string text => $"\"{text}\"",
            DateTime time => time.ToString("O", CultureInfo.InvariantCulture),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            IEnumerable => "a " + value.GetType().Name,
            _ => value.ToString() ?? "",
        };

        private readonly record struct Pair(object? Expected, object? Actual, Place Place);

        private readonly record struct Counterpart(object Value, Place Place);

        // A path from the root, which is formatted only if there is a difference.
        private sealed record Place(Place? Parent, string Step)
        {
            private const int MaxSteps = 50;

            public override string ToString()
            {
                var steps = new Stack<string>();
                Place? place = this;
                for (; place != null && steps.Count < MaxSteps; place = place.Parent)
                {
                    steps.Push(place.Step);
                }

                string path = string.Concat(steps).TrimStart('.');
                return place != null ? "…" + path : path.Length > 0 ? path : "the root";
            }
        }
    }
}
