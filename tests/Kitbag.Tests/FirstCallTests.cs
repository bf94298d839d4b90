using System;
using System.Collections.Generic;
using System.Reflection;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Documents of the reader's own types are written and read without creating schemas.</summary>
    public class FirstCallTests
    {
        [Fact]
        public void No_schema_is_created()
        {
            var value = new Cabin
            {
                Bunks = { new Bunk { Kind = BunkKind.Upper, Spot = new BunkSpot { X = 3 }, Link = new Uri("a:b") } },
                ByName = { ["a"] = new Bunk { Numbers = new[] { 1, 2 } } },
                Links = { new Uri("http://x/") },
            };
            for (int i = 0; i < 20; i++)
                value.Bunks.Add(new Bunk { Kind = BunkKind.Lower, Deck = i, Link = new Uri("c:d") });
            foreach (KitbagSchemaMode mode in new[] { KitbagSchemaMode.Embedded, KitbagSchemaMode.Fingerprint, KitbagSchemaMode.Bare })
            {
                var options = new KitbagOptions { Schema = mode };
                byte[] document = KitbagSerializer.Serialize(value, options);
                Cabin read = KitbagSerializer.Deserialize<Cabin>(document, options)!;
                Assert.Equal(document, KitbagSerializer.Serialize(read, options));
                Assert.Equal(21, read.Bunks.Count);
            }
            Assert.Null(SchemaOf(CodecRegistry.Find(typeof(Cabin))));

            // Only who asks for it has it created, and it is the one that was printed.
            KitbagSchema schema = KitbagSchema.Of<Cabin>();
            Assert.Equal("Cabin", schema.Root.Name);
            Assert.NotNull(SchemaOf(CodecRegistry.Find(typeof(Cabin))));
            Assert.True(KitbagSchema.Parse(schema.ToText()).Bytes.SequenceEqual(schema.Bytes));
        }

        private static object? SchemaOf(Codec codec) =>
            typeof(Codec).GetField("_schema", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(codec);

        // Types of this test alone: others might have had their schemas created.
        public enum BunkKind
        {
            None,
            Upper,
            Lower = 7,
        }

        public struct BunkSpot
        {
            public int X;
            public int Y;
        }

        public class Bunk
        {
            public BunkKind Kind { get; set; }

            public BunkSpot Spot { get; set; }

            public int? Deck { get; set; }

            public int[]? Numbers { get; set; }

            public Uri? Link { get; set; }
        }

        public class Cabin
        {
            public List<Bunk> Bunks { get; } = new List<Bunk>();

            public Dictionary<string, Bunk> ByName { get; } = new Dictionary<string, Bunk>();

            public HashSet<Uri> Links { get; } = new HashSet<Uri>();
        }
    }
}
