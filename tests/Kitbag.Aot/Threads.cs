using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Aot
{
    /// <summary>Objects of classes and structs that are written and read by several threads.</summary>
    public static class Threads
    {
        private const int Count = 40_000;

        public sealed class Named
        {
            public int Id { get; set; }
            public string? Name { get; set; }
        }

        public struct Label
        {
            public int Size { get; set; }
            public string? Text { get; set; }
        }

        public static string Run()
        {
            var named = new List<Named?>();
            var labels = new Label[Count];
            for (int i = 0; i < Count; i++)
            {
                named.Add(i % 11 == 0 ? null : new Named { Id = i, Name = "name " + i % 100 });
                labels[i] = new Label { Size = i, Text = i % 7 == 0 ? null : "text " + i % 50 };
            }
            var options = new KitbagOptions { MaxDegreeOfParallelism = 3, Checksum = true };
            var sum = new Sum();
            byte[] document = KitbagSerializer.Serialize(named, options);
            Check(KitbagSerializer.Serialize(KitbagSerializer.Deserialize<List<Named?>>(document, options), options), document, sum);
            byte[] structs = KitbagSerializer.Serialize(labels, options);
            Check(KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Label[]>(structs, options), options), structs, sum);
            return (document.Length + structs.Length).ToString(CultureInfo.InvariantCulture) + " " + sum.Text;
        }

        private static void Check(byte[] again, byte[] document, Sum sum)
        {
            if (!again.AsSpan().SequenceEqual(document))
                throw new InvalidOperationException("other bytes after a round trip");
            sum.Add(document);
        }
    }
}
