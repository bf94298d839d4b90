using System;
using System.Linq;
using System.Reflection;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Programs read each other's documents if one of them has a class with the same name in another namespace.</summary>
    public class UnionNameTests
    {
        private const string Start = @"
using System.Linq; using Kitbag;
namespace Game
{
    public interface INode { int Value { get; set; } }
    public class Leaf : INode { public int Value { get; set; } }
    public static class Program
    {
        public static byte[] Write(string name) => KitbagSerializer.Serialize(Make(name));
        public static byte[] WriteJson(string name) => KitbagJson.SerializeToUtf8Bytes(Make(name));
        public static string Read(byte[] document) => Show(KitbagSerializer.Deserialize<INode[]>(document));
        public static string ReadJson(byte[] document) => Show(KitbagJson.Deserialize<INode[]>(document));
        private static INode[] Make(string name)
        {
            var node = (INode)System.Activator.CreateInstance(typeof(Program).Assembly.GetType(name)!)!;
            node.Value = 5;
            return new[] { new Leaf { Value = 3 }, node };
        }
        private static string Show(INode[]? nodes) => string.Join("" "", nodes!.Select(n => n.GetType().FullName + n.Value));
    }
}
";

        private const string M = "namespace Game.M { public class Node : INode { public int Value { get; set; } } } ";
        private const string FormerM =
            "namespace Game.M { [Kitbag.KitbagFormerName(\"Node\")] public class Node : INode { public int Value { get; set; } } } ";
        private const string N = "namespace Game.N { public class Node : INode { public int Value { get; set; } } } ";
        private const string Moved = "namespace Game.Other { public class Node : INode { public int Value { get; set; } } } ";
        private const string WithoutNamespace = "public class Node : Game.INode { public int Value { get; set; } } ";

        private static readonly Lazy<Assembly> s_one = Load(M), s_two = Load(M + N), s_former = Load(FormerM + N), s_moved = Load(Moved),
            s_global = Load(M + WithoutNamespace);

        private static Lazy<Assembly> Load(string types) =>
            new Lazy<Assembly>(() => Assembly.Load(Harness.Build(Harness.Compile(Start + types))));

        private static string Read(Assembly from, string type, Assembly to, bool json)
        {
            object document = Call(from, json ? "WriteJson" : "Write", type);
            return (string)Call(to, json ? "ReadJson" : "Read", document);
        }

        private static object Call(Assembly assembly, string method, object argument) =>
            assembly.GetType("Game.Program")!.GetMethod(method)!.Invoke(null, BindingFlags.DoNotWrapExceptions, null, new[] { argument },
                null)!;

        private static void Refuses(Assembly from, string type, Assembly to, bool json, params string[] texts)
        {
            var e = Assert.Throws<KitbagException>(() => Read(from, type, to, json));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "$[1]"), (e.Reason, e.Path));
            Assert.All(texts, text => Assert.Contains(text, e.Message));
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Another_class_gets_the_same_name(bool json)
        {
            // The document does not specify which of the two classes it was.
            Refuses(s_one.Value, "Game.M.Node", s_two.Value, json, json ? "\"Node\"" : "'Node'", "'Game.M.Node'", "'Game.N.Node'",
                "[KitbagFormerName(\"Node\")]");
            Assert.Equal("Game.Leaf3 Game.M.Node5", Read(s_one.Value, "Game.M.Node", s_former.Value, json));
            // The older program knows one of the two.
            Assert.Equal("Game.Leaf3 Game.M.Node5", Read(s_two.Value, "Game.M.Node", s_one.Value, json));
            Refuses(s_two.Value, "Game.N.Node", s_one.Value, json, "Game.N.Node", "no such type");
            Assert.Equal("Game.Leaf3 Game.N.Node5", Read(s_two.Value, "Game.N.Node", s_former.Value, json));
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void A_class_that_moves_to_another_namespace(bool json)
        {
            Assert.Equal("Game.Leaf3 Game.Other.Node5", Read(s_one.Value, "Game.M.Node", s_moved.Value, json));
            Assert.Equal("Game.Leaf3 Game.M.Node5", Read(s_moved.Value, "Game.Other.Node", s_one.Value, json));
        }

        [Fact]
        public void Two_classes_with_the_same_name_are_different()
        {
            Refuses(s_two.Value, "Game.M.Node", s_moved.Value, false, "'Game.M.Node'");
            // A type without a namespace, whose full name is the short name of the other type.
            Refuses(s_one.Value, "Game.M.Node", s_global.Value, false, "'Node'", "'Game.M.Node'");
            Assert.Equal("Game.Leaf3 Node5", Read(s_global.Value, "Node", s_global.Value, false));
            Assert.Equal("Game.Leaf3 Game.M.Node5", Read(s_global.Value, "Game.M.Node", s_two.Value, false));
        }

        [Fact]
        public void Documents_keep_their_former_names()
        {
            Assert.Contains("\"$type\":\"Node\"",
                System.Text.Encoding.UTF8.GetString((byte[])Call(s_one.Value, "WriteJson", "Game.M.Node")));
            Assert.Contains("\"$type\":\"Game.M.Node\"",
                System.Text.Encoding.UTF8.GetString((byte[])Call(s_two.Value, "WriteJson", "Game.M.Node")));
            Assert.True(((byte[])Call(s_one.Value, "Write", "Game.M.Node")).AsSpan().IndexOf("\u0004Node"u8) > 0);
        }
    }
}
