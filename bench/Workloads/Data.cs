using System;
using System.Collections.Generic;
using System.Linq;

namespace Workloads
{
    /// <summary>The data of the workloads, which is the same in each run.</summary>
    public static class Data
    {
        public static MessageEnvelope Envelope() => new MessageEnvelope
        {
            Header = "Test",
            From = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
            To = new Guid("0f8fad5b-d9cb-469f-a165-70867728950e"),
        };

        public static List<Person> Persons(int count)
        {
            var random = new Random(7);
            string[] first = { "James", "Mary", "Robert", "Patricia", "John", "Jennifer", "Michael", "Linda", "David", "Elizabeth",
                "William", "Barbara", "Richard", "Susan", "Joseph", "Jessica", "Thomas", "Sarah", "Chris", "Karen" };
            string[] last = { "Smith", "Johnson", "Williams", "Brown", "Jones", "Garcia", "Miller", "Davis", "Lopez", "Martin", "Wilson",
                "Anders", "Thomas", "Taylor", "Moore", "Jackson", "Lee", "Perez", "White", "Harris" };
            return Enumerable.Range(0, count).Select(_ =>
                new Person
                {
                    Age = random.Next(1, 100),
                    FirstName = first[random.Next(20)],
                    LastName = last[random.Next(20)],
                    Sex = (Sex)random.Next(1, 3)
                }).ToList();
        }

        public static Vec3[] Vectors(int count)
        {
            var random = new Random(3);
            return Enumerable.Range(0, count).Select(_ =>
                new Vec3 { X = random.NextSingle() * 1000, Y = random.NextSingle() * 10, Z = random.NextSingle() * 1000 }).ToArray();
        }

        public static float[] Floats(int count)
        {
            var random = new Random(4);
            return Enumerable.Range(0, count).Select(_ => random.NextSingle() * 100).ToArray();
        }

        public static int[] SmallInts(int count)
        {
            var random = new Random(5);
            return Enumerable.Range(0, count).Select(_ => random.Next(0, 1001)).ToArray();
        }

        public static double[] Doubles(int count)
        {
            var random = new Random(6);
            return Enumerable.Range(0, count).Select(_ => random.NextDouble() * 1000).ToArray();
        }

        public static string Text(int length) =>
            new string('x', length / 2) + string.Concat(Enumerable.Range(0, length / 2).Select(i => (char)('a' + i % 26)));

        public static WordGraph Words()
        {
            var random = new Random(8);
            var graph = new WordGraph
            {
                Root = 1,
                WordCount = 82765,
                FirstEdges = new int[38745],
                Nodes = new int[85600],
                Letters = new char[85600],
                Counts = new ushort[38744],
                Weights = new long[82765]
            };
            int edge = 0;
            for (int i = 0; i < graph.FirstEdges.Length; i++)
            {
                graph.FirstEdges[i] = edge;
                edge = Math.Min(85600, edge + random.Next(1, 4) + (random.Next(5) == 0 ? 1 : 0));
            }
            for (int i = 0; i < graph.Nodes.Length; i++)
            {
                graph.Nodes[i] = random.Next(85600);
                graph.Letters[i] = (char)('a' + random.Next(26));
            }
            for (int i = 0; i < graph.Counts.Length; i++)
                graph.Counts[i] = (ushort)random.Next(1, 8);
            for (int i = 0; i < graph.Weights.Length; i++)
                graph.Weights[i] = (long)Math.Exp(random.NextDouble() * Math.Log(1e7));
            return graph;
        }

        public static World SaveGame()
        {
            var r = new Random(42);
            string[] kinds = Enumerable.Range(0, 30).Select(i => "kind_" + (char)('a' + i % 26) + i).ToArray();
            string[] names = Enumerable.Range(0, 100).Select(i => "Item of Name " + i).ToArray();
            var world = new World
            {
                Name = "The Realm",
                SavedAt = new DateTime(2026, 11, 20, 1, 2, 3, DateTimeKind.Utc),
                Zones = new List<Zone>()
            };
            int id = 1;
            for (int z = 0; z < 20; z++)
            {
                var zone = new Zone
                {
                    Name = "Zone " + z,
                    Id = z,
                    Heightmap = new float[256],
                    Entities = new List<Entity>(),
                    Flags = new Dictionary<string, int>()
                };
                for (int i = 0; i < 256; i++)
                    zone.Heightmap[i] = (float)r.NextDouble() * 100;
                for (int i = 0; i < 20; i++)
                    zone.Flags["quest_flag_" + i] = r.Next(0, 5);
                for (int e = 0; e < 200; e++)
                {
                    var entity = new Entity
                    {
                        Id = id++,
                        Kind = kinds[r.Next(30)],
                        Position = new Vec3
                        {
                            X = (float)r.NextDouble() * 1000,
                            Y = (float)r.NextDouble() * 10,
                            Z = (float)r.NextDouble() * 1000
                        },
                        Health = r.Next(0, 101),
                        Level = r.Next(1, 60),
                        Faction = (byte)r.Next(0, 6),
                        Active = r.Next(2) == 0,
                        Hostile = r.Next(4) == 0,
                        TargetId = r.Next(3) == 0 ? r.Next(1, 4000) : null,
                        Inventory = new List<Item>()
                    };
                    int n = r.Next(0, 6);
                    for (int k = 0; k < n; k++)
                        entity.Inventory.Add(new Item
                        {
                            Id = id++,
                            Name = names[r.Next(100)],
                            Count = r.Next(1, 20),
                            Durability = (float)r.NextDouble(),
                            Rarity = (Rarity)r.Next(5),
                            Note = r.Next(20) == 0
                            ? "note " + r.Next(1000) : null
                        });
                    zone.Entities.Add(entity);
                }
                world.Zones.Add(zone);
            }
            return world;
        }
    }
}
