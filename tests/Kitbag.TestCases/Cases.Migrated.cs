using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Kitbag.TestCases
{
    // Types with migration methods for older documents. The methods do not change documents of the present version.
    public static partial class Cases
    {
        private static void AddMigrated(List<TestCase> all)
        {
            Add(all, "migrated", NewWarrior(1));
            Add(all, "List<migrated>", Enumerable.Range(0, 20).Select(NewWarrior).ToList());
            Add(all, "migrated members of tracked", new New.Post { Id = 1, Vigor = new New.Vigor { Now = 2, Most = 3 } });
            Add(all, "List<migrated base>", new List<New.Place> { new New.Tower { Height = 4 }, new New.Cave { Depth = 5 } });
        }

        private static New.Warrior NewWarrior(int i) =>
            new New.Warrior { First = "f" + i, Last = "l", Gold = i, Vigor = new New.Vigor { Now = i, Most = i + 1 } };
    }

    /// <summary>
    /// Reads documents and JSON of older versions with migration methods: of whole values, of members, of members with another name, of
    /// members of tracked objects, to a base class, and by two methods in a row.
    /// </summary>
    public static class MigratedVersions
    {
        public static string Read()
        {
            var texts = new List<string>();
            foreach (int count in new[] { 1, 20 })
            {
                List<Old.WarriorV1> first = Enumerable.Range(0, count)
                    .Select(i => new Old.WarriorV1 { Name = "a b" + i, Vigor = i }).ToList();
                List<Old.Warrior> second = Enumerable.Range(0, count)
                    .Select(i => new Old.Warrior { First = "a", Last = "b" + i, Coins = "c " + i, Vigor = i }).ToList();
                texts.Add(Again<List<Old.WarriorV1>, List<New.Warrior>>(first));
                texts.Add(Again<List<Old.Warrior>, List<New.Warrior>>(second));
                texts.Add(Again<List<Old.Place>, List<New.Place>>(
                    Enumerable.Range(0, count).Select(i => new Old.Place { IsHigh = i % 2 == 0, Size = i }).ToList()));
                var post = new Old.Post { Id = 1, Vigor = 7 };
                post.Next = post;
                texts.Add(Again<List<Old.Post>, List<New.Post>>(Enumerable.Repeat(post, count).ToList()));
            }
            return string.Join(" ", texts);
        }

        private static string Again<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld old) =>
            KitbagJson.Serialize(KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(old)))
                + KitbagJson.Serialize(KitbagJson.Deserialize<TNew>(KitbagJson.Serialize(old)));
    }

    namespace Old
    {
        public class WarriorV1
        {
            public string Name { get; set; } = "";

            public int Vigor { get; set; }
        }

        public class Warrior
        {
            public string First { get; set; } = "";

            public string Last { get; set; } = "";

            public string Coins { get; set; } = "";

            public int Vigor { get; set; }
        }

        public class Post
        {
            public int Id { get; set; }

            public Post? Next { get; set; }

            public int Vigor { get; set; }
        }

        public class Place
        {
            public bool IsHigh { get; set; }

            public int Size { get; set; }
        }
    }

    namespace New
    {
        /// <summary>A number in older versions.</summary>
        public struct Vigor
        {
            public int Now;
            public int Most;

            [KitbagMigration]
            internal static Vigor FromNumber(int old) => new Vigor { Now = old, Most = old };
        }

        /// <summary>Had a single name in the first version, and the gold as text in the second.</summary>
        public class Warrior
        {
            public string First { get; set; } = "";

            public string Last { get; set; } = "";

            public long Gold { get; set; }

            public Vigor Vigor { get; set; }

            [KitbagMigration(nameof(Gold), From = "Coins")]
            internal static long FromCoins(string old) => long.Parse(old.Substring(2), CultureInfo.InvariantCulture);

            [KitbagMigration]
            internal static Warrior FromMiddle(MiddleWarrior old) =>
                new Warrior { First = old.Names[0], Last = old.Names[1], Vigor = new Vigor { Now = old.Vigor, Most = 100 } };
        }

        /// <summary>The version between the first and the present one.</summary>
        public class MiddleWarrior
        {
            public string[] Names { get; set; } = Array.Empty<string>();

            public int Vigor { get; set; }

            [KitbagMigration]
            internal static MiddleWarrior FromFirst(FirstWarrior old) =>
                new MiddleWarrior { Names = old.Name.Split(' '), Vigor = old.Vigor };
        }

        public class FirstWarrior
        {
            public string Name { get; set; } = "";

            public int Vigor { get; set; }
        }

        /// <summary>A tracked class with a member that was a number in older versions.</summary>
        public class Post
        {
            public int Id { get; set; }

            public Post? Next { get; set; }

            public Vigor Vigor { get; set; }
        }

        /// <summary>Had no derived classes in older versions.</summary>
        public abstract class Place
        {
            [KitbagMigration]
            internal static Place FromFirst(FirstPlace old) =>
                old.IsHigh ? new Tower { Height = old.Size } : (Place)new Cave { Depth = old.Size };
        }

        public sealed class Tower : Place
        {
            public int Height { get; set; }
        }

        public sealed class Cave : Place
        {
            public int Depth { get; set; }
        }

        public class FirstPlace
        {
            public bool IsHigh { get; set; }

            public int Size { get; set; }
        }
    }
}
