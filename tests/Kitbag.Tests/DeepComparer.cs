using System;
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
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
    /// <summary>Compares object graphs member by member, by reflection.</summary>
    internal static class DeepComparer
    {
        // The objects that are being compared, with their counterparts: a cycle in one graph must be the same cycle in the other.
        [ThreadStatic]
        private static Dictionary<object, object>? t_open;

        // The pairs without a difference, until the outermost comparison ends: a graph has many paths to each of its objects.
        [ThreadStatic]
        private static HashSet<(object, object)>? t_equal;

        private static readonly ConcurrentDictionary<Type, Shape> s_shapes = new ConcurrentDictionary<Type, Shape>();

        /// <summary>Where the first difference is, or null.</summary>
        public static string? Difference(object? a, object? b, string path = "$")
        {
            if (a == null || b == null || a is string || !a.GetType().IsClass)
                return Compare(a, b, path);
            t_open ??= new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
            if (t_open.TryGetValue(a, out object? twin))
                return ReferenceEquals(twin, b) ? null : path + ": another object than at its first occurrence";
            t_equal ??= new HashSet<(object, object)>(new SamePair());
            if (t_equal.Contains((a, b)))
                return null;
            t_open.Add(a, b);
            try
            {
                string? difference = Compare(a, b, path);
                if (difference == null)
                    t_equal.Add((a, b));
                return difference;
            }
            finally
            {
                t_open.Remove(a);
                if (t_open.Count == 0)
                    t_equal.Clear();
            }
        }

        private sealed class SamePair : IEqualityComparer<(object, object)>
        {
            public bool Equals((object, object) x, (object, object) y) =>
                ReferenceEquals(x.Item1, y.Item1) && ReferenceEquals(x.Item2, y.Item2);

            public int GetHashCode((object, object) pair) =>
                HashCode.Combine(RuntimeHelpers.GetHashCode(pair.Item1), RuntimeHelpers.GetHashCode(pair.Item2));
        }

        /// <summary>What the comparison needs to know about a type.</summary>
        private sealed record Shape(bool IsSet, bool IsLookup, FieldInfo[] Fields)
        {
            public static Shape Of(Type type)
            {
                Type[] interfaces = type.GetInterfaces().Where(i => i.IsGenericType).Select(i => i.GetGenericTypeDefinition()).ToArray();
                var fields = new List<FieldInfo>();
                for (Type? one = type; one != null && one != typeof(object) && one != typeof(ValueType); one = one.BaseType)
                    fields.AddRange(one.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
                        | BindingFlags.DeclaredOnly));
                return new Shape(interfaces.Contains(typeof(ISet<>)) || (type.IsGenericType
                    && type.GetGenericTypeDefinition() == typeof(ConcurrentBag<>)), interfaces.Contains(typeof(ILookup<,>)),
                    fields.ToArray());
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
            // Some addresses, such as the loopback address, have a derived type.
            if (a is IPAddress address)
                return address.Equals(b) ? null : path + ": " + a + " against " + b;
            if (ContentOf(a) is { } content)
                return Difference(content, ContentOf(b), path);
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
                // Compares the object itself, not the form in which it is written.
                case KeptReference x:
                    return Difference(x.Value, ((KeptReference)b).Value, path);
                // Reflection sees only the first element.
                case ValueType when a.GetType().IsDefined(typeof(InlineArrayAttribute), false):
                    return Compare(Inlined(a), Inlined(b), path);
                // Default values of such structs cannot be enumerated.
                case ValueType and IEnumerable when a.Equals(Activator.CreateInstance(a.GetType())):
                    return a.Equals(b) ? null : path + ": default against " + b;
                case IDictionary map:
                    return Maps(map, (IDictionary)b, path);
                case IEnumerable list when s_shapes.GetOrAdd(a.GetType(), Shape.Of).IsSet:
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
            foreach (FieldInfo field in s_shapes.GetOrAdd(a.GetType(), Shape.Of).Fields)
            {
                string? difference = Difference(field.GetValue(a), field.GetValue(b), path + "." + field.Name);
                if (difference != null)
                    return difference;
            }
            return null;
        }

        // Compares the members, not the block that holds them. Members that were read from JSON are text, with their names in the JSON.
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

        // The comparable content: the elements that memory refers to, the groups of a lookup, the text of JSON without white space.
        private static object? ContentOf(object value)
        {
            if (value is JsonElement { ValueKind: JsonValueKind.Undefined })
                return "no JSON";
            if (value is JsonElement or JsonDocument or JsonNode)
                return "JSON " + JsonSerializer.Serialize(value);
            Type? type = value.GetType() is { IsGenericType: true } generic ? generic.GetGenericTypeDefinition() : null;
            if (type == typeof(Memory<>) || type == typeof(ReadOnlyMemory<>))
                return value.GetType().GetMethod("ToArray")!.Invoke(value, null);
            if (s_shapes.GetOrAdd(value.GetType(), Shape.Of).IsLookup)
                return ((IEnumerable)value).Cast<object>()
                    .Select(g => (g.GetType().GetProperty("Key")!.GetValue(g), ((IEnumerable)g).Cast<object?>().ToArray())).ToArray();
            return type == typeof(ReadOnlySequence<>)
                ? typeof(BuffersExtensions).GetMethod("ToArray")!.MakeGenericMethod(value.GetType().GetGenericArguments())
                .Invoke(null, new[] { value }) : null;
        }

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
