using System;
using System.Collections.Generic;
using System.Text;
using Chain.A;
using Chain.B;
using Kitbag;

namespace Chain.C
{
    public class Hero : Actor
    {
        public Box<Scene>? Home { get; set; }

        public Dictionary<string, Thing>? Bag { get; set; }
    }

    /// <summary>Derives from a class that B serializes, too.</summary>
    public class Knight : Actor
    {
        public string? Horse { get; set; }
    }

    /// <summary>Derives from a class that refers to itself.</summary>
    public class Hermit : Villager
    {
        public Villager? Enemy { get; set; }
    }

    public class Village
    {
        public Villager[]? All { get; set; }

        public Box<Villager>? Mayor { get; set; }

        public Dictionary<string, Home>? Homes { get; set; }
    }

    public struct Step
    {
        public Spot From, To;
    }

    public class Story
    {
        public Hero? Hero { get; set; }

        public List<Scene>? Scenes { get; set; }

        public Step[]? Steps { get; set; }

        public Box<Step>? Last { get; set; }

        public Camp? Camp { get; set; }

        public Guild? Guild { get; set; }
    }

    /// <summary>Documents of types from all assemblies of the chain, created with all APIs.</summary>
    public static class Documents
    {
        public static Dictionary<string, byte[]> All()
        {
            Story story = CreateStory();
            Scene scene = story.Scenes![0];
            return new Dictionary<string, byte[]>
            {
                ["story"] = KitbagSerializer.Serialize(story),
                ["story, saved by B"] = Saving.Save(story),
                ["story, put by B"] = Slot<Story>.Put(story),
                ["story, by type"] = KitbagSerializer.Serialize(typeof(Story), story),
                ["story, read by B"] = Saving.Save(Saving.Load<Story>(Saving.Save(story))),
                ["story, JSON"] = Encoding.UTF8.GetBytes(KitbagJson.Serialize(story)),
                ["story, printed by B"] = Encoding.UTF8.GetBytes(Saving.Print(story)),
                ["scene"] = KitbagSerializer.Serialize(scene),
                ["scene, saved by B"] = Saving.SaveScene(scene),
                ["scene, by type"] = KitbagSerializer.Serialize(typeof(Scene), scene),
                ["scene, read by type"] = KitbagSerializer.Serialize(typeof(Scene),
                    KitbagSerializer.Deserialize(typeof(Scene), Saving.SaveScene(scene))),
                ["map, by B"] = Saving.SaveMap(scene.Map!),
                ["map, by type"] = KitbagSerializer.Serialize(typeof(Map), scene.Map), // only B names it
                ["box of boxes"] = Saving.Save(new Box<Box<Hero>> { Content = new Box<Hero> { Content = story.Hero } }),
                ["list of A's"] = Saving.Save(new List<Thing> { new Thing { Id = 7 }, new Thing { Name = "Rope" } }),
                ["omen"] = Saving.Save(new Omen(3) { Text = "Storm" }),
                ["village"] = KitbagSerializer.Serialize(CreateVillage()),
                ["village, saved by B"] = Saving.Save(CreateVillage()),
                ["village, JSON"] = Encoding.UTF8.GetBytes(KitbagJson.Serialize(CreateVillage())),
                ["village, printed by B"] = Encoding.UTF8.GetBytes(Saving.Print(CreateVillage())),
                ["village, by type"] = KitbagSerializer.Serialize(typeof(Village), CreateVillage()),
                ["village, read by B"] = Saving.Save(Saving.Load<Village>(Saving.Save(CreateVillage()))),
                ["guild"] = KitbagSerializer.Serialize(story.Guild!),
                ["step"] = Saving.Save(story.Last!.Content),
            };
        }

        private static Village CreateVillage()
        {
            var home = new Home(7, new List<Villager>());
            Villager ann = new Villager { Name = "Ann", Home = home }, ben = new Villager { Name = "Ben", Home = home };
            var hermit = new Hermit { Name = "Odd", Enemy = ben };
            ann.Marry(ben);
            ann.Children.Add(hermit);
            ben.Children.Add(hermit);
            home.People.Add(ann);
            home.People.Add(ben);
            return new Village
            {
                All = new[] { hermit, ben, ann },
                Mayor = new Box<Villager> { Content = ann },
                Homes = new Dictionary<string, Home> { ["mill"] = home },
            };
        }

        private static Story CreateStory()
        {
            var scene = new Scene
            {
                Map = new Map
                {
                    Tiles = new[] { Ground.Grass, Ground.Grass, Ground.Rock, Ground.Water },
                    Spots = new List<Spot> { new Spot { X = 1, Y = -2 }, new Spot { X = 1000 } },
                    Labels = new Dictionary<Ground, Label> { [Ground.Water] = new Label { Text = "Deep", At = new Spot { Y = 3 } } },
                },
                Actors = new List<Actor> { new Actor { Id = 1, Name = "Guard", Health = 0.5f },
                    new Actor { Id = 2, At = new Spot { X = 4, Y = 4 } } },
                Prison = new Box<Actor>
                {
                    Content = new Actor { Name = "Thief" },
                    Closed = new DateTime(2026, 11, 21, 0, 0, 0, DateTimeKind.Utc)
                },
            };
            var step = new Step { From = new Spot { X = 1 }, To = new Spot { X = 2 } };
            return new Story
            {
                Hero = new Hero
                {
                    Id = 3,
                    Name = "Ada",
                    Home = new Box<Scene> { Content = scene },
                    Bag = new Dictionary<string, Thing> { ["left"] = new Thing { Id = 9, Name = "Lamp" } }
                },
                Scenes = new List<Scene> { scene, new Scene() },
                Steps = new[] { step, step },
                Last = new Box<Step> { Content = step },
                Camp = new Camp { Name = "North", At = step.To, Supplies = new List<Thing> { new Thing { Name = "Tent" } }, Tents = 2 },
                Guild = new Guild { Motto = "Onward" }.Enlist(new Actor { Id = 5 }, 450)
                    .Enlist(new Knight { Name = "Eda", Horse = "Bay" }, 30),
            };
        }
    }
}
