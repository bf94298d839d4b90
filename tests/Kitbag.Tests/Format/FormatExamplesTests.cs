using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Kitbag.TestCases;
using Xunit;
using New = Kitbag.Tests.Versions.Places.New.Short;
using Old = Kitbag.Tests.Versions.Places.Old.Short;

namespace Kitbag.Tests.Format
{
    /// <summary>The worked examples of docs/format.md: Kitbag writes these bytes, and reads them as these values.</summary>
    public class FormatExamplesTests
    {
        private const string Page = "format.md";

        private static readonly KitbagOptions s_document = KitbagOptions.Default;
        private static readonly KitbagOptions s_checked = new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint, Checksum = true };
        private static readonly KitbagOptions s_fingerprint = new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint };
        private static readonly KitbagOptions s_raw = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = KitbagNumbers.Raw };

        private static readonly Dictionary<string, Action<byte[]?, StringBuilder>> s_examples =
            new Dictionary<string, Action<byte[]?, StringBuilder>>
            {
                ["document"] = Example(new Named { Id = 5, Name = "Lamp" }, s_document),
                ["fingerprint-checksum"] = Example(new Named { Id = 5, Name = "Lamp" }, s_checked),
                ["null-root"] = Example((Named?)null, s_fingerprint),
                ["row"] = Example(new Derived { Id = -3, Name = "Ärm", Weight = 0.5, Level = Level.High }),
                ["envelope"] = Example(new Envelope
                {
                    Header = "Test",
                    From = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
                    To = new Guid("0f8fad5b-d9cb-469f-a165-70867728950e")
                }),
                ["nullable-and-record"] = Example((Vec3?)new Vec3 { X = 1, Y = 2 }),
                ["integers"] = Example(new[] { 7, 9, 8, 7, 10 }),
                ["integers-delta"] = Example(Enumerable.Range(1000, 20).ToArray()),
                ["integers-patched"] = Example(Enumerable.Range(0, 1536).Select(i => i == 5 ? 1003 : 3).ToArray()),
                ["integers-raw"] = Example(new short[] { 1, -2, 3 }, s_raw),
                ["bytes"] = Example(new byte[] { 1, 200, 3 }),
                ["decimals"] = Example(new[] { 1.25f, 2.5f, 0.75f, 1.25f, 2.5f, 0.75f, 1.25f, 2.5f, 0.75f, 12.5f }),
                ["same-doubles"] = Example(new[] { 0.1, 0.1, 0.1 }),
                ["float-bits"] = Example(Enumerable.Range(0, 64).Select(i => BitConverter.Int32BitsToSingle(0x3F800000 + i)).ToArray()),
                ["words"] = Example(Enumerable.Range(0, 1024).Select(i => new decimal(i, 0, 0, false, 2)).ToArray()),
                ["strings"] = Example(new[] { "sun", null, "日" }),
                ["strings-dictionary"] = Example(Enumerable.Range(0, 12).Select(i => i % 2 == 0 ? "copper" : "silver").ToArray()),
                ["strings-front-coded"] = Example(Enumerable.Range(1, 8).Select(i => "block/stone_" + i).ToArray()),
                ["flags"] = Example(new bool?[] { true, null, false, true }),
                ["map"] = Example(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }),
                ["lists"] = Example(new List<List<int>?> { new List<int> { 1, 2 }, null, new List<int>(), new List<int> { 3 } }),
                ["grid"] = Example(new[,] { { 1, 2, 3 }, { 4, 5, 6 } }),
                ["comparer"] = Example(new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "a", "b" }),
                ["rows-of-objects"] = Example(new List<Named?> { new Named { Id = 1 }, null }),
                ["columns-of-objects"] = Example(Enumerable.Range(0, 8).Select(i => new Named { Id = i * 2 }).ToList()),
                ["union-row"] = Example<ITool>(new Saw(20)),
                ["union-column"] = Example(new ITool?[] { new Saw(1), null, new Hammer { Weight = 2 } }),
                ["any-value"] = Example(new List<object?> { 5, new List<object?> { "on", true } }),
                ["graph"] = Example(Graphs.Link.Pair()),
                ["graph-document"] = Example(new Graphs.Link { Value = 3 }, s_document),
                ["kept-references"] = KeptReferences(),
                ["unknown-objects"] = UnknownObjects(),
                ["dates"] = Example(new[] { new DateTimeOffset(2026, 11, 21, 0, 0, 0, TimeSpan.FromHours(1)) }),
            };

        public static IEnumerable<object[]> Names() => s_examples.Keys.Select(k => new object[] { k });

        private static Action<byte[]?, StringBuilder> Example<[KitbagRoot] T>(T value, KitbagOptions? options = null)
        {
            options ??= KitbagOptions.Bare;
            return (bytes, written) =>
            {
                written.Append(Convert.ToHexString(KitbagSerializer.Serialize(value, options)));
                if (bytes != null)
                    Assert.Null(DeepComparer.Difference(value, KitbagSerializer.Deserialize<T>(bytes, options)));
            };
        }

        // The body that an older program writes, with the member Start that it lacks.
        private static Action<byte[]?, StringBuilder> KeptReferences() => (bytes, written) =>
        {
            var world = new New.World { Rooms = { new New.Room { Id = 5 }, new New.Room { Id = 6 } } };
            world.Start = world.Rooms[1];
            Old.World kept = KitbagSerializer.Deserialize<Old.World>(KitbagSerializer.Serialize(world))!;
            written.Append(Convert.ToHexString(KitbagSerializer.Serialize(kept, KitbagOptions.Bare)));
            if (bytes == null)
                return;
            Old.World old = KitbagSerializer.Deserialize<Old.World>(bytes, KitbagOptions.Bare)!;
            Assert.Equal(bytes, KitbagSerializer.Serialize(old, KitbagOptions.Bare));
            New.World read = KitbagSerializer.Deserialize<New.World>(KitbagSerializer.Serialize(old))!;
            Assert.Equal(new[] { 5, 6 }, read.Rooms.Select(room => room.Id));
            Assert.Same(read.Rooms[1], read.Start);
        };

        // The body that an older program writes, which lacks the class of the object to which the unknown member Exit refers.
        private static Action<byte[]?, StringBuilder> UnknownObjects() => (bytes, written) =>
        {
            var room = new Versions.Doors.New.Room { Id = 5 };
            room.Exit = new Versions.Doors.New.Door { To = room, Lock = 3 };
            var kept = KitbagSerializer.Deserialize<Versions.Doors.Old.Room>(KitbagSerializer.Serialize(room))!;
            written.Append(Convert.ToHexString(KitbagSerializer.Serialize(kept, KitbagOptions.Bare)));
            if (bytes == null)
                return;
            var old = KitbagSerializer.Deserialize<Versions.Doors.Old.Room>(bytes, KitbagOptions.Bare)!;
            Assert.Equal(bytes, KitbagSerializer.Serialize(old, KitbagOptions.Bare));
            var read = KitbagSerializer.Deserialize<Versions.Doors.New.Room>(KitbagSerializer.Serialize(old))!;
            Assert.Equal((5, 3), (read.Id, read.Exit!.Lock));
            Assert.Same(read, read.Exit.To);
        };

        [Theory]
        [MemberData(nameof(Names))]
        public void As_documented(string name)
        {
            byte[]? bytes = WorkedExamples.Read(Page, name);
            var written = new StringBuilder();
            s_examples[name](bytes, written);
            Assert.True(bytes != null, "docs/format.md lacks the example '" + name + "': " + written);
            Assert.Equal(Convert.ToHexString(bytes!), written.ToString());
        }

        [Fact]
        public void Every_documented_example_is_tested()
        {
            foreach (string name in WorkedExamples.Names(Page))
                Assert.Contains(name, s_examples.Keys);
        }
    }
}

namespace Kitbag.Tests.Versions.Doors.New
{
    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }

        public Door? Exit { get; set; }
    }

    public class Door
    {
        public Room? To { get; set; }

        public int Lock { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Doors.Old
{
    [KitbagKeepUnknown]
    public partial class Room
    {
        public int Id { get; set; }

        public Room? Next { get; set; }
    }
}
