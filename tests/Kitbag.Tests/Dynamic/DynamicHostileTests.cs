using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.Schema;
using Kitbag.TestCases;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Damaged documents, texts and paths give a result, or a KitbagException with a position.</summary>
    public class DynamicHostileTests
    {
        private const int MaxNodes = 3000;

        public class Chain
        {
            public Chain? Next { get; set; }

            public int Number { get; set; }
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Truncated_documents(string name)
        {
            byte[] bytes = CaseData.Get(name).Serialize(KitbagOptions.Default);
            int step = Math.Max(1, bytes.Length / 60);
            for (int length = bytes.Length - 1; length >= 0; length -= length < 40 ? 1 : step)
                Assert.True(Examine(bytes.AsSpan(0, length).ToArray(), null) || length > 0, "length " + length);
        }

        [Theory]
        [MemberData(nameof(CaseData.All), MemberType = typeof(CaseData))]
        public void Changed_documents(string name)
        {
            byte[] bytes = CaseData.Get(name).Serialize(KitbagOptions.Default);
            var random = new Random(name.Length * 31 + bytes.Length);
            for (int i = 0; i < 20; i++)
            {
                byte[] changed = (byte[])bytes.Clone();
                for (int flips = random.Next(1, 4); flips > 0; flips--)
                {
                    int at = random.Next(5, changed.Length);
                    changed[at] = random.Next(3) switch
                    {
                        0 => (byte)random.Next(256),
                        1 => (byte)(changed[at] ^ 1 << random.Next(8)),
                        _ => 0xFF,
                    };
                }
                Examine(changed, bytes);
            }
        }

        // No writer creates such a schema, but readers accept it.
        [Fact]
        public void A_tracked_root_without_references_to_it_is_written()
        {
            KitbagSchema schema = KitbagSchema.Parse("root direct Save\ntracked class Save\n  Name: string\n");
            KitbagDocument document = KitbagDocument.FromJson("""{"Name":"Ada"}""", schema);
            Assert.Equal("""{"Name":"Ada"}""", KitbagDocument.Parse(document.ToBytes()).ToJson());
        }

        // Returns whether any call failed.
        private static bool Examine(byte[] bytes, byte[]? original)
        {
            bool hasFailed = false;
            KitbagDocument? document = null;
            hasFailed |= Fails(bytes, () => document = KitbagDocument.Parse(bytes));
            if (document == null)
                return hasFailed;
            hasFailed |= Fails(bytes, () => Walk(document));
            hasFailed |= Fails(bytes, () => document.ToJson());
            hasFailed |= Fails(bytes, () => document.Sizes());
            hasFailed |= Fails(bytes, document.Verify);
            hasFailed |= Fails(bytes, () => document.ToCSharp());
            if (original != null)
                hasFailed |= Fails(bytes, () => KitbagDocument.Compare(KitbagDocument.Parse(original), document,
                    new KitbagCompareOptions { MaxDifferences = 1000, MaxMatched = 1000 }));
            return hasFailed;
        }

        private static bool Fails(byte[] bytes, Action action)
        {
            var watch = Stopwatch.StartNew();
            try
            {
                action();
                return false;
            }
            catch (KitbagException e)
            {
                Assert.NotEqual(KitbagErrorReason.Defect, e.Reason);
                Assert.True(e.Reason == KitbagErrorReason.LimitExceeded || e.Offset >= -1, e.Message);
                return true;
            }
            catch (Exception e)
            {
                throw new InvalidOperationException(e.GetType().Name + " of " + Convert.ToHexString(bytes.AsSpan(0,
                    Math.Min(bytes.Length, 200))), e);
            }
            finally
            {
                // Detects hangs.
                Assert.True(watch.ElapsedMilliseconds < 20_000, "too slow");
            }
        }

        private static void Walk(KitbagDocument document)
        {
            var open = new Stack<KitbagNode>();
            var seen = new HashSet<string>();
            open.Push(document.Root);
            for (int left = MaxNodes; left > 0 && open.Count != 0; left--)
            {
                KitbagNode node = open.Pop();
                _ = node.ToString() + node.Path;
                if (node.Identity is { } identity && !seen.Add(identity))
                    continue;
                foreach (KitbagMember member in node.Members)
                    open.Push(member.Value);
                foreach (KitbagNode item in node.Items.Take(50))
                    open.Push(item);
                if (node.Count > 50)
                    open.Push(node[node.Count - 1]);
                foreach (KitbagEntry entry in node.Entries.Take(50))
                {
                    open.Push(entry.Key);
                    open.Push(entry.Value);
                }
            }
        }

        [Fact]
        public void Deep_graphs_do_not_overflow_the_stack()
        {
            Chain? first = null;
            for (int i = 0; i < 100_000; i++)
                first = new Chain { Next = first, Number = i };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(first));
            KitbagNode node = document.Root;
            int count = 0;
            for (; !node.IsNull; node = node["Next"])
                count++;
            Assert.Equal(100_000, count);
            Assert.Equal(100_000, document.TrackedObjects.Single().Value);
            Assert.True(KitbagDocument.Compare(document, KitbagDocument.Parse(document.ToBytes())).AreEqual);
            Assert.Equal(document.ToBytes().Length, document.Sizes().Bytes);
            Chain? again = KitbagJson.Deserialize<Chain>(document.ToJson());
            Assert.Equal(99_999, again!.Number);
            document.Set("Next.Number", 5);
            Assert.Equal(5, KitbagSerializer.Deserialize<Chain>(document.ToBytes())!.Next!.Number);
        }

        [Theory]
        [InlineData(128)]
        [InlineData(1000)]
        public void Types_with_the_maximum_schema_depth(int depth)
        {
            SchemaType type = SchemaType.BuiltIn(SchemaKind.Int32);
            string text = "7", path = "";
            for (int i = 0; i < depth; i++)
            {
                bool isList = i % 3 != 0;
                type = isList ? new SchemaType(SchemaKind.Sequence) { Element = type }
                    : new SchemaType(SchemaKind.Object, "T" + i) { MemberArray = [new SchemaMember("M", type)] };
                text = isList ? "[" + text + "]" : "{\"M\":" + text + "}";
                path = (isList ? "[0]" : ".M") + path;
            }
            var limits = new KitbagLimits { MaxSchemaDepth = depth };
            var json = new KitbagJsonOptions { MaxDepth = depth };
            byte[] schema = SchemaWriter.Write(type).ToArray();
            KitbagDocument document = KitbagDocument.FromJson(text, KitbagSchema.Parse(schema, limits), json,
                new KitbagOptions { Limits = limits });
            document = KitbagDocument.Parse(document.ToBytes(), new KitbagDocumentOptions { Limits = limits });
            Assert.Equal(text, document.ToJson(json));
            Assert.Equal(7, document.Find("$" + path).GetInt64());
            document.Verify();
            Assert.Equal(document.ToBytes().Length, document.Sizes().Bytes);
            Assert.NotEmpty(document.ToCSharp());
            document.Set("$" + path, 8);
            Assert.Equal(8, document.Find("$" + path).GetInt64());
            KitbagDocument before = KitbagDocument.FromJson(text, document.Schema, json, new KitbagOptions { Limits = limits });
            Assert.Single(KitbagDocument.Compare(before, document).Differences);
            KitbagException e = Assert.Throws<KitbagException>(
                () => KitbagSchema.Parse(schema, new KitbagLimits { MaxSchemaDepth = depth - 1 }));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Fact]
        public void Cycles_are_traversed_once()
        {
            var ring = new Chain { Number = 1 };
            ring.Next = new Chain { Next = ring, Number = 2 };
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(ring));
            Assert.Equal(document.Root.Identity, document.Find("Next.Next").Identity);
            Assert.Equal("Next.Next.Next.Number", document.Find("Next.Next.Next.Number").Path);
            ring.Next.Number = 3;
            KitbagComparison found = KitbagDocument.Compare(document, KitbagDocument.Parse(KitbagSerializer.Serialize(ring)));
            Assert.Equal(["~ Next.Number: 2 → 3"], found.Differences.Select(d => d.ToString()));
            Assert.Equal(KitbagJson.Serialize(ring), document.ToJson().Replace("2", "3", StringComparison.Ordinal));
        }

        [Fact]
        public void Random_texts_and_paths_give_a_result_or_an_error()
        {
            TestCase world = CaseData.Get("world");
            byte[] bytes = world.Serialize(KitbagOptions.Default);
            KitbagDocument document = KitbagDocument.Parse(bytes);
            string text = document.ToJson();
            var random = new Random(7);
            const string Marks = ".[]\"'#^$@0123456789-:,{}\\ abXé\0";
            string[] paths = Paths(document).ToArray();
            for (int i = 0; i < 2000; i++)
            {
                char[] changed = text.ToCharArray();
                for (int flips = random.Next(1, 4); flips > 0; flips--)
                    changed[random.Next(changed.Length)] = Marks[random.Next(Marks.Length)];
                string json = new string(changed);
                if (i < 300)
                    Fails(bytes, () => KitbagDocument.FromJson(json, world.Schema));
                char[] path = (paths[random.Next(paths.Length)] + Marks[random.Next(Marks.Length)]).ToCharArray();
                path[random.Next(path.Length)] = Marks[random.Next(Marks.Length)];
                Fails(bytes, () => document.TryFind(new string(path), out _));
                if (i % 10 == 0)
                {
                    KitbagDocument edited = KitbagDocument.Parse(bytes);
                    Fails(bytes, () => edited.SetJson(new string(path), json.Substring(0, random.Next(20))));
                    Fails(bytes, () => edited.Remove(paths[random.Next(paths.Length)]));
                    Fails(bytes, () => edited.Insert(paths[random.Next(paths.Length)], random.Next(5)));
                    Fails(bytes, () => world.Deserialize(edited.ToBytes(), KitbagOptions.Default));
                }
            }
        }

        private static IEnumerable<string> Paths(KitbagDocument document)
        {
            var open = new Queue<KitbagNode>([document.Root]);
            for (int left = 500; left > 0 && open.Count != 0; left--)
            {
                KitbagNode node = open.Dequeue();
                yield return node.Path;
                foreach (KitbagNode part in node.Members.Select(m => m.Value).Concat(node.Items.Take(9))
                    .Concat(node.Entries.Take(9).Select(e => e.Value)))
                    open.Enqueue(part);
            }
        }
    }
}
