using System;
using Kitbag.Schema;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Schemas of tracked types.</summary>
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
            SchemaType read = SchemaReader.Read(bytes, KitbagLimits.Default, out SchemaSize size);
            Assert.Equal((4, 2), (size.Types, size.Depth - 1));
            Assert.Same(read, read.Members[1].Type.Element);
            Assert.Same(read, read.Members[0].Type.Element!.Members[0].Type.Element);
            Assert.True(read.IsTracked);
            Assert.Equal(bytes, SchemaWriter.Write(read));
        }

        [Fact]
        public void Equal_types_that_refer_to_each_other_are_one_type()
        {
            // Each of two nodes refers to the other one, and nothing distinguishes them.
            var a = new SchemaType(SchemaKind.Object, "Node") { IsTracked = true };
            var b = new SchemaType(SchemaKind.Object, "Node") { IsTracked = true };
            // They describe one class, for which two assemblies have a codec; two classes of the same name would remain separate types.
            a.Identity = b.Identity = typeof(Node);
            a.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(b))];
            b.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(a))];
            byte[] bytes = SchemaWriter.Write(a);
            Assert.Equal(2, bytes[0]);
            b.MemberArray = [new SchemaMember("Other", SchemaType.ReferenceTo(a))];
            Assert.Equal(4, SchemaWriter.Write(a)[0]);
            b.MemberArray = [new SchemaMember("Next", SchemaType.ReferenceTo(a))];
            b.Identity = typeof(NodeCodec);
            Assert.Equal(4, SchemaWriter.Write(a)[0]);
        }

        [Fact]
        public void Cycles_without_references_are_refused()
        {
            var node = new SchemaType(SchemaKind.Object, "Node");
            node.MemberArray = [new SchemaMember("Next", node)];
            Refused(node, "The type 'Node' reaches itself.");
            node.IsTracked = true;
            Refused(node, "The type 'Node' reaches itself.");
            var leaf = new SchemaType(SchemaKind.Object, "Leaf");
            leaf.MemberArray = [new SchemaMember("Owner", SchemaType.ReferenceTo(leaf))];
            Refused(leaf, "A reference refers to a 'Leaf', which is not a tracked class or a collection.");
            var holder = new SchemaType(SchemaKind.Object, "Holder") { MemberArray = [new SchemaMember("Node", Graph())] };
            Refused(holder, "The type 'Holder' holds a tracked object; expected a reference to it.");
        }

        private static void Refused(SchemaType type, string message)
        {
            KitbagException e = Assert.Throws<KitbagException>(
                () => SchemaReader.Read(SchemaWriter.Write(type), KitbagLimits.Default, out _));
            Assert.Equal(KitbagErrorReason.Malformed, e.Reason);
            Assert.Contains(message, e.Message, StringComparison.Ordinal);
        }

        private sealed class Node;

        private sealed class NodeCodec;
    }
}
