using System;
using System.Collections.Generic;
using System.Linq;

#pragma warning disable CS0649, CS8714 // fields that only a document sets; keys that may be null are tested, too

namespace Kitbag.Tests.Evolution
{
    public enum Place
    {
        Root,
        Member,
        ListItem,
        MapKey,
        MapValue,
        UnionCase,
    }

    /// <summary>The kind of type that holds the value; none if the value is the root.</summary>
    public enum Holder
    {
        None,
        Class,
        Struct,
        Record,
    }

    /// <summary>A place where a value can occur: few objects are stored in rows, many in columns.</summary>
    public sealed record Cell(Place Place, Holder Holder, bool IsColumn, bool AsJson)
    {
        public static readonly Cell[] All =
            (from place in (Place[])Enum.GetValues(typeof(Place))
             from holder in (Holder[])Enum.GetValues(typeof(Holder))
             where holder != Holder.None || place == Place.Root
             from isColumn in new[] { false, true }
             from asJson in new[] { false, true }
             select new Cell(place, holder, isColumn, asJson)).ToArray();

        public int Count => IsColumn ? 9 : 3;

        /// <summary>What the path of an error at this place contains.</summary>
        public string Path => Place switch
        {
            Place.ListItem => ".Items[",
            Place.MapKey => ".Keys",
            Place.MapValue => ".Map",
            _ => Holder == Holder.None ? "" : ".Value",
        };
    }

    /// <summary>
    /// The members of a holder: the value is in one of them; if that is not <see cref="Value"/>, the latter holds one that can be read.
    /// </summary>
    public sealed class Parts<T>
    {
        public T? Value;
        public List<T?>? Items;
        public Dictionary<T, int>? Keys;
        public Dictionary<string, T?>? Map;

        public static Parts<T> Put(T? value, T? readable, Cell cell) => cell.Place switch
        {
            Place.ListItem => new Parts<T> { Value = readable, Items = Enumerable.Repeat(value, cell.Count).ToList() },
            Place.MapKey => new Parts<T> { Value = readable, Keys = new Dictionary<T, int> { [value!] = 1 } },
            Place.MapValue => new Parts<T> { Value = readable, Map = new Dictionary<string, T?> { ["k"] = value } },
            _ => new Parts<T> { Value = value },
        };

        public T? Take(Cell cell) => cell.Place switch
        {
            Place.ListItem => Items![cell.Count - 1],
            Place.MapKey => Keys!.Keys.Single(),
            Place.MapValue => Map!["k"],
            _ => Value,
        };
    }

    public class InClass<T>
    {
        public int Before = 1;
        public T? Value;
        public List<T?>? Items;
        public Dictionary<T, int>? Keys;
        public Dictionary<string, T?>? Map;

        public static InClass<T> Of(Parts<T> parts) =>
            new InClass<T> { Value = parts.Value, Items = parts.Items, Keys = parts.Keys, Map = parts.Map };

        public Parts<T> ToParts() => new Parts<T> { Value = Value, Items = Items, Keys = Keys, Map = Map };
    }

    public struct InStruct<T>
    {
        public int Before;
        public T? Value;
        public List<T?>? Items;
        public Dictionary<T, int>? Keys;
        public Dictionary<string, T?>? Map;

        public static InStruct<T> Of(Parts<T> parts) =>
            new InStruct<T> { Value = parts.Value, Items = parts.Items, Keys = parts.Keys, Map = parts.Map };

        public Parts<T> ToParts() => new Parts<T> { Value = Value, Items = Items, Keys = Keys, Map = Map };
    }

    /// <summary>A record whose constructor takes the value.</summary>
    public sealed record Positional<T>(int Before, T? Value)
    {
        public static Positional<T> Of(Parts<T> parts) => new Positional<T>(1, parts.Value);

        public Parts<T> ToParts() => new Parts<T> { Value = Value };
    }

    /// <summary>A record without parameters, so that JSON leaves out a value that is the default.</summary>
    public sealed record InRecord<T>
    {
        public int Before { get; set; } = 1;
        public T? Value { get; set; }
        public List<T?>? Items { get; set; }
        public Dictionary<T, int>? Keys { get; set; }
        public Dictionary<string, T?>? Map { get; set; }

        public static InRecord<T> Of(Parts<T> parts) =>
            new InRecord<T> { Value = parts.Value, Items = parts.Items, Keys = parts.Keys, Map = parts.Map };

        public Parts<T> ToParts() => new Parts<T> { Value = Value, Items = Items, Keys = Keys, Map = Map };
    }

    /// <summary>Holders as members of another object.</summary>
    public class Outer<T>
    {
        public InClass<T>? Class;
        public InStruct<T>? Struct;
        public Positional<T>? Record;
    }

    /// <summary>
    /// A base whose concrete type holds the value. The former name matches the type whatever the type argument of the document's is.
    /// </summary>
    public abstract class Choice<T>
    {
        [KitbagFormerName("Held")]
        public sealed class Held : Choice<T>
        {
            public T? Value;
        }

        [KitbagFormerName("Nothing")]
        public sealed class Nothing : Choice<T>
        {
            public int Why;
        }
    }

    /// <summary>The same with records.</summary>
    public abstract record ChoiceRecord<T>
    {
        [KitbagFormerName("Held")]
        public sealed record Held(T? Value) : ChoiceRecord<T>;

        [KitbagFormerName("Nothing")]
        public sealed record Nothing(int Why) : ChoiceRecord<T>;
    }
}
