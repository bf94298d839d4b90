using System;
using System.Linq;
using System.Threading;
using Kitbag.Codecs;
using Kitbag.Schema;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Threads use the same unknown members, and the same description of them, at the same time.</summary>
    public class UnknownThreadsTests
    {
        private static T[] AtOnce<T>(Func<T> call)
        {
            using var start = new Barrier(2);
            var results = new T[2];
            Exception? failure = null;
            void Run(int index)
            {
                start.SignalAndWait();
                try
                {
                    results[index] = call();
                }
                catch (Exception e)
                {
                    failure = e;
                }
            }

            var other = new Thread(() => Run(1));
            other.Start();
            Run(0);
            other.Join();
            Assert.Null(failure);
            return results;
        }

        // Objects of unknown members refer to the codec that has read them, and no other codec writes them.
        [Fact]
        public void Threads_use_the_same_codecs_for_the_unknown_members_of_a_shape()
        {
            Assert.NotNull(UnknownCodec.Instance);
            for (int i = 0; i < 300; i++)
            {
                var sub = new SchemaType(SchemaKind.Object, "Sub")
                {
                    MemberArray = new[] { new SchemaMember("X" + i, SchemaType.BuiltIn(SchemaKind.Int32)) },
                };
                KeptShape shape = KeptShape.Of(new[] { new SchemaMember("Sub", sub) });
                Codec<object?>[] codecs = AtOnce(() => shape.CodecOf(0));
                Assert.Same(codecs[0], codecs[1]);
            }
        }

        // The program has the class of the objects, which is known only after references to them were read.
        [Fact]
        public void Threads_find_the_same_objects_in_place_of_unknown_ones()
        {
            Assert.NotNull(UnknownCodec.Instance);
            Codec unknown = ReplaceableObject.Codec!, known = StringCodec.Instance;
            for (int round = 0; round < 300; round++)
            {
                object[] objects = Enumerable.Range(0, 2000)
                    .Select(i => (object)new UnknownObject { Known = new KeptReference(known, "" + i) })
                    .ToArray();
                var targets = new KeptTargets(new[] { "Quest" }, new[] { new KeptList(unknown, objects) });
                string[] found = AtOnce(() =>
                {
                    object?[] all = targets.ObjectsOf("Quest", out Codec? codec);
                    return (codec == known) + string.Join(",", all);
                });
                Assert.Equal("True" + string.Join(",", Enumerable.Range(0, 2000)), found[0]);
                Assert.Equal(found[0], found[1]);
            }
        }
    }
}
