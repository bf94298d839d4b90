using System.Collections.Generic;
using Quest.Measuring;
using Xunit;

namespace Kitbag.Tests.Samples
{
    /// <summary>The comparison of graphs in samples/Quest takes the identity of objects into account.</summary>
    public class QuestDifferencesTests
    {
        [Fact]
        public void Shared_object_that_became_two_is_a_difference()
        {
            var shared = new Node { Name = "shared" };
            var expected = new Node { Name = "root", Next = shared, Others = { shared } };
            var actual = new Node { Name = "root", Next = new Node { Name = "shared" }, Others = { new Node { Name = "shared" } } };
            Assert.Equal("Others[0] is another object than Next, was the same", Differences.First(expected, actual));
        }

        [Fact]
        public void Two_objects_that_became_one_are_a_difference()
        {
            var shared = new Node { Name = "equal" };
            var expected = new Node { Next = new Node { Name = "equal" }, Others = { new Node { Name = "equal" } } };
            var actual = new Node { Next = shared, Others = { shared } };
            Assert.Equal("Others[0] is the same object as Next, was another", Differences.First(expected, actual));
        }

        [Fact]
        public void Cycle_that_became_a_longer_one_is_a_difference()
        {
            var expected = new Node();
            expected.Next = expected;
            var actual = new Node { Next = new Node() };
            actual.Next.Next = actual;
            Assert.Equal("Next is another object than the root, was the same", Differences.First(expected, actual));
            Assert.Null(Differences.First(expected, expected.Next));
        }

        [Fact]
        public void Objects_in_sets_and_as_keys_have_identities()
        {
            Assert.Null(Differences.First(Crowd(0), Crowd(0)));
            Assert.Equal("Ranks[1].key is another object than Friends[1], was the same", Differences.First(Crowd(0), Crowd(1)));

            static Node Crowd(int unknown)
            {
                Node a = new Node { Name = "a" }, b = new Node { Name = "b" };
                return new Node { Friends = { a, b }, Ranks = { [a] = 1, [unknown == 0 ? b : new Node { Name = "b" }] = 2 } };
            }
        }

        [Fact]
        public void Depth_is_not_bounded_by_the_stack()
        {
            Node List(string last)
            {
                var node = new Node { Name = last };
                for (int i = 0; i < 50_000; i++)
                    node = new Node { Next = node };
                return node;
            }

            Assert.Null(Differences.First(List("end"), List("end")));
            Assert.EndsWith(".Next.Next.Name is \"other\", was \"end\"", Differences.First(List("end"), List("other")));
        }

        private sealed class Node
        {
            public string? Name { get; set; }
            public Node? Next { get; set; }
            public List<Node> Others { get; } = new List<Node>();
            public HashSet<Node> Friends { get; } = new HashSet<Node>();
            public Dictionary<Node, int> Ranks { get; } = new Dictionary<Node, int>();
        }
    }
}
