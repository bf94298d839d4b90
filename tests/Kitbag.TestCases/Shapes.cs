using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;

// Types that are not created by a parameterless constructor, that are surrogates, or that derive from others.
namespace Kitbag.TestCases
{
    [JsonDerivedType(typeof(Coin), "coin")]
    [JsonDerivedType(typeof(Medal), "medal")]
    public record Coin(string Name, int Value);

    public record Medal(string Name, int Value, Level Rank) : Coin(Name, Value)
    {
        public string? Inscription { get; init; }

        public int Weight { get; set; } = 7;
    }

    public sealed record Note(string Text, int Pages = 3)
    {
        public List<string> Tags { get; init; } = new List<string> { "new" };
    }

    public readonly record struct Cell(int X, int Y);

    public record struct Loose(int X, string? Y);

    public readonly struct Money : IEquatable<Money>
    {
        public Money(decimal amount, string currency)
        {
            Amount = amount;
            Currency = currency;
        }

        public decimal Amount { get; }

        public string Currency { get; }

        public bool Equals(Money other) => Amount == other.Amount && Currency == other.Currency;

        public override bool Equals(object? obj) => obj is Money other && Equals(other);

        public override int GetHashCode() => Amount.GetHashCode();
    }

    public class Ticket(string code, int seat)
    {
        public string Code { get; } = code;

        public int Seat => seat;

        public bool Used { get; set; }
    }

    public sealed class Passport
    {
        public required string Holder { get; init; }

        public required int Number;

        public string Country { get; init; } = "Nowhere";

        public string? Visa { get; set; }
    }

    public class Account
    {
        public readonly string Owner;

        public Account()
            : this("nobody")
        {
        }

        public Account(string owner, int level = 1)
        {
            Owner = owner;
            Level = level;
        }

        public int Level { get; }
    }

    public class Chosen
    {
        public Chosen(int a)
        {
            A = a;
        }

        [KitbagConstructor]
        public Chosen(string? b, int a)
        {
            A = a;
            B = b;
        }

        public int A { get; }

        public string? B { get; }
    }

    [JsonDerivedType(typeof(Circle), "circle")]
    [JsonDerivedType(typeof(Square), "square")]
    [JsonDerivedType(typeof(Cube), "cube")]
    public abstract class Shape
    {
        public string? Label { get; set; }
    }

    public class Circle : Shape
    {
        public double Radius { get; set; }
    }

    [JsonDerivedType(typeof(Square), "square")]
    [JsonDerivedType(typeof(Cube), "cube")]
    public class Square : Shape
    {
        public int Side { get; set; } = 1;
    }

    public sealed class Cube : Square
    {
        public int? Depth;
    }

    [JsonDerivedType(typeof(Hammer), "Hammer")]
    [JsonDerivedType(typeof(Saw), "Saw")]
    [JsonDerivedType(typeof(Nail), "Nail")]
    public interface ITool
    {
    }

    public sealed class Hammer : ITool
    {
        public int Weight { get; set; }
    }

    public sealed record Saw(int Teeth) : ITool;

    public struct Nail : ITool
    {
        public string? Metal { get; set; }

        public double Length { get; set; }
    }

    public class Toolbox
    {
        public Shape? Logo { get; set; }

        public ITool? Best { get; set; }

        public List<ITool?>? Tools { get; set; }

        public Dictionary<string, Shape>? Shapes { get; set; }

        public Square? Lid { get; set; }
    }

    public class Answer<T>
    {
        public T? Payload { get; set; }

        public string? Error { get; set; }
    }

    public class Page<TItem> : Answer<List<TItem>>
    {
        public int Number { get; set; }
    }

    public class Foreign
    {
        private readonly int _a, _b;

        public Foreign(int a, int b)
        {
            _a = a;
            _b = b;
        }

        public (int A, int B) Both => (_a, _b);
    }

    [KitbagSurrogate(typeof(Foreign))]
    public struct ForeignForm
    {
        public int A;
        public int B;

        public static implicit operator ForeignForm(Foreign value) => new ForeignForm { A = value.Both.A, B = value.Both.B };

        public static implicit operator Foreign(ForeignForm value) => new Foreign(value.A, value.B);
    }

    public struct Temperature
    {
        private readonly double _kelvin;

        public Temperature(double kelvin)
        {
            _kelvin = kelvin;
        }

        public double ToKelvin() => _kelvin;
    }

    [KitbagSurrogate(typeof(Temperature))]
    public sealed class TemperatureForm
    {
        public double Celsius { get; set; }

        public static explicit operator TemperatureForm(Temperature value) => new TemperatureForm { Celsius = value.ToKelvin() - 273 };

        public static explicit operator Temperature(TemperatureForm value) => new Temperature(value.Celsius + 273);
    }

    public class Strangers
    {
        public Foreign? One { get; set; }

        public List<Foreign?>? Many { get; set; }

        public Temperature Now { get; set; }

        public Temperature[]? Days { get; set; }
    }

    /// <summary>A base class of which some derived classes are stored as a nullable struct or as a union.</summary>
    public abstract class Outline
    {
    }

    public sealed class Dot : Outline
    {
        public int X { get; set; }
    }

    public sealed class Ring : Outline
    {
        private readonly float _radius;

        public Ring(float radius)
        {
            _radius = radius;
        }

        public float ToRadius() => _radius;
    }

    [KitbagSurrogate(typeof(Ring))]
    public struct RingForm
    {
        public float Diameter;

        public static implicit operator RingForm(Ring value) => new RingForm { Diameter = value.ToRadius() * 2 };

        public static implicit operator Ring(RingForm value) => new Ring(value.Diameter / 2);
    }

    public sealed class Stroke : Outline
    {
        private readonly string _text;

        public Stroke(string text)
        {
            _text = text;
        }

        public string ToText() => _text;
    }

    [KitbagSurrogate(typeof(Stroke))]
    public abstract class StrokeForm
    {
        public static implicit operator StrokeForm(Stroke value) =>
            value.ToText().Length < 3 ? new ShortStroke { Length = (byte)value.ToText().Length } : new LongStroke { Text = value.ToText() };

        public static implicit operator Stroke(StrokeForm value) =>
            // A malformed document may contain null.
            new Stroke(value is LongStroke stroke ? stroke.Text ?? "" : new string('-', ((ShortStroke)value).Length));
    }

    public sealed class ShortStroke : StrokeForm
    {
        public byte Length { get; set; }
    }

    public sealed class LongStroke : StrokeForm
    {
        public string? Text { get; set; }
    }

    public class Sketch
    {
        public Outline? First { get; set; }

        public List<Outline?>? All { get; set; }

        public Dictionary<string, Outline>? Named { get; set; }
    }

    /// <summary>A struct whose constructor rejects the values that the members of its default value have.</summary>
    public readonly struct Username : IEquatable<Username>
    {
        public Username(string text, int number)
        {
            if (string.IsNullOrEmpty(text))
                throw new ArgumentException("A user has a name.", nameof(text));
            Text = text;
            Number = number;
        }

        public string Text { get; }

        public int Number { get; }

        public bool Equals(Username other) => Text == other.Text && Number == other.Number;

        public override bool Equals(object? obj) => obj is Username other && Equals(other);

        public override int GetHashCode() => Number;
    }

    public class Accounts
    {
        public Username Owner { get; set; }

        public List<Username>? Guests { get; set; }

        public Username? Last { get; set; }
    }

    /// <summary>Has private callbacks, which are called before those of derived classes.</summary>
    public abstract partial class Counting
    {
        // Several threads may write the same object.
        [ThreadStatic]
        private static Counting? t_begun;

        protected bool HasBegun => t_begun == this;

        protected abstract long Total { get; set; }

        [OnSerializing]
        private void Begin(StreamingContext context) => t_begun = this;

        [OnDeserialized]
        private void Restore(StreamingContext context) => Total = 1;
    }

    public class Counted : Counting, IKitbagSerializing, IKitbagDeserialized
    {
        public int Count { get; set; }

        public List<int>? Items { get; set; }

        [JsonIgnore]
        public long Sum { get; set; }

        protected override long Total
        {
            get => Sum;
            set => Sum = value;
        }

        public void OnSerializing()
        {
            if (!HasBegun)
                throw new InvalidOperationException("The method of the base class was not called.");
            Count = Items?.Count ?? -1;
        }

        public void OnDeserialized()
        {
            Sum--;
            foreach (int item in Items ?? new List<int>())
                Sum += item;
        }
    }

    public struct CountedValue : IKitbagDeserialized
    {
        public string? Name;

        [JsonIgnore]
        public int Length;

        public void OnDeserialized() => Length = Name?.Length ?? -1;
    }

    public class Renamed
    {
        [KitbagFormerName("Title")]
        public string? Name { get; set; }
    }

    public class Selective
    {
        public int Kept { get; set; }

        [KitbagIgnore]
        public object? Left { get; set; }

        [KitbagInclude]
        internal int Inner { get; set; }

        [KitbagInclude]
        public int Guarded { get; internal set; }
    }
}

// Two classes that differ by nothing but their namespaces.
namespace Kitbag.TestCases
{
    public abstract class Paper
    {
        public int Id { get; set; }
    }

    public class Sheets
    {
        public Paper? First { get; set; }

        public List<Paper?> All { get; set; } = new List<Paper?>();
    }
}

namespace Kitbag.TestCases.Flat
{
    public class Sheet : Paper
    {
        public int Width { get; set; }
    }
}

namespace Kitbag.TestCases.Folded
{
    public class Sheet : Paper
    {
        public int Width { get; set; }
    }
}
