using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests random families of classes that refer to each other, each in two variants (tracked, stored by value, or with a constructor
    /// that must run; with different members), with random graphs of one variant that are read as the other.
    /// </summary>
    public class GraphFamiliesTests
    {
        private static readonly string[] s_types =
            { "#", "List<#>", "#[]", "Dictionary<string, #>", "Pair<#>", "HashSet<#>", "Base", "Pair<#>?", "List<Base>" };

        private const string Check = @"#nullable disable
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using Kitbag;

// A property or a field that is stored.
public sealed class Member
{
    private readonly MemberInfo _member;

    private Member(MemberInfo member) => _member = member;

    public string Name => _member.Name;

    public Type Type => _member is FieldInfo stored ? stored.FieldType : ((PropertyInfo)_member).PropertyType;

    public static IEnumerable<Member> Of(Type type) =>
        type.GetProperties().Where(p => p.GetIndexParameters().Length == 0).Cast<MemberInfo>()
            .Concat(type.GetFields().Where(f => !f.IsNotSerialized)).OrderBy(m => m.Name).Select(m => new Member(m));

    public static Member Of(Type type, string name) => Of(type).FirstOrDefault(m => m.Name == name);

    public object Get(object node) => _member is FieldInfo field ? field.GetValue(node) : ((PropertyInfo)_member).GetValue(node);

    public void Set(object node, object value)
    {
        if (_member is PropertyInfo property && property.CanWrite) property.SetValue(node, value);
        else if (_member is FieldInfo field) field.SetValue(node, value);
        else _member.DeclaringType.GetField(""<"" + Name + "">k__BackingField"", BindingFlags.Instance | BindingFlags.NonPublic)
            .SetValue(node, value);
    }
}

public static class Test
{
    public static int Broken;

    // Incomplete objects that a callback encountered.
    public static string Unready;

    // Whether the graph has no cycle, so that the objects that an object refers to are ready before it.
    public static bool IsAcyclic;

    // Called by the callbacks of all objects.
    public static void Ready(object node)
    {
        foreach (Member member in Member.Of(node.GetType()))
        {
            object value = member.Get(node);
            if (member.Name == ""Number"" && (int)value <= 0) Unready = node.GetType() + "" itself"";
            if (value == null || !IsNode(value.GetType())) continue;
            if ((int)Member.Of(value.GetType(), ""Number"").Get(value) <= 0) Unready = node.GetType() + ""."" + member.Name;
            // Callbacks of classes that are stored by value and contain tracked objects are called after those of these objects.
            if (IsAcyclic && Calls(value) == 0 && value.GetType().GetCustomAttribute<KitbagSerializableAttribute>() == null)
                Unready = node.GetType() + ""."" + member.Name + "", called later"";
        }
    }

    private static int Calls(object node) => (int)node.GetType().GetField(""Calls"").GetValue(node);

    public static bool IsNode(Type type) => type.Name[0] == 'N' && type.Name.Length == 2;

    // Creates objects of the classes of a namespace that refer to each other at random; without cycles, they refer only to later objects.
    public static object Make(Type root, Random random, int count, bool acyclic)
    {
        Type[] classes = root.Assembly.GetTypes().Where(t => t.Namespace == root.Namespace && IsNode(t)).OrderBy(t => t.Name).ToArray();
        object[] all = Enumerable.Range(0, count)
            .Select(i => RuntimeHelpers.GetUninitializedObject(i == 0 ? root : classes[random.Next(classes.Length)])).ToArray();
        for (int i = 0; i < count; i++)
        {
            object[] known = acyclic ? all.Skip(i + 1).Take(9).ToArray() : all;
            foreach (Member member in Member.Of(all[i].GetType()))
                member.Set(all[i], member.Name == ""Number"" ? i * 3 + 1 : Value(member.Type, random, known));
        }
        return all[0];
    }

    private static object Value(Type type, Random random, object[] known)
    {
        if (typeof(int) == type) return random.Next(1000);
        if (type == typeof(string)) return ""k"" + random.Next(1000);
        if (IsNode(type) || type.Name == ""Base"")
        {
            object[] fitting = known.Where(type.IsInstanceOfType).ToArray();
            return fitting.Length == 0 || random.Next(3) == 0 ? null : fitting[random.Next(fitting.Length)];
        }
        if (type.IsValueType)
        {
            if (Nullable.GetUnderlyingType(type) is { } inner) return random.Next(3) == 0 ? null : Value(inner, random, known);
            object pair = Activator.CreateInstance(type);
            foreach (FieldInfo field in type.GetFields()) field.SetValue(pair, Value(field.FieldType, random, known));
            return pair;
        }
        if (random.Next(3) == 0) return null;
        int count = random.Next(3);
        Type element = type.IsArray ? type.GetElementType() : type.GetGenericArguments().Last();
        object[] values = Enumerable.Range(0, count).Select(_ => Value(element, random, known)).ToArray();
        if (type.IsArray)
        {
            Array array = Array.CreateInstance(element, count);
            values.CopyTo(array, 0);
            return array;
        }
        object made = Activator.CreateInstance(type);
        for (int i = 0; i < count; i++)
        {
            if (made is IDictionary map) map[""k"" + i] = values[i];
            else if (made is IList list) list.Add(values[i]);
            else if (values[i] != null) type.GetMethod(""Add"").Invoke(made, new[] { values[i] });
        }
        return made;
    }

    // Compares the graph that was read with the original: objects with an identity must be the same, others may be copies.
    public static string Compare(object from, object to, bool isJson)
    {
        var known = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        var source = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var waiting = new Stack<(object, object, string)>();
        waiting.Push((from, to, ""root""));
        while (waiting.Count != 0)
        {
            var (a, b, path) = waiting.Pop();
            if (a == null || b == null)
            {
                if (a != b) return path + "": null"";
                continue;
            }
            Type type = b.GetType();
            if (IsNode(type))
            {
                if (a.GetType().Name != type.Name) return path + "": "" + type;
                bool isTracked = type.GetCustomAttribute<KitbagSerializableAttribute>()?.Tracked != false
                    || type.GetCustomAttribute<KitbagSerializableAttribute>() == null;
                bool wasTracked = a.GetType().GetCustomAttribute<KitbagSerializableAttribute>() == null;
                if (isTracked && wasTracked && known.TryGetValue(a, out object one))
                {
                    if (one != b) return path + "": another object"";
                    continue;
                }
                if (!seen.Add(b))
                {
                    // If the containing object is copied, the copies contain the same object; JSON also has ids for values that are not
                    // graphs.
                    if ((isTracked || isJson) && source[b] == a) continue;
                    return path + "": the same object, "" + type + "" of "" + (isTracked ? ""tracked "" : ""value "")
                        + (wasTracked ? ""tracked"" : ""value"");
                }
                if (Calls(b) != 1) return path + "": "" + Calls(b) + "" calls of "" + type;
                known[a] = b;
                source[b] = a;
                if (known.Count + seen.Count > 200000) return """";
                foreach (Member member in Member.Of(type))
                {
                    if (Member.Of(a.GetType(), member.Name) is { } other)
                        waiting.Push((other.Get(a), member.Get(b), path + ""."" + member.Name));
                }
            }
            else if (b is int or string)
            {
                if (!a.Equals(b)) return path + "": "" + a + "" "" + b;
            }
            else if (b is IDictionary map)
            {
                if (map.Count != ((IDictionary)a).Count) return path + "": count"";
                foreach (DictionaryEntry entry in (IDictionary)a) waiting.Push((entry.Value, map[entry.Key],
                    path + ""["" + entry.Key + ""]""));
            }
            else if (b is IEnumerable items)
            {
                object[] ones = ((IEnumerable)a).Cast<object>().ToArray(), others = items.Cast<object>().ToArray();
                if (ones.Length != others.Length) return path + "": count"";
                for (int i = 0; i < ones.Length; i++) waiting.Push((ones[i], others[i], path + ""["" + i + ""]""));
            }
            else
            {
                foreach (FieldInfo field in type.GetFields()) waiting.Push((a.GetType().GetField(field.Name).GetValue(a), field.GetValue(b),
                    path + ""."" + field.Name));
            }
        }
        return """";
    }

    // For an object to populate, the constructor would have run.
    private static T New<T>()
    {
        object target = RuntimeHelpers.GetUninitializedObject(typeof(T));
        typeof(T).GetField(""IsReady"")?.SetValue(target, true);
        return (T)target;
    }

    public static void Run<[KitbagRoot] TFrom, [KitbagRoot] TTo>(List<string> wrong, int seed, bool hasValues, bool hasConstructors)
        where TTo : class
    {
        int refused = 0, read = 0;
        for (int i = 0; i < 40; i++)
        {
            bool acyclic = i % 2 == 0;
            var from = (TFrom)Make(typeof(TFrom), new Random(seed * 100 + i), 1 + i % 4 * (i % 3 == 0 ? 11 : 3), acyclic);
            bool mayFail = hasValues || (hasConstructors && !acyclic);
            Try(""binary"", () => KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(from)));
            Try(""json"", () => KitbagJson.Deserialize<TTo>(KitbagJson.Serialize(from)));
            Try(""populate"", () => { TTo to = New<TTo>(); KitbagSerializer.Populate(KitbagSerializer.Serialize(from), to); return to; });
            Try(""populate json"", () => { TTo to = New<TTo>(); KitbagJson.Populate(KitbagJson.Serialize(from), to); return to; });

            void Try(string name, Func<TTo> again)
            {
                string found;
                Broken = 0;
                Unready = null;
                IsAcyclic = acyclic;
                try
                {
                    found = Compare(from, again(), name.Contains(""json""));
                    read++;
                    if (Broken != 0) found += "" constructors were given what was not complete"";
                    if (Unready != null) found += "" a callback saw what was not complete: "" + Unready;
                }
                catch (KitbagException e) when (mayFail || e.Message.Contains(""tells which 'Base'"")
                    || e.Message.Contains(""cannot be populated: "")
                    || e.Message.Contains(""cannot populate an object of a class"") || e.Message.Contains(""which is required to create"")
                        || e.Message.Contains(""which occurs later""))
                {
                    refused++;
                    found = e.Reason == KitbagErrorReason.NotSupported || e.Reason == KitbagErrorReason.SchemaMismatch
                        || e.Reason == KitbagErrorReason.LimitExceeded ? """" : e.Message;
                    if (found.Length == 0 && !e.Message.Contains(""reaches itself"") && !e.Message.Contains(""copies would"")
                        && !e.Message.Contains(""no copy can"") && !e.Message.Contains(""MaxDepth"")
                        && !e.Message.Contains(""tells which 'Base'"") && !e.Message.Contains(""cannot populate an object of a class"")
                        && !e.Message.Contains(""cannot be populated"")
                        && !e.Message.Contains(""which is required to create"") && !e.Message.Contains(""which occurs later""))
                        found = e.Message;
                    if (acyclic && e.Message.Contains(""reaches itself"")) found = e.Message;
                }
                catch (Exception e)
                {
                    found = e.ToString();
                }
                if (found.Length != 0) wrong.Add(typeof(TFrom) + "" "" + typeof(TTo) + "" "" + name + "" seed "" + seed + "" graph "" + i
                    + "": "" + found);
            }
        }
        Console.WriteLine(read + "" read, "" + refused + "" refused"");
        if (read < 4) wrong.Add(""only "" + read + "" graphs were read"");
    }
}
";

        [Theory]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        [InlineData(4)]
        [InlineData(5)]
        [InlineData(6)]
        public void One_form_is_read_as_the_other(int seed)
        {
            string more = Environment.GetEnvironmentVariable("KITBAG_GRAPH_SEED") ?? "0";
            var random = new Random(seed + int.Parse(more, CultureInfo.InvariantCulture));
            var members = new List<(string Type, bool[] Is)>[3];
            for (int c = 0; c < members.Length; c++)
            {
                members[c] = Enumerable.Range(0, 2 + random.Next(4)).Select(_ => (s_types[random.Next(s_types.Length)]
                    .Replace("#", "N" + random.Next(members.Length)), new[] { random.Next(5) != 0, random.Next(5) != 0 })).ToList();
                members[c].Add(("N" + random.Next(members.Length), new[] { true, true }));
            }
            var code = new StringBuilder(Check);
            var styles = new Random(seed + 100);
            var forms = new int[2][];
            for (int f = 0; f < 2; f++)
            {
                forms[f] = Enumerable.Range(0, members.Length).Select(_ => random.Next(seed % 3 + 1)).ToArray();
                code.Append("namespace F" + f
                    + " { public struct Pair<T> { public T Item; public int Rest; } public abstract class Base { } ");
                for (int c = 0; c < members.Length; c++)
                    code.Append(Class(c, forms[f][c], styles,
                        members[c].Select((m, i) => (m.Type, Name: "M" + i, Is: m.Is[f], InBoth: m.Is[0] && m.Is[1]))
                        .Where(m => m.Is).Select(m => (m.Type, m.Name, m.InBoth)).ToArray()));
                code.Append('}');
            }
            string Flags(int a, int b) => (forms[a].Concat(forms[b]).Contains(1) ? "true" : "false") + ", "
                + (forms[b].Contains(2) ? "true" : "false");
            code.Append("public static class Program { public static object[] Run() { var wrong = new List<string>(); "
                + "Test.Run<F0.N0, F1.N0>(wrong, " + seed + ", " + Flags(0, 1) + "); Test.Run<F1.N0, F0.N0>(wrong, " + seed + ", "
                    + Flags(1, 0) + "); "
                + "Test.Run<F0.N0, F0.N0>(wrong, " + seed + ", " + Flags(0, 0) + "); "
                + "if (wrong.Count != 0) throw new Exception(wrong.Count + string.Join(\"\\n\", wrong.Take(8))); "
                + "return new object[] { 0, 0 }; } }");
            Harness.RoundTrip(code.ToString(), version: LanguageVersion.Preview,
                nullable: NullableContextOptions.Disable);
        }

        [Fact]
        public void Callbacks_of_objects_that_nothing_refers_to_see_complete_objects()
        {
            // The second version lacks Friends, the only member through which the first one reaches one of the persons. Both persons have
            // the same item, which the second version copies.
            Harness.RoundTrip(@"#nullable disable
using System;
using System.Collections.Generic;
using Kitbag;

namespace One
{
    [KitbagSerializable(Tracked = false)] public class Room { public Person Owner { get; set; } }
    public class Person { public Room Home { get; set; } public List<Person> Friends { get; set; } public Item Held { get; set; } }
    public class Item { public Room Place { get; set; } public List<Item> Parts { get; set; } public int Number { get; set; } }
}

namespace Two
{
    public class Room { public Person Owner { get; set; } }
    [KitbagSerializable(Tracked = false)] public class Person : IKitbagDeserialized
    {
        public static string Seen = """";
        public Room Home { get; set; }
        public Item Held { get; set; }
        public void OnDeserialized() => Seen += Held.Number + "" "";
    }
    [KitbagSerializable(Tracked = false)] public class Item
    {
        public Room Place { get; set; }
        public List<Item> Parts { get; set; }
        public int Number { get; set; }
    }
}

public static class Program
{
    public static object[] Run()
    {
        var item = new One.Item { Number = 7, Parts = new List<One.Item> { new One.Item { Number = 8 } } };
        var friend = new One.Person { Held = item };
        var owner = new One.Person { Held = item, Friends = new List<One.Person> { friend } };
        var room = new One.Room { Owner = owner };
        Two.Room read = KitbagSerializer.Deserialize<Two.Room>(KitbagSerializer.Serialize(room));
        Two.Item held = read.Owner.Held;
        return new object[] { ""7 7 , 7, 8"", Two.Person.Seen + "", "" + held.Number + "", "" + held.Parts[0].Number };
    }
}
", version: LanguageVersion.Preview, nullable: NullableContextOptions.Disable);
        }

        // Members are set, have initializers or are required, or are properties or readonly fields that are passed to an unmarked
        // constructor.
        private static string Class(int index, int form, Random styles, (string Type, string Name, bool InBoth)[] members)
        {
            string name = "N" + index;
            bool hasPlain = form != 2 && styles.Next(3) == 0;
            (string Type, string Name, bool InBoth)[] given =
                members.Where((m, i) => form == 2 && m.InBoth && (i % 2 == 0) && m.Type[0] != 'H').ToArray();
            (string Type, string Name, bool InBoth)[] plain =
                members.Where(m => hasPlain && m.InBoth && styles.Next(2) == 0).ToArray();
            string Declared((string Type, string Name, bool InBoth) member) =>
                plain.Contains(member) && styles.Next(2) == 0 ? "public readonly " + member.Type + " " + member.Name + "; "
                : "public " + Required(member) + member.Type + " " + member.Name
                    + (plain.Contains(member) ? " { get; } " : styles.Next(3) == 0 ? " { get; init; } " : " { get; set; } ");
            string Required((string Type, string Name, bool InBoth) member) =>
                form != 2 && !hasPlain && member.InBoth && styles.Next(4) == 0 ? "required " : "";
            return (form == 1 ? "[KitbagSerializable(Tracked = false)] " : "") + "public class " + name
                + " : Base, IKitbagDeserialized { [NonSerialized] public int Calls; "
                + "public void OnDeserialized() { Calls++; Test.Ready(this); } "
                + (form == 2 && given.Length != 0 ? "[NonSerialized] public bool IsReady; [KitbagConstructor] public " + name + "("
                    + string.Join(", ", given.Select(m => m.Type + " " + m.Name.ToLowerInvariant())) + ") { "
                    + string.Concat(given.Select(m => m.Name + " = " + m.Name.ToLowerInvariant() + "; "))
                    + string.Concat(given.Where(m => m.Type[0] == 'N').Select(m => "if (" + m.Name + " != null && (int)(typeof(" + m.Type
                        + ").GetField(\"IsReady\") == null ? 1 "
                        + ": (bool)typeof(" + m.Type + ").GetField(\"IsReady\").GetValue(" + m.Name + ") ? 1 : 0) == 0) Test.Broken++; "))
                            + "IsReady = true; } " : "")
                + (plain.Length != 0 ? "public " + name + "("
                    + string.Join(", ", plain.Select(m => m.Type + " " + m.Name.ToLowerInvariant())) + ") { "
                    + string.Concat(plain.Select(m => m.Name + " = " + m.Name.ToLowerInvariant() + "; ")) + "} " : "")
                + string.Concat(members.Select(Declared)) + "public int Number { get; set; } }\n";
        }
    }
}
