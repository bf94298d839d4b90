using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Codecs;

namespace Kitbag.Tests
{
    /// <summary>Compares object graphs member by member; tests may use reflection.</summary>
    internal static class DeepComparer
    {
        // The objects that are being compared, with their twins: one that is met within itself has to be met there in the other graph, too.
        [ThreadStatic]
        private static Dictionary<object, object>? t_open;

        /// <summary>Where the first difference is, or null.</summary>
        public static string? Difference(object? a, object? b, string path = "$")
        {
            if (a == null || b == null || a is string || !a.GetType().IsClass)
                return Compare(a, b, path);
            t_open ??= new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
            if (t_open.TryGetValue(a, out object? twin))
                return ReferenceEquals(twin, b) ? null : path + ": another object than where it was met first";
            t_open.Add(a, b);
            try
            {
                return Compare(a, b, path);
            }
            finally
            {
                t_open.Remove(a);
            }
        }

        private static Array Inlined(object value)
        {
            Type type = value.GetType();
            Type element = type.GetFields(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)[0].FieldType;
            return (Array)typeof(DeepComparer).GetMethod(nameof(InlinedOf), BindingFlags.Static | BindingFlags.NonPublic)!
                .MakeGenericMethod(type, element).Invoke(null, [value])!;
        }

        private static TElement[] InlinedOf<T, TElement>(T value)
            where T : struct =>
            MemoryMarshal.CreateSpan(ref Unsafe.As<T, TElement>(ref value), typeof(T).GetCustomAttribute<InlineArrayAttribute>()!.Length)
                .ToArray();

        private static string? Compare(object? a, object? b, string path)
        {
            if (a == null || b == null)
                return ReferenceEquals(a, b) ? null : path + ": " + (a ?? "null") + " against " + (b ?? "null");
            // Addresses like that of the loopback are of types of their own.
            if (a is IPAddress address)
                return address.Equals(b) ? null : path + ": " + a + " against " + b;
            if (Shown(a) is { } shown)
                return Difference(shown, Shown(b), path);
            if (a.GetType() != b.GetType())
                return path + ": " + a.GetType() + " against " + b.GetType();
            switch (a)
            {
                case float x:
                    return BitConverter.SingleToInt32Bits(x) == BitConverter.SingleToInt32Bits((float)b)
                        ? null : path + ": " + a + " against " + b;
                case double x:
                    return BitConverter.DoubleToInt64Bits(x) == BitConverter.DoubleToInt64Bits((double)b)
                        ? null : path + ": " + a + " against " + b;
                case decimal x:
                    return decimal.GetBits(x).SequenceEqual(decimal.GetBits((decimal)b)) ? null : path + ": " + a + " against " + b;
                case DateTime x:
                    return x == (DateTime)b && x.Kind == ((DateTime)b).Kind ? null : path + ": " + a + " against " + b;
                case DateTimeOffset x:
                    return x.EqualsExact((DateTimeOffset)b) ? null : path + ": " + a + " against " + b;
                case Uri x:
                    return x.Equals(b) && x.IsAbsoluteUri == ((Uri)b).IsAbsoluteUri && x.ToString() == b.ToString()
                        ? null : path + ": " + a + " against " + b;
                case StringBuilder x:
                    return x.Equals((StringBuilder)b) ? null : path + ": " + a + " against " + b;
                case string or Guid or TimeSpan or Enum or DateOnly or TimeOnly or Half or Int128 or UInt128 or Version or CultureInfo
                    or TimeZoneInfo or IPEndPoint or Rune or Index or Range or BigInteger:
                    return a.Equals(b) ? null : path + ": " + a + " against " + b;
                case KitbagUnknown x:
                    return Unknown(x, (KitbagUnknown)b, path);
                // The object itself, not how it is written.
                case KeptReference x:
                    return Difference(x.Value, ((KeptReference)b).Value, path);
                // Reflection sees only the first element.
                case ValueType when a.GetType().IsDefined(typeof(InlineArrayAttribute), false):
                    return Compare(Inlined(a), Inlined(b), path);
                // Such structs have nothing in them that could be gone through.
                case ValueType and IEnumerable when a.Equals(Activator.CreateInstance(a.GetType())):
                    return a.Equals(b) ? null : path + ": default against " + b;
                case IDictionary map:
                    return Maps(map, (IDictionary)b, path);
                case IEnumerable list when IsSet(a):
                    return Lists(list.Cast<object?>().OrderBy(x => x?.ToString(), StringComparer.Ordinal).ToList(),
                        ((IEnumerable)b).Cast<object?>().OrderBy(x => x?.ToString(), StringComparer.Ordinal).ToList(), path);
                case Array { Rank: > 1 } array when !Lengths(array).SequenceEqual(Lengths((Array)b)):
                    return path + ": lengths " + string.Join(", ", Lengths(array)) + " against " + string.Join(", ", Lengths((Array)b));
                case IEnumerable list:
                    return Lists(list.Cast<object?>().ToList(), ((IEnumerable)b).Cast<object?>().ToList(), path);
            }
            if (a.GetType() is { IsGenericType: true } generic && generic.GetGenericTypeDefinition() == typeof(PriorityQueue<,>))
                return Difference(generic.GetProperty("UnorderedItems")!.GetValue(a), generic.GetProperty("UnorderedItems")!.GetValue(b),
                    path);
            if (a.GetType().IsGenericType && a.GetType().GetGenericTypeDefinition() == typeof(Lazy<>))
                return Difference(a.GetType().GetProperty("Value")!.GetValue(a), b.GetType().GetProperty("Value")!.GetValue(b),
                    path + ".Value");
            if (a.GetType().IsPrimitive)
                return a.Equals(b) ? null : path + ": " + a + " against " + b;
            for (Type? type = a.GetType(); type != null && type != typeof(object) && type != typeof(ValueType); type = type.BaseType)
            {
                foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
                    | BindingFlags.DeclaredOnly))
                {
                    string? difference = Difference(field.GetValue(a), field.GetValue(b), path + "." + field.Name);
                    if (difference != null)
                        return difference;
                }
            }
            return null;
        }

        // The members, not the block that holds them. Those that were read from JSON are text, and have the names that they have there.
        private static string? Unknown(KitbagUnknown a, KitbagUnknown b, string path)
        {
            List<string> names = PlainNames(a), others = PlainNames(b);
            string? different = Difference(names.OrderBy(n => n, StringComparer.Ordinal).ToList(),
                others.OrderBy(n => n, StringComparer.Ordinal).ToList(), path + ".Names");
            if (different != null || a.Block == null || b.Block == null)
                return different;
            for (int i = 0; i < names.Count; i++)
            {
                int j = others.IndexOf(names[i]);
                if (a.Block.Shape.Type.MemberArray[i].Name != b.Block.Shape.Type.MemberArray[j].Name)
                    continue;
                string? difference = Difference(a.Block.ValueOf(a.Index, i), b.Block.ValueOf(b.Index, j), path + "." + a.Names[i]);
                if (difference != null)
                    return difference;
            }
            return null;
        }

        private static List<string> PlainNames(KitbagUnknown unknown) =>
            unknown.Names.Select(name => name.Replace("_", "", StringComparison.Ordinal).ToUpperInvariant()).ToList();

        private static IEnumerable<int> Lengths(Array array) => Enumerable.Range(0, array.Rank).Select(array.GetLength);

        // What memory shows counts, not where it lies; the groups of a lookup, not its class; and the text of JSON, without white space.
        private static object? Shown(object value)
        {
            if (value is JsonElement { ValueKind: JsonValueKind.Undefined })
                return "no JSON";
            if (value is JsonElement or JsonDocument or JsonNode)
                return "JSON " + JsonSerializer.Serialize(value);
            Type? type = value.GetType() is { IsGenericType: true } generic ? generic.GetGenericTypeDefinition() : null;
            if (type == typeof(Memory<>) || type == typeof(ReadOnlyMemory<>))
                return value.GetType().GetMethod("ToArray")!.Invoke(value, null);
            if (value.GetType().GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ILookup<,>)))
                return ((IEnumerable)value).Cast<object>()
                    .Select(g => (g.GetType().GetProperty("Key")!.GetValue(g), ((IEnumerable)g).Cast<object?>().ToArray())).ToArray();
            return type == typeof(ReadOnlySequence<>)
                ? typeof(BuffersExtensions).GetMethod("ToArray")!.MakeGenericMethod(value.GetType().GetGenericArguments())
                .Invoke(null, new[] { value }) : null;
        }

        private static bool IsSet(object value) =>
            value.GetType().GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(ISet<>))
            || (value.GetType().IsGenericType
                && value.GetType().GetGenericTypeDefinition() == typeof(System.Collections.Concurrent.ConcurrentBag<>));

        private static string? Lists(List<object?> a, List<object?> b, string path)
        {
            if (a.Count != b.Count)
                return path + ": " + a.Count + " elements against " + b.Count;
            for (int i = 0; i < a.Count; i++)
            {
                string? difference = Difference(a[i], b[i], path + "[" + i + "]");
                if (difference != null)
                    return difference;
            }
            return null;
        }

        private static string? Maps(IDictionary a, IDictionary b, string path)
        {
            if (a.Count != b.Count)
                return path + ": " + a.Count + " keys against " + b.Count;
            foreach (DictionaryEntry entry in a)
            {
                if (!b.Contains(entry.Key))
                    return path + ": no key " + entry.Key;
                string? difference = Difference(entry.Value, b[entry.Key], path + "[" + entry.Key + "]");
                if (difference != null)
                    return difference;
            }
            return null;
        }
    }
}
