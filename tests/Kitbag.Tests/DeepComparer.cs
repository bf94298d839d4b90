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

        /// <summary>The path of the first difference and what it is, or null.</summary>
        public static string? Difference(object? a, object? b) => Find(a, b) is { } difference ? "$" + difference : null;

        // The path is put together only if there is a difference: each caller prepends its part.
        private static string? Find(object? a, object? b)
        {
            if (a == null || b == null || a is string || !a.GetType().IsClass)
                return Compare(a, b);
            t_open ??= new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
            if (t_open.TryGetValue(a, out object? twin))
                return ReferenceEquals(twin, b) ? null : ": another object than at its first occurrence";
            t_equal ??= new HashSet<(object, object)>(new SamePair());
            if (t_equal.Contains((a, b)))
                return null;
            t_open.Add(a, b);
            try
            {
                string? difference = Compare(a, b);
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

        private static string? Compare(object? a, object? b)
        {
            if (a == null || b == null)
                return ReferenceEquals(a, b) ? null : ": " + (a ?? "null") + " against " + (b ?? "null");
            // Some addresses, such as the loopback address, have a derived type.
            if (a is IPAddress address)
                return address.Equals(b) ? null : ": " + a + " against " + b;
            if (ContentOf(a) is { } content)
                return Find(content, ContentOf(b));
            if (a.GetType() != b.GetType())
                return ": " + a.GetType() + " against " + b.GetType();
            switch (a)
            {
                case float x:
                    return BitConverter.SingleToInt32Bits(x) == BitConverter.SingleToInt32Bits((float)b)
                        ? null : ": " + a + " against " + b;
                case double x:
                    return BitConverter.DoubleToInt64Bits(x) == BitConverter.DoubleToInt64Bits((double)b)
                        ? null : ": " + a + " against " + b;
                case decimal x:
                    return decimal.GetBits(x).SequenceEqual(decimal.GetBits((decimal)b)) ? null : ": " + a + " against " + b;
                case DateTime x:
                    return x == (DateTime)b && x.Kind == ((DateTime)b).Kind ? null : ": " + a + " against " + b;
                case DateTimeOffset x:
                    return x.EqualsExact((DateTimeOffset)b) ? null : ": " + a + " against " + b;
                case Uri x:
                    return x.Equals(b) && x.IsAbsoluteUri == ((Uri)b).IsAbsoluteUri && x.ToString() == b.ToString()
                        ? null : ": " + a + " against " + b;
                case StringBuilder x:
                    return x.Equals((StringBuilder)b) ? null : ": " + a + " against " + b;
                case string or Guid or TimeSpan or Enum or DateOnly or TimeOnly or Half or Int128 or UInt128 or Version or CultureInfo
                    or TimeZoneInfo or IPEndPoint or System.Drawing.Color or Rune or Index or Range or BigInteger:
                    return a.Equals(b) ? null : ": " + a + " against " + b;
                case KitbagUnknown x:
                    return Unknown(x, (KitbagUnknown)b);
                // Compares the object itself, not the form in which it is written.
                case KeptReference x:
                    return Find(x.Value, ((KeptReference)b).Value);
                // Reflection sees only the first element.
                case ValueType when a.GetType().IsDefined(typeof(InlineArrayAttribute), false):
                    return Compare(Inlined(a), Inlined(b));
                // Default values of such structs cannot be enumerated.
                case ValueType and IEnumerable when a.Equals(Activator.CreateInstance(a.GetType())):
                    return a.Equals(b) ? null : ": default against " + b;
                case IDictionary map:
                    return Maps(map, (IDictionary)b);
                case IEnumerable list when s_shapes.GetOrAdd(a.GetType(), Shape.Of).IsSet:
                    return Lists(list.Cast<object?>().OrderBy(x => x?.ToString(), StringComparer.Ordinal).ToList(),
                        ((IEnumerable)b).Cast<object?>().OrderBy(x => x?.ToString(), StringComparer.Ordinal).ToList());
                case Array { Rank: > 1 } array when !Lengths(array).SequenceEqual(Lengths((Array)b)):
                    return ": lengths " + string.Join(", ", Lengths(array)) + " against " + string.Join(", ", Lengths((Array)b));
                case Array array when array.GetType().GetElementType()!.IsPrimitive && Bytes(array).SequenceEqual(Bytes((Array)b)):
                    return null;
                case IEnumerable list:
                    return Lists(list.Cast<object?>().ToList(), ((IEnumerable)b).Cast<object?>().ToList());
            }
            if (a.GetType() is { IsGenericType: true } generic && generic.GetGenericTypeDefinition() == typeof(PriorityQueue<,>))
                return Find(generic.GetProperty("UnorderedItems")!.GetValue(a), generic.GetProperty("UnorderedItems")!.GetValue(b));
            if (a.GetType().IsGenericType && a.GetType().GetGenericTypeDefinition() == typeof(Lazy<>))
            {
                PropertyInfo value = a.GetType().GetProperty("Value")!;
                return Find(value.GetValue(a), value.GetValue(b)) is { } ofValue ? ".Value" + ofValue : null;
            }
            if (a.GetType().IsPrimitive)
                return a.Equals(b) ? null : ": " + a + " against " + b;
            foreach (FieldInfo field in s_shapes.GetOrAdd(a.GetType(), Shape.Of).Fields)
            {
                if (Find(field.GetValue(a), field.GetValue(b)) is { } difference)
                    return "." + field.Name + difference;
            }
            return null;
        }

        // Compares the members, not the block that holds them. Members that were read from JSON are text, with their names in the JSON.
        private static string? Unknown(KitbagUnknown a, KitbagUnknown b)
        {
            List<string> names = PlainNames(a), others = PlainNames(b);
            if (Find(names.OrderBy(n => n, StringComparer.Ordinal).ToList(), others.OrderBy(n => n, StringComparer.Ordinal).ToList())
                is { } different)
                return ".Names" + different;
            if (a.Block == null || b.Block == null)
                return null;
            for (int i = 0; i < names.Count; i++)
            {
                int j = others.IndexOf(names[i]);
                if (a.Block.Shape.Type.MemberArray[i].Name != b.Block.Shape.Type.MemberArray[j].Name)
                    continue;
                if (Find(a.Block.ValueOf(a.Index, i), b.Block.ValueOf(b.Index, j)) is { } difference)
                    return "." + a.Names[i] + difference;
            }
            return null;
        }

        private static List<string> PlainNames(KitbagUnknown unknown) =>
            unknown.Names.Select(name => name.Replace("_", "", StringComparison.Ordinal).ToUpperInvariant()).ToList();

        private static ReadOnlySpan<byte> Bytes(Array array) =>
            MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetArrayDataReference(array), Buffer.ByteLength(array));

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

        private static string? Lists(List<object?> a, List<object?> b)
        {
            if (a.Count != b.Count)
                return ": " + a.Count + " elements against " + b.Count;
            for (int i = 0; i < a.Count; i++)
            {
                if (Find(a[i], b[i]) is { } difference)
                    return "[" + i + "]" + difference;
            }
            return null;
        }

        private static string? Maps(IDictionary a, IDictionary b)
        {
            if (a.Count != b.Count)
                return ": " + a.Count + " keys against " + b.Count;
            foreach (DictionaryEntry entry in a)
            {
                if (!b.Contains(entry.Key))
                    return ": no key " + entry.Key;
                if (Find(entry.Value, b[entry.Key]) is { } difference)
                    return "[" + entry.Key + "]" + difference;
            }
            return null;
        }
    }
}
