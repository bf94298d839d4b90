using System.Collections.Generic;

namespace Kitbag.Cli.Tests
{
    public sealed class Link
    {
        public int Number { get; set; }
        public Link? Next { get; set; }
        public List<Link> Others { get; set; } = [];
    }

    /// <summary>Objects that reach themselves.</summary>
    internal static class GraphCases
    {
        public static Link Ring(int count)
        {
            var first = new Link();
            Link last = first;
            for (int i = 1; i < count; i++)
            {
                last.Next = new Link { Number = i };
                last.Next.Others.Add(last);
                last = last.Next;
            }
            last.Next = first;
            return first;
        }
    }
}
