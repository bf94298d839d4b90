using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Unusual families of types: those of Corpus.txt, and generated combinations of unusual parts, which are the same in each run.
    /// </summary>
    internal static class CorpusFamilies
    {
        private const int Made = 192, Seed = 20261121;

        private static readonly string[] s_names =
        {
            "A", "b", "_c", "__", "@class", "@int", "@await", "value", "r", "w", "row", "m0", "m1Is", "System", "Kitbag", "Codecs", "Größe",
                "名前", "GetType", "Instance", "Describe", "names", "fresh", "all", "result", "members",
            "Name1", "name2", "URL", "_url2", "Id", "item", "T1", "populate", "group", "source", "Make", "Field0", "Type", "Int32",
            "T", "Codec", "bits", "part", "IsSet", "Numbers",
        };

        private static readonly string[] s_types =
        {
            "int", "string", "bool", "byte", "double", "float", "decimal", "long", "char", "sbyte", "Guid", "DateTime", "TimeSpan",
                "DayOfWeek", "int?", "double?", "DayOfWeek?", "Guid?", "int[]", "string[]", "byte[]", "int[][]", "int?[]", "string[,]",
            "List<int>", "List<string>", "List<int[]>", "List<List<int>>", "Dictionary<string, int>", "Dictionary<int, List<string>>",
                "HashSet<string>", "IReadOnlyList<int>", "IDictionary<string, double>", "Queue<int>", "(int, string)",
            "(int A, (string B, double C) D)", "(int, int)?", "List<(int X, string Y)>", "KeyValuePair<string, int>", "Uri", "Version",
                "Part", "Part[]", "List<Part>", "Dictionary<string, Part>", "Small", "Small?", "Small[]", "List<Small>", "Pair", "Pair?",
            "Pair[]", "Mixed", "Mixed?", "List<Mixed>", "Kind", "Kind?", "Kind[]", "Dictionary<Kind, int>", "Base", "List<Base>", "IShape",
                "IShape[]", "Box<int>", "Box<string>", "Box<Part>", "Box<int>[]", "Box<Small?>", "Outer<int>.Inner", "Outer<string>.InnerS",
            "Outer<string>.InnerS?", "Lazy<int>", "Memory<int>", "Tuple<int, string>", "Tagged<Part>", "Tagged<int>",
        };

        // «n» is the name of the type, «b» its members. s_rest contains the code that all families share.
        private static readonly (int Version, string Text)[] s_kinds =
        {
            (9, "public class «n» { «b» }"),
            (9, "public sealed class «n» { «b» }"),
            (9, "public class «n» : LengthPrefix { «b» }"),
            (9, "internal partial class «n» { «b» } internal partial class «n» { public int More; }"),
            (9, "public class «n» : IShape { public int Sides { get; set; } «b» }"),
            (9, "public struct «n» { «b» }"),
            (9, "public struct «n» : IShape { public int Sides { get; set; } «b» }"),
            (9, "public record «n» { «b» }"),
            (9, "public sealed record «n»(int First, string Second = \"s\\n\") { «b» }"),
            (9, "public abstract class «n» { «b» public sealed class One : «n» { public int OneX; } public class Two : «n» { public "
                + "string? TwoX { get; init; } } }"),
            (9, "public class «n» { «b» public class Three : «n» { public int? ThreeX; } }"),
            (9, "public class «n» : Tagged<int> { «b» }"),
            (9, "public class «n» : Tagged<«n»> { «b» }"),
            (11, "public record struct «n»(int First, Part? Second) { «b» }"),
            (10, "public readonly record struct «n»(int First, Small Second);"),
            (12, "public class «n»(int first, string? second) { public int First { get; } = first; public string? Second => second; «b» }"),
        };

        private static readonly (int Version, string Text)[] s_members =
        {
            (9, "public «t» «n»;"),
            (9, "public «t» «n» { get; set; }"),
            (9, "public «t» «n» { get; init; }"),
            (9, "public «t» «n» { get; private set; }"),
            (9, "public «t» «n» { get; internal set; }"),
            (9, "internal «t» «n» { get; set; }"),
            (9, "public readonly «t» «n»;"),
            (9, "public «t» «n» { get; }"),
            (9, "[KitbagInclude] private «t» «n» { get; set; }"),
            (9, "[KitbagInclude] private readonly «t» «n»;"),
            (9, "[KitbagIgnore] public «t» «n»;"),
            (9, "[Obsolete(\"old\")] public «t» «n»;"),
            (9, "[JsonPropertyName(\"j\\n«i»\\u2028\")] public «t» «n» { get; set; }"),
            (9, "[KitbagFormerName(\"f«i»\\\"\\0\")] public «t» «n»;"),
            (9, "[JsonPropertyOrder(-«i»)] [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public «t» «n» { get; set; }"),
            (9, "public static «t» «n»;"),
            (11, "public required «t» «n»;"),
            (11, "public required «t» «n» { get; init; }"),
        };

        private const string Rest = @"
public class Part { public int X; public string? Y { get; set; } }
public struct Small { public int X; public string? Y { get; set; } }
public struct Pair { public int X; public float Y; }
public struct Mixed { public byte X; public double Y; public int? Z { get; set; } }
public enum Kind : «e» { None, @true, Some = 100 }
public abstract class Base { public int B { get; set; } }
public class Derived : Base { public int D; }
public sealed class Other<T> : Base { public T? O; }
public interface IShape { int Sides { get; } }
public class Square : IShape { public int Sides { get; set; } }
public struct Dot : IShape { public int Sides { get; set; } public string? Label; }
public class Box<T> { public T? Content { get; set; } public List<T>? All; }
public class Tagged<T> { public string? Tag { get; set; } }
public class Outer<T> { public class Inner { public T? I; } public struct InnerS { public T? I; public string? S; } }
public abstract class LengthPrefix { public virtual int HeadX { get; set; } public List<Other<int>> Others { get; set; } = new();
    protected int Hidden; public int Count() => Hidden; }
";

        /// <summary>All families, in order.</summary>
        public static IEnumerable<CorpusFamily> All()
        {
            int number = 0;
            foreach (string line in File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Corpus.txt")).Where(line => line.Length != 0
                && line[0] != '#'))
            {
                string[] parts = line.Split('|', 2), prefix = parts[0].Trim().Split(' ', 2);
                yield return new CorpusFamily(++number, int.Parse(prefix[0], System.Globalization.CultureInfo.InvariantCulture), prefix[1],
                    parts[1].Trim());
            }
            var random = new Random(Seed);
            for (int i = 0; i < Made; i++)
                yield return Create(random, ++number);
        }

        private static CorpusFamily Create(Random random, int number)
        {
            string name = random.Next(4) == 0 ? "@event" : random.Next(4) == 0 ? "Größe" : "Root";
            (int version, string kind) = s_kinds[number % s_kinds.Length];
            string[] names = s_names.Where(n => n != name).OrderBy(_ => random.Next()).Take(1 + random.Next(7)).ToArray();
            var body = new StringBuilder();
            for (int i = 0; i < names.Length; i++)
            {
                (int needs, string text) = s_members[random.Next(s_members.Length)];
                // In older language versions, the constructor of a struct or a record cannot leave required members unset.
                version = Math.Max(version, needs);
                string type = s_types[random.Next(s_types.Length)];
                body.Append(text.Replace("«t»", type).Replace("«n»", names[i]).Replace("«i»",
                    i.ToString(System.Globalization.CultureInfo.InvariantCulture))).Append(' ');
            }
            string[] integers = { "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong" };
            string source = kind.Replace("«n»", name).Replace("«b»", body.ToString())
                + Rest.Replace("«e»", integers[number % integers.Length]);
            return number % 5 == 0
                ? new CorpusFamily(number, version, "Around<int>." + name,
                    "public class Around<TAround> { public TAround? Own; " + kind.Replace("«n»", name).Replace("«b»", body.ToString())
                    + " }" + Rest.Replace("«e»", "int"))
                : new CorpusFamily(number, version, name, source);
        }
    }

    /// <summary>Types that belong together, in a separate namespace.</summary>
    /// <param name="Number">Its number.</param>
    /// <param name="Version">The oldest language version that supports the declarations.</param>
    /// <param name="Root">The type to serialize.</param>
    /// <param name="Text">The declarations.</param>
    internal sealed record CorpusFamily(int Number, int Version, string Root, string Text)
    {
        public string Namespace => "F" + Number.ToString("000", System.Globalization.CultureInfo.InvariantCulture);

        public string File => Namespace + ".cs";

        /// <summary>The root, qualified for use in other namespaces.</summary>
        public string FullRoot => "global::" + Namespace + "." + Root;

        /// <summary>The text of the file.</summary>
        public string Source =>
            "#pragma warning disable EXP1, EXP2, EXP3, EXP4\nusing System; using System.Collections.Generic; using System.IO; using "
            + "System.Threading; using System.Threading.Tasks; using System.Text.Json.Serialization; using Kitbag;\nnamespace " + Namespace
            + " {\n" + Text + "\n}\n";

        /// <summary>The attribute that declares the root.</summary>
        public string Registration => "#pragma warning disable EXP1\n[assembly: Kitbag.KitbagSerializable(typeof(" + FullRoot + "))]";
    }
}
