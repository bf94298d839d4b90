using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Xunit;
using New = Kitbag.Tests.Evolution.ReportNew;
using Old = Kitbag.Tests.Evolution.ReportOld;

namespace Kitbag.Tests.Evolution
{
    /// <summary><see cref="KitbagReadReport"/> for documents of other versions.</summary>
    public class ReadReportTests
    {
        private static readonly Old.World s_world = new Old.World
        {
            Title = "Isle",
            Heroes = { new Old.Hero { Name = "Ada", Level = 3, Mount = 4, Motto = "On" }, new Old.Hero { Name = "Bo", Mount = 1 } },
            Scores = { ["a"] = new[] { 1, 2 } },
            Boss = new Old.Orc { Rage = 7 },
            Entities = { new Old.Orc() },
            Start = new Old.Node { Number = 1, Next = new Old.Node { Number = 2 } },
            Origin = new Old.Point { X = 1, Y = 2 },
            One = { 9 },
            Gold = 10,
        };

        private static readonly byte[] s_document = KitbagSerializer.Serialize(s_world);

        [Fact]
        public void A_document_of_the_own_schema_differs_in_nothing()
        {
            Old.World world = KitbagSerializer.Deserialize<Old.World>(s_document, out KitbagReadReport report);
            Assert.Equal("Isle", world.Title);
            Assert.True(report.IsOwnSchema);
            Assert.True(report.IsComplete);
            Assert.True(report.IsLossless);
            Assert.Empty(report.Findings);
            Assert.Equal(KitbagSchema.Of<Old.World>().Fingerprint, report.Writer!.Fingerprint);
            Assert.EndsWith(": this program's own.", report.ToString(), StringComparison.Ordinal);
        }

        [Fact]
        public void Each_difference_is_reported_at_its_first_occurrence()
        {
            New.World world = KitbagSerializer.Deserialize<New.World>(s_document, out KitbagReadReport report);
            Assert.Equal(9, world.One);
            const string Hero = "World.Heroes[]";
            Assert.Equal(
                new[]
                {
                    "Converted World.Boss<Orc>.Rage None",
                    "TypeUnknown World.Boss<Dragon> Refuses",
                    "Converted World.Gold None",
                    "Converted World.Heroes[].Level Refuses",
                    "Converted World.Heroes[].Mount Refuses",
                    "EnumValueChanged World.Heroes[].Rank<High> Refuses",
                    "EnumValueChanged World.Heroes[].Rank<Top> None",
                    "EnumValueChanged World.Heroes[].Rank<5> Refuses",
                    "Converted World.Heroes[].Speed Rounds, Refuses",
                    "MemberAbsent World.Heroes[].Age None",
                    "MemberLost World.Heroes[].Motto Loses",
                    "Converted World.One Refuses",
                    "MemberLost World.Origin.Y Loses",
                    "Converted World.Scores[][] None",
                    "Converted World.Silver None",
                    "MemberAbsent World.Season None",
                    "MemberLost World.Start.Old Loses",
                    "MemberAbsent World.Start.New None",
                }.OrderBy(line => line, StringComparer.Ordinal),
                report.Findings.Select(Line).OrderBy(line => line, StringComparer.Ordinal));
            Assert.False(report.IsOwnSchema);
            Assert.False(report.IsComplete);
            Assert.False(report.IsLossless);
            Assert.Equal("World", report.Writer!.Root.Name);
            Assert.Equal(KitbagSchema.Of<Old.World>().Fingerprint, report.Writer.Fingerprint);

            KitbagReadFinding lost = report.Findings.Single(f => f.Name == "Motto");
            Assert.Equal("string", lost.WriterType!.ToString());
            Assert.Null(lost.ReaderType);
            Assert.Equal("Hero", lost.Owner!.Name);
            Assert.Equal(Hero + ".Motto (string) is not read: 'Hero' has no such member.",
                lost.ToString());
            Assert.Equal(Hero + ".Level: int becomes byte; values that do not fit are errors.",
                report.Findings.Single(f => f.Name == "Level").ToString());
            Assert.Equal(Hero + ".Age (int) is not in the document: it keeps what a new 'Hero' holds.",
                report.Findings.Single(f => f.Name == "Age").ToString());
            Assert.Equal(Hero + ".Rank<High>: 'Rank' has no such name, and its number has another name; an error where it occurs.",
                report.Findings.Single(f => f.Name == "High").ToString());
            string[] lines = report.ToString().Split('\n');
            Assert.Equal(1 + report.Findings.Count, lines.Length);
            Assert.StartsWith("'World', schema ", lines[0], StringComparison.Ordinal);
            Assert.EndsWith(": not everything was read.", lines[0], StringComparison.Ordinal);
        }

        [Fact]
        public void The_findings_are_in_the_order_of_the_document()
        {
            KitbagSerializer.Deserialize<New.World>(s_document, out KitbagReadReport report);
            string[] lines = report.Findings.Select(Line).ToArray();
            // A conversion of a value precedes differences within it; members that one side lacks follow the members of both.
            Assert.True(Array.IndexOf(lines, "Converted World.Gold None") < Array.IndexOf(lines, "Converted World.Heroes[].Level Refuses"));
            Assert.True(Array.IndexOf(lines, "Converted World.Heroes[].Level Refuses")
                < Array.IndexOf(lines, "MemberLost World.Heroes[].Motto Loses"));
        }

        [Fact]
        public void A_plan_that_is_kept_gives_the_same_report()
        {
            byte[] document = KitbagSerializer.Serialize(new List<Old.Hero> { new Old.Hero { Mount = 1 } });
            KitbagSerializer.Deserialize<List<New.Hero>>(document);
            KitbagSerializer.Deserialize<List<New.Hero>>(document, out KitbagReadReport first);
            KitbagSerializer.Deserialize<List<New.Hero>>(document, out KitbagReadReport second);
            Assert.Same(first.Findings, second.Findings);
            Assert.Equal("$[].Level", first.Findings.Single(f => f.Name == "Level").Path);
            Assert.Equal(8, first.Findings.Count);
        }

        [Fact]
        public void Rows_and_columns_have_the_same_report()
        {
            byte[] row = KitbagSerializer.Serialize(new Old.Hero { Mount = 1 });
            byte[] columns = KitbagSerializer.Serialize(Enumerable.Range(0, 100).Select(_ => new Old.Hero { Mount = 1 }).ToArray());
            KitbagSerializer.Deserialize<New.Hero>(row, out KitbagReadReport ofRow);
            KitbagSerializer.Deserialize<New.Hero[]>(columns, out KitbagReadReport ofColumns);
            Assert.Equal(ofRow.Findings.Select(f => f.Kind + " " + f.Name + f.Effects),
                ofColumns.Findings.Select(f => f.Kind + " " + f.Name + f.Effects));
        }

        [Fact]
        public void Types_that_are_left_out_are_lost()
        {
            var options = new KitbagOptions { UnknownCases = KitbagUnknownCases.Drop };
            var entities = new List<Old.Entity> { new Old.Dragon(), new Old.Orc { Id = 3 } };
            byte[] document = KitbagSerializer.Serialize(entities);
            Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<List<New.Entity>>(document, out _));
            Assert.Single(KitbagSerializer.Deserialize<List<New.Entity>>(document, out KitbagReadReport report, options));
            KitbagReadFinding dragon = report.Findings.Single(f => f.Kind == KitbagReadFindingKind.TypeUnknown);
            Assert.Equal("Dragon", dragon.Name);
            Assert.Equal(KitbagReadEffects.Loses, dragon.Effects);
            Assert.False(report.IsComplete);

            // A cached plan for the other option is not used.
            byte[] known = KitbagSerializer.Serialize(new List<Old.Entity> { new Old.Orc { Id = 3 } });
            KitbagSerializer.Deserialize<List<New.Entity>>(known, out KitbagReadReport refusing);
            Assert.Equal(KitbagReadEffects.Refuses, refusing.Findings.Single(f => f.Kind == KitbagReadFindingKind.TypeUnknown).Effects);
            Assert.True(refusing.IsComplete);
        }

        [Fact]
        public void A_base_class_that_became_one_of_its_types_is_reported_at_each_location()
        {
            byte[] document = KitbagSerializer.Serialize(new Old.Zoo { First = new Old.Orc() });
            KitbagSerializer.Deserialize<New.Zoo>(document, out KitbagReadReport report);
            Assert.Equal(
                new[]
                {
                    "Converted Zoo.First Refuses", "TypeUnknown Zoo.First<Dragon> Refuses", "Converted Zoo.First.Rage None",
                    "Converted Zoo.Second Refuses",
                },
                report.Findings.Select(Line));
            var options = new KitbagOptions { UnknownCases = KitbagUnknownCases.ReadAsNull };
            KitbagSerializer.Deserialize<New.Zoo>(document, out report, options);
            Assert.Equal(KitbagReadEffects.Loses, report.Findings.Single(f => f.Path == "Zoo.Second").Effects);
        }

        [Fact]
        public void Objects_that_lose_their_identity_are_copies()
        {
            var node = new Old.Node { Number = 4 };
            byte[] document = KitbagSerializer.Serialize(new Old.Shared { First = node, Second = node });
            New.Shared shared = KitbagSerializer.Deserialize<New.Shared>(document, out KitbagReadReport report);
            Assert.NotSame(shared.First, shared.Second);
            Assert.Equal(new[] { "Converted Shared.First Copies", "Converted Shared.Second Copies", "MemberLost Shared.First.Next Loses" },
                report.Findings.Select(Line));
        }

        [Fact]
        public void A_value_that_may_be_null_now_is_a_lossless_conversion()
        {
            byte[] document = KitbagSerializer.Serialize(new[] { 1, 2 });
            KitbagSerializer.Deserialize<List<long?>>(document, out KitbagReadReport report);
            Assert.Equal("$[]: int becomes long?.", Assert.Single(report.Findings).ToString());
            Assert.True(report.IsLossless);
            Assert.EndsWith(": everything was read.\n  $[]: int becomes long?.", report.ToString(), StringComparison.Ordinal);

            KitbagSerializer.Deserialize<int[]>(KitbagSerializer.Serialize(new long?[] { 1 }), out report);
            Assert.Equal("$[]: long? becomes int; values that do not fit are errors.", Assert.Single(report.Findings).ToString());

            KitbagSerializer.Deserialize<object>(KitbagSerializer.Serialize(new List<string> { "a" }), out report);
            Assert.True(report.IsLossless);
        }

        [Fact]
        public async Task Every_way_of_reading_has_the_report()
        {
            string expected = ReportOf(s_document);
            Assert.NotEqual("", expected);
            KitbagSerializer.Deserialize<New.World>(s_document.AsSpan(), out KitbagReadReport report);
            Assert.Equal(expected, report.ToString());
            KitbagSerializer.Deserialize<New.World>(new ReadOnlySequence<byte>(s_document), out report);
            Assert.Equal(expected, report.ToString());
            KitbagSerializer.Deserialize<New.World>(InPieces(s_document), out report);
            Assert.Equal(expected, report.ToString());
            KitbagSerializer.Deserialize<New.World>(new MemoryStream(s_document), out report);
            Assert.Equal(expected, report.ToString());
            (New.World value, report) = await KitbagSerializer.DeserializeWithReportAsync<New.World>(new MemoryStream(s_document));
            Assert.Equal("Isle", value.Name);
            Assert.Equal(expected, report.ToString());
            Assert.Equal("Isle", ((New.World)KitbagSerializer.Deserialize(typeof(New.World), s_document, out report)!).Name);
            Assert.Equal(expected, report.ToString());
            var target = new New.World { Season = "autumn" };
            KitbagSerializer.Populate(s_document, target, out report);
            Assert.Equal("autumn", target.Season);
            Assert.Equal(expected, report.ToString());

            KitbagFormat<New.World> format = KitbagFormat<New.World>.Create();
            format.Deserialize(s_document, out report);
            Assert.Equal(expected, report.ToString());
            format.Deserialize(InPieces(s_document), out report);
            Assert.Equal(expected, report.ToString());

            var bare = new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = KitbagSchema.Of<Old.World>() };
            byte[] body = KitbagSerializer.Serialize(s_world, KitbagOptions.Bare);
            KitbagSerializer.Deserialize<New.World>(body, out report, bare);
            Assert.Equal(expected, report.ToString());
            KitbagFormat<New.World>.Create(bare).Deserialize(body, out report);
            Assert.Equal(expected, report.ToString());
            KitbagSerializer.Deserialize<Old.World>(body, out report, KitbagOptions.Bare);
            Assert.True(report.IsOwnSchema);

            byte[] named = KitbagSerializer.Serialize(s_world, new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint });
            KitbagSerializer.Deserialize<New.World>(named, out report,
                new KitbagOptions { KnownSchemas = new[] { KitbagSchema.Of<Old.World>() } });
            Assert.Equal(expected, report.ToString());
            KitbagSerializer.Deserialize<Old.World>(named, out report);
            Assert.True(report.IsOwnSchema);
        }

        [Fact]
        public void Files_have_the_report()
        {
            string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            try
            {
                KitbagFile.Save(path, s_world);
                New.World world = KitbagFile.Load<New.World>(path, out KitbagLoaded loaded, out KitbagReadReport report);
                Assert.Equal("Isle", world.Name);
                Assert.False(loaded.IsFallback);
                Assert.Equal(ReportOf(s_document), report.ToString());
                KitbagFile.Load<Old.World>(path, out _, out report);
                Assert.True(report.IsOwnSchema);

                KitbagFile.Save(path, new int[100_000]);
                KitbagFile.Load<int[]>(path, out _, out report);
                Assert.True(report.IsOwnSchema);
            }
            finally
            {
                KitbagFile.Delete(path);
            }
        }

        [Fact]
        public void A_document_that_is_null_has_the_report()
        {
            Assert.Null(KitbagSerializer.Deserialize<New.Hero?>(KitbagSerializer.Serialize<Old.Hero?>(null), out KitbagReadReport report));
            Assert.Equal(8, report.Findings.Count);
        }

        [Fact]
        public void Members_of_json_without_a_place_are_counted()
        {
            string json = KitbagJson.Serialize(s_world, new KitbagJsonOptions { EnumsByName = true });
            New.World world = KitbagJson.Deserialize<New.World>(json, out KitbagReadReport report);
            Assert.Equal("Isle", world.Name);
            Assert.Equal(
                new[]
                {
                    "World.Heroes[0].Motto is not read: the type has no such member"
                        + " (2 times, here first).",
                    "World.Start.Next.Old is not read: the type has no such member"
                        + " (2 times, here first).",
                    "World.Origin.Y is not read: the type has no such member.",
                }.OrderBy(line => line, StringComparer.Ordinal),
                report.Findings.Select(f => f.ToString()).OrderBy(line => line, StringComparer.Ordinal));
            Assert.False(report.IsComplete);
            Assert.Null(report.Writer);
            Assert.StartsWith("JSON: not everything was read.", report.ToString(), StringComparison.Ordinal);

            KitbagJson.Deserialize<Old.World>(json, out report);
            Assert.Empty(report.Findings);
            Assert.Equal("JSON: all members were read.", report.ToString());
        }

        [Fact]
        public async Task Every_way_of_reading_json_has_the_report()
        {
            byte[] utf8 = Encoding.UTF8.GetBytes("{\"Name\":\"Ada\",\"odd name\":[{\"Name\":1}],\"Age\":4}");
            const string Expected = "JSON: not everything was read.\n  Hero[\"odd name\"] is not read: "
                + "the type has no such member.";
            KitbagJson.Deserialize<New.Hero>(utf8, out KitbagReadReport report);
            Assert.Equal(Expected, report.ToString());
            KitbagJson.Deserialize<New.Hero>(utf8.AsSpan(), out report);
            Assert.Equal(Expected, report.ToString());
            KitbagJson.Deserialize<New.Hero>(new ReadOnlySequence<byte>(utf8), out report);
            Assert.Equal(Expected, report.ToString());
            KitbagJson.Deserialize(typeof(New.Hero), utf8, out report);
            Assert.Equal(Expected, report.ToString());
            var populated = new New.Hero();
            KitbagJson.Populate(utf8, populated, out report);
            Assert.Equal(Expected, report.ToString());
            KitbagJson.Deserialize<New.Hero>(new MemoryStream(utf8), out report);
            Assert.Equal(Expected, report.ToString());
            (New.Hero hero, report) = await KitbagJson.DeserializeWithReportAsync<New.Hero>(new MemoryStream(utf8));
            Assert.Equal(4, hero.Age);
            Assert.Equal(Expected, report.ToString());
        }

        [Fact]
        public void Values_of_json_that_are_left_out_are_counted()
        {
            const string Json = "[{\"$type\":\"Orc\",\"Id\":1},{\"$type\":\"Dragon\",\"Id\":2}, {\"$type\":\"Wolf\"}]";
            var options = new KitbagJsonOptions { UnknownCases = KitbagUnknownCases.Drop };
            Assert.Single(KitbagJson.Deserialize<List<New.Entity>>(Json, out KitbagReadReport report, options));
            Assert.Equal("$[1]: this program has no such type; null or omitted (2 times, here first).",
                Assert.Single(report.Findings).ToString());
        }

        [Fact]
        public void A_text_with_many_unknown_members_is_scanned_once()
        {
            // 40,000 objects, each with another unknown member: finding each path from the start of the text would take hours.
            var json = new StringBuilder("{\"Heroes\":[");
            for (int i = 0; i < 40_000; i++)
                json.Append(i == 0 ? "" : ",").Append("{\"M").Append(i).Append("\":1}");
            KitbagJson.Deserialize<New.World>(json.Append("]}").ToString(), out KitbagReadReport report);
            Assert.Equal(40_000, report.Findings.Count);
            Assert.Equal("World.Heroes[39999].M39999", report.Findings[^1].Path);
        }

        [Fact]
        public void Nothing_is_recorded_unless_requested()
        {
            byte[] utf8 = Encoding.UTF8.GetBytes("{\"Name\":\"Ada\",\"Old\":1}");
            KitbagJson.Deserialize<New.Hero>(utf8, out _);
            KitbagJson.Deserialize<New.Hero>(utf8);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagJson.Deserialize<New.Hero>(utf8);
            long once = GC.GetAllocatedBytesForCurrentThread() - before;
            before = GC.GetAllocatedBytesForCurrentThread();
            KitbagJson.Deserialize<New.Hero>("{\"Name\":\"Ada\",\"Age\":1}"u8);
            Assert.Equal(GC.GetAllocatedBytesForCurrentThread() - before, once);
        }

        private static string Line(KitbagReadFinding finding) => finding.Kind + " "
            + finding.Path + " " + finding.Effects;

        private static string ReportOf(byte[] document)
        {
            KitbagSerializer.Deserialize<New.World>(document, out KitbagReadReport report);
            return report.ToString();
        }

        private static ReadOnlySequence<byte> InPieces(byte[] bytes)
        {
            var first = new Piece(bytes.AsMemory(0, 10), null);
            var last = new Piece(bytes.AsMemory(10), first);
            return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
        }

        private sealed class Piece : ReadOnlySequenceSegment<byte>
        {
            public Piece(ReadOnlyMemory<byte> memory, Piece? before)
            {
                Memory = memory;
                if (before != null)
                {
                    RunningIndex = before.RunningIndex + before.Memory.Length;
                    before.Next = this;
                }
            }
        }
    }
}
