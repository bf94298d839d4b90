using System;
using Kitbag.Codecs;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Types that reach themselves: no codec serves them yet, but they are described, written, read and planned.</summary>
    public class TrackedSchemaTests
    {
        // class Node { Node Next; Leaf[] Leaves; }  class Leaf { Node Owner; }
        private static SchemaType Graph(string extra = "")
        {
            var node = new SchemaType(SchemaKind.Object, "Node") { IsTracked = true };
            var leaf = new SchemaType(SchemaKind.Object, "Leaf");
            leaf.MemberArray = [new SchemaMember("Owner", SchemaType.ReferenceTo(node))];
            SchemaMember[] members =
            [
                new SchemaMember("Leaves", SchemaType.SequenceOf(leaf)),
                new SchemaMember("Next", SchemaType.ReferenceTo(node)),
            ];
            node.MemberArray = extra.Length == 0 ? members : [.. members, new SchemaMember(extra, SchemaType.BuiltIn(SchemaKind.Int32))];
            return node;
        }

        [Fact]
        public void Bytes_are_canonical_and_are_read_again()
        {
            byte[] bytes = SchemaWriter.Write(Graph());
            Assert.Equal(bytes, SchemaWriter.Write(Graph()));
            // Two references to the node are one type: node, sequence, leaf, reference.
            Assert.Equal(4, bytes[0]);
            SchemaType read = SchemaReader.Read(bytes, KitbagLimits.Default, out SchemaSize size, allowTracked: true);
            Assert.Equal((4, 2), (size.Types, size.Depth - 1));
            Assert.Same(read, read.Members[1].Type.Element);
            Assert.Same(read, read.Members[0].Type.Element!.Members[0].Type.Element);
            Assert.True(read.IsTracked);
            Assert.Equal(bytes, SchemaWriter.Write(read));
        }

        [Fact]
        public void Equal_types_that_go_round_each_other_are_one()
        {
            // Each of two nodes refers to the other one: nothing tells them apart.
            var a = new SchemaType(SchemaKind.Object, "Node") { IsTracked = true };
            var b = new SchemaType(SchemaKind.Object, "Node") { IsTracked = true };
            a.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(b))];
            b.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(a))];
            byte[] bytes = SchemaWriter.Write(a);
            Assert.Equal(2, bytes[0]);
            b.MemberArray = [new SchemaMember("Other", SchemaType.ReferenceTo(a))];
            Assert.Equal(4, SchemaWriter.Write(a)[0]);
        }

        [Fact]
        public void Documents_must_not_have_them()
        {
            KitbagException e = Assert.Throws<KitbagException>(() => KitbagSchema.Parse(SchemaWriter.Write(Graph())));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
        }

        [Fact]
        public void Circles_without_references_are_refused()
        {
            var node = new SchemaType(SchemaKind.Object, "Node");
            node.MemberArray = [new SchemaMember("Next", node)];
            Refused(node, "The type 'Node' reaches itself.");
            node.IsTracked = true;
            Refused(node, "The type 'Node' reaches itself.");
            var leaf = new SchemaType(SchemaKind.Object, "Leaf");
            leaf.MemberArray = [new SchemaMember("Owner", SchemaType.ReferenceTo(leaf))];
            Refused(leaf, "A reference refers to a 'Leaf', which is no tracked class.");
            var holder = new SchemaType(SchemaKind.Object, "Holder") { MemberArray = [new SchemaMember("Node", Graph())] };
            Refused(holder, "The type 'Holder' holds a tracked object; expected a reference to it.");
        }

        private static void Refused(SchemaType type, string message)
        {
            KitbagException e = Assert.Throws<KitbagException>(
                () => SchemaReader.Read(SchemaWriter.Write(type), KitbagLimits.Default, out _, allowTracked: true));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.Contains(message, e.Message, StringComparison.Ordinal);
        }

        [Fact]
        public void Plans_go_in_circles_too()
        {
            SchemaType writer = SchemaReader.Read(SchemaWriter.Write(Graph("Extra")), KitbagLimits.Default, out _, allowTracked: true);
            ReadPlan plan = new PlanBuilder().Resolve(new NodeCodec(), writer)!;
            Assert.Equal([-1, 0, -1], plan.Targets);
            Assert.Same(plan, plan.Parts[1]!.Parts[0]);
            Assert.Same(writer, plan.Writer);
        }

        private sealed class Node
        {
            public Node? Next { get; set; }
        }

        // Only what planning asks for.
        private sealed class NodeCodec : Unserved<Node>
        {
            private readonly ReferenceCodec _next;

            public NodeCodec() => _next = new ReferenceCodec(this);

            protected override SchemaType CreateSchema()
            {
                var type = new SchemaType(SchemaKind.Object, "Node") { IsTracked = true };
                type.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(type))];
                return type;
            }

            internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
                builder.Make(writer, [null, builder.Resolve(_next, writer.Members[1].Type), null], [-1, 0, -1], 1);
        }

        private sealed class ReferenceCodec(NodeCodec target) : Unserved<Node>
        {
            protected override SchemaType CreateSchema() => SchemaType.ReferenceTo(target.Schema);

            internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) =>
                builder.Make(writer, [builder.Resolve(target, writer.Element!)], [0], 1);
        }

        private abstract class Unserved<T> : Codec<T>
        {
            public override uint WriteSlot(ref byte row, ref int at, T value) => throw new NotSupportedException();

            public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => throw new NotSupportedException();

            public override void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values) => throw new NotSupportedException();

            public override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan) => throw new NotSupportedException();

            public override void WriteJson(ref JsonWriter w, T value) => throw new NotSupportedException();

            public override T ReadJson(ref JsonReader r) => throw new NotSupportedException();
        }
    }
}
