using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    using Newer = Kitbag.Tests.Evolution.OnlyCaseV2;
    using Older = Kitbag.Tests.Evolution.OnlyCaseV1;

    /// <summary>
    /// Documents with several concrete types, read into a member of one class, or by a program that has only one of them.
    /// </summary>
    public class OnlyCaseTests
    {
        private static TNew To<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld value, KitbagUnknownCases unknown = KitbagUnknownCases.Refuse) =>
            KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(value), new KitbagOptions { UnknownCases = unknown });

        private static Older.Kennel Kennel(int count, bool withPets) => new Older.Kennel
        {
            First = new Older.Dog { Name = 1, Teeth = 2 },
            All = Enumerable.Range(0, count)
                .Select(i => withPets && i % 2 == 1 ? new Older.Pet { Name = i } : new Older.Dog { Name = i, Teeth = 3 })
                .ToList<Older.Pet?>(),
            Nodes = new List<Older.Node?> { new Older.Leaf { Name = 5 } },
        };

        [Theory]
        [InlineData(2)]
        [InlineData(20)]
        public void A_renamed_class_is_found_by_its_former_name(int count)
        {
            Newer.Kennel kennel = To<Older.Kennel, Newer.Kennel>(Kennel(count, false));
            Assert.Equal((1, 2), (kennel.First!.Name, kennel.First.Teeth));
            Assert.Equal(Enumerable.Range(0, count), kennel.All!.Select(hound => hound!.Name));
            Assert.Equal(5, Assert.Single(kennel.Nodes!)!.Name);
        }

        [Theory]
        [InlineData(2)]
        [InlineData(20)]
        public void Objects_of_the_base_do_not_become_objects_of_a_derived_class(int count)
        {
            Older.Kennel old = Kennel(count, true);
            var e = Assert.Throws<KitbagException>(() => To<Older.Kennel, Newer.Kennel>(old));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "Kennel.All[1]"), (e.Reason, e.Path));
            Newer.Kennel kennel = To<Older.Kennel, Newer.Kennel>(old, KitbagUnknownCases.ReadAsNull);
            Assert.Equal(Enumerable.Range(0, count).Select(i => i % 2 == 1 ? (int?)null : i), kennel.All!.Select(hound => hound?.Name));
            kennel = To<Older.Kennel, Newer.Kennel>(old, KitbagUnknownCases.Drop);
            Assert.Equal(Enumerable.Range(0, count).Where(i => i % 2 == 0), kennel.All!.Select(hound => hound!.Name));
        }

        // Without a former name, nothing says which of the classes a derived class was.
        [Fact]
        public void A_derived_class_without_a_former_name_is_not_the_base()
        {
            var e = Assert.Throws<KitbagException>(() => To<Older.Holder, Newer.Holder>(new Older.Holder { Pet = new Older.Pet() }));
            Assert.Equal((KitbagErrorReason.SchemaMismatch, "Holder.Pet"), (e.Reason, e.Path));
        }

        [Fact]
        public void A_renamed_class_without_a_base_is_the_base_of_older_documents()
        {
            var plants = new Older.Plants { All = new List<Older.Plant> { new Older.Plant { Id = 4 } } };
            Newer.Fruits fruits = To<Older.Plants, Newer.Fruits>(plants);
            Assert.Equal(4, Assert.Single(fruits.All!).Id);
        }

        [Theory]
        [InlineData(KitbagUnknownCases.ReadAsNull, 2)]
        [InlineData(KitbagUnknownCases.Drop, 2)]
        [InlineData(KitbagUnknownCases.ReadAsNull, 20)]
        [InlineData(KitbagUnknownCases.Drop, 20)]
        public void References_to_objects_of_unknown_classes_are_dropped_or_null(KitbagUnknownCases unknown, int count)
        {
            var lists = Enumerable.Range(0, count).Select(i => i % 3 == 0 ? null : new List<Newer.Node?>
            {
                new Newer.Node { Name = i },
                i % 3 == 1 ? new Newer.Branch { Name = -i, Width = 1 } : null,
                new Newer.Node { Name = i + 1 },
            }).ToList();
            bool drops = unknown == KitbagUnknownCases.Drop;
            List<List<int?>?> expected = lists.Select(list => list?.Where(node => !drops || node is not Newer.Branch)
                .Select(node => node is Newer.Branch ? null : node?.Name).ToList()).ToList();
            Older.Tree tree = To<Newer.Tree, Older.Tree>(new Newer.Tree { Lists = lists }, unknown);
            Assert.Equal(expected, tree.Lists!.Select(list => list?.Select(node => node?.Name).ToList()));
        }
    }
}

namespace Kitbag.Tests.Evolution.OnlyCaseV1
{
    public class Pet
    {
        public int Name { get; set; }
    }

    public class Dog : Pet
    {
        public int Teeth { get; set; }
    }

    public class Node
    {
        public int Name { get; set; }

        public Node? Next { get; set; }
    }

    public sealed class Leaf : Node
    {
    }

    public class Kennel
    {
        public Pet? First { get; set; }

        public List<Pet?>? All { get; set; }

        public List<Node?>? Nodes { get; set; }
    }

    public class Holder
    {
        public Pet? Pet { get; set; }
    }

    public class Tree
    {
        public List<List<Twig?>?>? Lists { get; set; }
    }

    public class Twig
    {
        public int Name { get; set; }

        public Twig? Next { get; set; }
    }

    public class Plant
    {
        public int Id { get; set; }
    }

    public class Herb : Plant
    {
    }

    public class Plants
    {
        public List<Plant>? All { get; set; }
    }
}

namespace Kitbag.Tests.Evolution.OnlyCaseV2
{
    public class Pet
    {
        public int Name { get; set; }
    }

    [KitbagFormerName("Dog")]
    public class Hound : Pet
    {
        public int Teeth { get; set; }
    }

    public class Cat : Pet
    {
    }

    [KitbagFormerName("Twig")]
    public class Node
    {
        public int Name { get; set; }

        public Node? Next { get; set; }
    }

    [KitbagFormerName("Leaf")]
    public sealed class Bud : Node
    {
    }

    public sealed class Branch : Node
    {
        public int Width { get; set; }
    }

    public class Kennel
    {
        public Hound? First { get; set; }

        public List<Hound?>? All { get; set; }

        public List<Bud?>? Nodes { get; set; }
    }

    public class Holder
    {
        public Cat? Pet { get; set; }
    }

    public class Tree
    {
        public List<List<Node?>?>? Lists { get; set; }
    }

    public class Fruit
    {
        public int Id { get; set; }
    }

    public class Fruits
    {
        public List<Fruit>? All { get; set; }
    }
}
