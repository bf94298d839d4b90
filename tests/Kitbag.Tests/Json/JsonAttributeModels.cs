using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace Kitbag.Tests.Json.Attributes
{
    internal static class Numbers
    {
        public const JsonNumberHandling Text = JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.WriteAsString;

        public const JsonNumberHandling All = Text | JsonNumberHandling.AllowNamedFloatingPointLiterals;
    }

    public enum Tone
    {
        [JsonStringEnumMemberName("very low")]
        Low,
        Mid,
        High = 7,
    }

    [JsonConverter(typeof(JsonStringEnumConverter<Named>))]
    public enum Named
    {
        [JsonStringEnumMemberName("1st")]
        First,
        Second,
    }

    [Flags]
    [JsonConverter(typeof(JsonStringEnumConverter))]
    public enum Rights : byte
    {
        None = 0,
        Read = 1,
        [JsonStringEnumMemberName("put")]
        Write = 2,
        Both = 3,
        Run = 4,
        All = 255,
    }

    public class EnumMembers
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        public Tone A { get; set; }

        [JsonConverter(typeof(JsonStringEnumConverter<Tone>))]
        public Tone? B { get; set; }

        public Tone C { get; set; }

        public Tone? D { get; set; }

        [JsonConverter(typeof(JsonStringEnumConverter))]
        public Rights E { get; set; }
    }

    public class EnumsOfNames
    {
        public Named A { get; set; }

        public List<Named>? B { get; set; }

        public Named? C { get; set; }

        public Rights[]? D { get; set; }

        public Dictionary<Named, Tone>? E { get; set; }

        public Dictionary<bool, Rights>? F { get; set; }

        public SortedDictionary<Tone, Named?>? G { get; set; }
    }

    public class NumbersAsText
    {
        [JsonNumberHandling(Numbers.Text)]
        public int A { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public List<long>? B { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public Dictionary<string, short>? C { get; set; }

        [JsonNumberHandling(Numbers.All)]
        public double D { get; set; }

        [JsonNumberHandling(Numbers.All)]
        public float[]? E { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public ulong? F { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public decimal G { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public Dictionary<int, byte>? H { get; set; }

        [JsonNumberHandling(Numbers.All)]
        public Half I { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public Int128 J { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public HashSet<sbyte>? K { get; set; }

        [JsonNumberHandling(Numbers.Text)]
        public int?[]? L { get; set; }

        public int M { get; set; }
    }

    public class NumbersFromText
    {
        [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
        public int A { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
        public List<double>? B { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public int C { get; set; }
    }

    public class NumbersByName
    {
        [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
        public double A { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
        public float? B { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
        public List<Half>? C { get; set; }

        [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
        public int D { get; set; }
    }

    [JsonNumberHandling(Numbers.Text)]
    public class TypeOfText
    {
        public int A { get; set; }

        public List<int>? B { get; set; }

        public Plain? C { get; set; }

        public Tone D { get; set; }

        [JsonNumberHandling(JsonNumberHandling.Strict)]
        public int E { get; set; }

        public List<Plain>? F { get; set; }

        public int? G { get; set; }

        public string? H { get; set; }
    }

    [JsonNumberHandling(Numbers.Text)]
    public abstract class BaseOfText
    {
        public int A { get; set; }
    }

    public class BelowBaseOfText : BaseOfText
    {
    }

    public class Plain
    {
        public int X { get; set; }
    }

    [JsonNumberHandling(Numbers.Text)]
    public struct StructOfText
    {
        public int A { get; set; }

        public double B { get; set; }
    }

    public struct Conditional
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int A { get; set; }

        [JsonPropertyOrder(-1)]
        public int B { get; set; }

        [JsonPropertyName("")]
        public int C { get; set; }
    }

    public record RecordOfText([property: JsonNumberHandling(Numbers.Text)] int A, [property: JsonNumberHandling(Numbers.Text)] int? B = 5);

    public class Conditions
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? A { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int B { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
        public int? C { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public Guid D { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public int? E { get; set; }
    }

    public class EmptyName
    {
        [JsonPropertyName("")]
        public int A { get; set; }

        public int B { get; set; }

        [JsonPropertyName("ä \"quoted\"")]
        public int C { get; set; }
    }

    public class Required
    {
        [JsonRequired]
        public string? A { get; set; }

        public int B { get; set; }
    }

    public record RequiredRecord(string A, [property: JsonRequired] int B = 3)
    {
        [JsonRequired]
        public int C { get; set; }

        [JsonRequired]
        public int D { get; init; }
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    public class Closed
    {
        public int A { get; set; }

        public Plain? B { get; set; }
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
    public class Open
    {
        public int A { get; set; }
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    public struct ClosedStruct
    {
        public int A { get; set; }
    }

    public class Account
    {
        public string? Name { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)]
        public string? Password { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)]
        public int Visits { get; set; }
    }

    public record Login(string Name, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] string? Password = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] int Visits = 2);

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [JsonDerivedType(typeof(Cat), "cat")]
    [JsonDerivedType(typeof(Dog), "dog")]
    public class Animal
    {
        [JsonPropertyOrder(1)]
        public int Age { get; set; }
    }

    public class Cat : Animal
    {
        public int Lives { get; set; }

        [JsonPropertyOrder(2)]
        public Shape? Prey { get; set; }
    }

    public class Dog : Animal
    {
        public List<Shape?>? Pack { get; set; }
    }

    [JsonDerivedType(typeof(Circle), 1)]
    [JsonDerivedType(typeof(Square), "sq")]
    [JsonDerivedType(typeof(Dot), -7)]
    public abstract class Shape
    {
    }

    public sealed class Circle : Shape
    {
        public double Radius { get; set; }
    }

    public sealed class Square : Shape
    {
        public int Side { get; set; }
    }

    public sealed class Dot : Shape
    {
    }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType)]
    [JsonDerivedType(typeof(Listed), "listed")]
    public class FallsToBase
    {
        [JsonPropertyOrder(1)]
        public int A { get; set; }
    }

    public class Listed : FallsToBase
    {
        public int B { get; set; }
    }

    public class Unlisted : Listed
    {
        public int C { get; set; }
    }

    [JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
    [JsonDerivedType(typeof(Near), "near")]
    public class FallsToNearest
    {
        [JsonPropertyOrder(1)]
        public int A { get; set; }
    }

    public class Near : FallsToNearest
    {
        public int B { get; set; }
    }

    public class Nearer : Near
    {
        public int C { get; set; }
    }

    [JsonPolymorphic(IgnoreUnrecognizedTypeDiscriminators = true)]
    [JsonDerivedType(typeof(Known), "known")]
    public class Tolerant
    {
        [JsonPropertyOrder(1)]
        public int A { get; set; }
    }

    public class Known : Tolerant
    {
        public int B { get; set; }
    }

    [JsonPolymorphic(TypeDiscriminatorPropertyName = "k")]
    [JsonDerivedType(typeof(Ints), "l")]
    [JsonDerivedType(typeof(Words), "d")]
    [JsonDerivedType(typeof(Lone), 5)]
    public interface IBag
    {
    }

    public class Ints : List<int>, IBag
    {
    }

    public class Words : Dictionary<string, int>, IBag
    {
    }

    public class Lone : IBag
    {
        public int Z { get; set; }

        public Animal? Inner { get; set; }
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    [JsonPolymorphic(TypeDiscriminatorPropertyName = "which")]
    [JsonDerivedType(typeof(StrictLeaf), "leaf")]
    public interface IStrict
    {
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    public class StrictLeaf : IStrict
    {
        public Closed? Other { get; set; }
    }

    public class Grown
    {
        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<int>? A { get; set; } = new List<int> { 1, 2 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Dictionary<string, int>? B { get; set; } = new Dictionary<string, int> { ["a"] = 1 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Pair? C { get; set; } = new Pair { X = 1, Y = 2 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public HashSet<int> D { get; set; } = new HashSet<int> { 1 };

        public List<int> E { get; set; } = new List<int> { 1 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public List<int> F { get; } = new List<int> { 1 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Pair G { get; } = new Pair { X = 3, Y = 4 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public Queue<int> H { get; set; } = new Queue<int>(new[] { 1 });

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
        public IList<int>? I { get; set; }
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class GrownType
    {
        public List<int> A { get; set; } = new List<int> { 1 };

        public int[] B { get; set; } = { 1 };

        [JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)]
        public List<int> C { get; set; } = new List<int> { 7 };

        public IList<int> D { get; } = new List<int> { 1 };

        public int E { get; set; } = 4;

        public IDictionary<string, List<int>> F { get; } = new SortedDictionary<string, List<int>> { ["a"] = new List<int> { 1 } };
    }

    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public class GrownStructs
    {
        public Flat A { get; set; } = new Flat { X = 1, Y = 2 };

        public Deep B { get; set; } = new Deep { Name = "a", Inner = new Flat { X = 3, Y = 4 } };

        public Flat? C { get; set; } = new Flat { X = 5, Y = 6 };

        public Flat? D { get; set; } = new Flat { X = 7, Y = 8 };

        public Flat? E { get; set; }

        public Texts F { get; set; } = new Texts { X = 1, Y = 2 };
    }

    public struct Flat
    {
        public int X { get; set; }

        public int Y { get; set; }
    }

    public struct Deep
    {
        public string? Name { get; set; }

        public Flat Inner { get; set; }
    }

    [JsonNumberHandling(JsonNumberHandling.AllowReadingFromString)]
    public struct Texts
    {
        public int X { get; set; }

        public int Y { get; set; }
    }

    public class Pair
    {
        public int X { get; set; }

        public int Y { get; set; }
    }
}
