using System;
using System.Diagnostics;
using System.Linq;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Limits of readers, and small documents that must not take long to read.</summary>
    public class LimitTests
    {
        private static KitbagException Fails(byte[] document, KitbagLimits? limits = null) => Assert.Throws<KitbagException>(
            () => KitbagSerializer.Deserialize<Named>(document, new KitbagOptions { Limits = limits ?? KitbagLimits.Default }));

        [Theory]
        [InlineData("MaxSchemaBytes", 20)]
        [InlineData("MaxSchemaTypes", 3)]
        [InlineData("MaxMembers", 2)]
        [InlineData("MaxSchemaDepth", 2)]
        public void Each_limit_of_the_schema(string property, int value)
        {
            KitbagLimits limits = property switch
            {
                "MaxSchemaBytes" => new KitbagLimits { MaxSchemaBytes = value },
                "MaxSchemaTypes" => new KitbagLimits { MaxSchemaTypes = value },
                "MaxMembers" => new KitbagLimits { MaxMembers = value },
                _ => new KitbagLimits { MaxSchemaDepth = value },
            };
            KitbagException e = Fails(KitbagSerializer.Serialize(new World()), limits);
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
            Assert.Matches(property == "MaxSchemaDepth"
                ? "deeper than the 2 levels of KitbagLimits.MaxSchemaDepth" : "found [0-9]+; KitbagLimits." + property + " allows " + value
                + "[.]", e.Message);
            Assert.True(e.Offset > 5 || property == "MaxSchemaDepth", e.Message);
        }

        [Fact]
        public void A_record_of_zeros_needs_no_memory_for_its_image()
        {
            var s = new HandmadeSchema(6);
            s.Record("Named", Enumerable.Range(0, 15).Select(i => ("F" + i, 1)).Append(("Id", 5)));
            for (int level = 0; level < 3; level++)
                s.Record("L" + level, Enumerable.Range(0, 16).Select(i => ("F" + i, 2 + level)));
            s.BuiltIn(SchemaKindOfByte());
            s.BuiltIn((byte)Schema.SchemaKind.Int32);
            var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 30_000 } };
            Assert.Equal(0, KitbagSerializer.Deserialize<Named>(s.Document(new byte[1]), options).Id);
        }

        [Fact]
        public void Values_below_a_limit_are_not_affected()
        {
            var limits = new KitbagLimits
            {
                MaxSchemaBytes = 4096,
                MaxSchemaTypes = 64,
                MaxMembers = 16,
                MaxSchemaDepth = 12,
                MaxAllocation = 1 << 20
            };
            Assert.Equal("n", KitbagSerializer.Deserialize<World>(KitbagSerializer.Serialize(new World { Name = "n" }),
                new KitbagOptions { Limits = limits }).Name);
        }

        [Fact]
        public void Records_of_many_fields_are_measured_once()
        {
            // Type 0 is an object with members S0, S1 and so on, all of type 1: an object with many records of 65,536 one-byte fields,
            // nested in four levels of sixteen.
            var s = new HandmadeSchema(7);
            s.Object("Named", false, Enumerable.Range(0, 50).Select(i => ("S" + i, 1)));
            s.Object("Skipped", true, Enumerable.Range(0, 1000).Select(i => ("R" + i, 2)));
            for (int level = 0; level < 4; level++)
                s.Record("L" + level, Enumerable.Range(0, 16).Select(i => ("F" + i, 3 + level)));
            s.BuiltIn(SchemaKindOfByte());
            byte[] document = s.Document(new byte[1 + 50 * 125]);
            var watch = Stopwatch.StartNew();
            try
            {
                KitbagSerializer.Deserialize<Named>(document);
            }
            catch (KitbagException)
            {
            }
            // The bug that this test is for was a hang: the bound is many times what any machine needs.
            Assert.True(watch.ElapsedMilliseconds < 30_000, document.Length + " bytes took " + watch.ElapsedMilliseconds + " ms");
        }

        private static byte SchemaKindOfByte() => (byte)Schema.SchemaKind.Byte;
    }
}
