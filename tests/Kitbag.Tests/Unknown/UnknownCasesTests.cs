using System.Collections.Generic;
using System.Linq;
using Xunit;
using First = Kitbag.Tests.Versions.FirstZoo;
using Second = Kitbag.Tests.Versions.SecondZoo;

namespace Kitbag.Tests.Versions.FirstZoo
{
    public class Zoo
    {
        public List<Animal> Animals { get; set; } = new();

        public Animal? Favourite { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Animal
    {
        public string Name { get; set; } = "";
    }

    public class Dog : Animal
    {
        public int Tricks { get; set; }
    }

    [KitbagKeepUnknown(Cases = true)]
    public class OtherAnimal : Animal
    {
    }
}

namespace Kitbag.Tests.Versions.SecondZoo
{
    public class Zoo
    {
        public List<Animal> Animals { get; set; } = new();

        public Animal? Favourite { get; set; }
    }

    [KitbagKeepUnknown]
    public abstract partial class Animal
    {
        public string Name { get; set; } = "";
    }

    public class Dog : Animal
    {
        public int Tricks { get; set; }

        public string Breed { get; set; } = "mixed";
    }

    public class Cat : Animal
    {
        public double Purr { get; set; } = 1;

        public List<string> Toys { get; set; } = new();
    }

    public class Fish : Animal
    {
    }

    [KitbagKeepUnknown(Cases = true)]
    public class OtherAnimal : Animal
    {
    }
}

namespace Kitbag.Tests
{
    /// <summary>Objects of classes that an older program lacks are read as another class, and restored by the newer program.</summary>
    public class UnknownCasesTests
    {
        private static Second.Zoo NewZoo(int count)
        {
            var animals = Enumerable.Range(0, count).Select(i => (i % 4) switch
            {
                0 => (Second.Animal)new Second.Dog { Name = "d" + i, Tricks = i, Breed = "b" + i % 3 },
                1 => new Second.Cat { Name = "c" + i, Purr = i / 2.0, Toys = { "ball", "t" + i } },
                2 => new Second.Fish { Name = "f" + i },
                _ => new Second.Cat { Name = "k" + i, Purr = 0 },
            }).ToList();
            return new Second.Zoo { Animals = animals, Favourite = new Second.Cat { Name = "tom", Toys = { "mouse" } } };
        }

        public static TheoryData<int> Counts => new() { 1, 6, 40, 9000 };

        [Theory]
        [MemberData(nameof(Counts))]
        public void Objects_of_unknown_classes_are_restored(int count)
        {
            Second.Zoo zoo = NewZoo(count);
            First.Zoo old = KitbagSerializer.Deserialize<First.Zoo>(KitbagSerializer.Serialize(zoo))!;
            Assert.Equal("tom", Assert.IsType<First.OtherAnimal>(old.Favourite).Name);
            Assert.Equal(count, old.Animals.Count);
            old = KitbagSerializer.Deserialize<First.Zoo>(KitbagSerializer.Serialize(old))!;
            zoo.Animals.Reverse();
            old.Animals.Reverse();
            zoo.Favourite!.Name = old.Favourite!.Name = "new name";
            Second.Zoo back = KitbagSerializer.Deserialize<Second.Zoo>(KitbagSerializer.Serialize(old))!;
            Assert.Equal(KitbagJson.Serialize(zoo), KitbagJson.Serialize(back));
            Assert.All(back.Animals, animal => Assert.True(animal.KitbagUnknownMembers.IsEmpty));
        }

        [Theory]
        [MemberData(nameof(Counts))]
        public void Objects_of_unknown_classes_are_restored_from_JSON(int count)
        {
            Second.Zoo zoo = NewZoo(count);
            First.Zoo old = KitbagSerializer.Deserialize<First.Zoo>(KitbagSerializer.Serialize(zoo))!;
            string json = KitbagJson.Serialize(old);
            Assert.Equal(KitbagJson.Serialize(zoo), KitbagJson.Serialize(KitbagJson.Deserialize<Second.Zoo>(json)!));
            First.Zoo text = KitbagJson.Deserialize<First.Zoo>(json)!;
            Assert.Equal(json, KitbagJson.Serialize(text));
            Assert.Equal(KitbagJson.Serialize(zoo),
                KitbagJson.Serialize(KitbagSerializer.Deserialize<Second.Zoo>(KitbagSerializer.Serialize(text))!));
        }

        [Fact]
        public void A_report_says_that_the_objects_are_kept()
        {
            KitbagSerializer.Deserialize<First.Zoo>(KitbagSerializer.Serialize(NewZoo(1)), out KitbagReadReport report);
            Assert.True(report.IsLossless);
            KitbagReadFinding[] types = report.Findings.Where(one => one.Kind == KitbagReadFindingKind.TypeUnknown).ToArray();
            Assert.Equal(new[] { "Cat", "Fish" }, types.Select(one => one.Name));
            Assert.All(types, one => Assert.Equal((KitbagReadEffects.None, "OtherAnimal"), (one.Effects, one.ReaderType!.Name)));
            Assert.Equal("Zoo.Animals[]<Cat>: this program has no such type; kept for the next document as 'OtherAnimal'.",
                types[0].ToString());
            Assert.DoesNotContain("error", report.ToString());
        }

        [Fact]
        public void Damaged_documents()
        {
            byte[] document = KitbagSerializer.Serialize(
                KitbagSerializer.Deserialize<First.Zoo>(KitbagSerializer.Serialize(NewZoo(12)))!);
            var random = new System.Random(3);
            for (int i = 0; i < 400; i++)
            {
                byte[] damaged = (byte[])document.Clone();
                damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
                try
                {
                    KitbagSerializer.Serialize(KitbagSerializer.Deserialize<Second.Zoo>(damaged)!);
                    KitbagJson.Serialize(KitbagSerializer.Deserialize<First.Zoo>(damaged)!);
                }
                catch (KitbagException)
                {
                }
            }
        }
    }
}
