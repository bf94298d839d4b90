using System;
using System.Collections.Generic;
using System.Threading;

namespace Kitbag.Net.Tests
{
    public record Say(string Text);

    public record struct Count(int Number);

    public record struct Question(int Number);

    public record struct Answer(int Number);

    /// <summary>Counts the objects that were created.</summary>
    public class Counted
    {
        private static int s_created;

        public Counted() => Interlocked.Increment(ref s_created);

        public static int Created => Volatile.Read(ref s_created);

        public int Number { get; set; }
    }
}

namespace Kitbag.Net.Tests.Yesterday
{
    public class Order
    {
        public int Id { get; set; }

        public string? Customer { get; set; }

        public short Amount { get; set; }
    }

    public record Price(string Item);

    public record Quote(int Cents);

    public abstract record Act;

    public record Walk(int Steps) : Act;

    public record Batch(List<Act> Acts);

    public record Plain(int Id);

    public class Odd
    {
        public Guid Number { get; set; }
    }
}

namespace Kitbag.Net.Tests.Today
{
    public class Order
    {
        public string Currency { get; set; } = "EUR";

        public long Amount { get; set; }

        public List<string> Customer { get; set; } = [];

        public int Id { get; set; }
    }

    public record Price(string Item, int Pieces = 1);

    public record Quote(long Cents, string Currency);

    public abstract record Act;

    public record Walk(int Steps) : Act;

    public record Jump(int Height) : Act;

    public record Batch(List<Act> Acts);

    public record Plain(int Id);

    public record Fancy(int Id, string Color) : Plain(Id);

    public class Odd
    {
        public List<int> Number { get; set; } = [];
    }
}

namespace Kitbag.Net.Tests.Other
{
    public record Say(int Text);
}
