using System;
using System.Collections.Generic;
using Game.Core;
using Game.Shared;
using Kitbag;
using UnityEngine;

namespace Game.Play
{
    [Serializable]
    public partial class World
    {
        public List<Unit> Units = new List<Unit>();
        public Dictionary<Vector2Int, Tile> Map = new Dictionary<Vector2Int, Tile>();
        public Tile[] Tiles = new Tile[0];
        public Slot<Tile> Marked;
        // Not a nullable tuple of numbers: Mono's ahead-of-time compiler passes it incorrectly to a generic method, even without Kitbag.
        public (Terrain, int) Weather;
        public Tile? Spawn;
        public AnimationCurve Curve;
        public Order[] Orders = new Order[0];

        [SerializeField]
        private Dictionary<Terrain, List<Stats>> stats = new Dictionary<Terrain, List<Stats>>();

        public static World Create()
        {
            var world = new World
            {
                Marked = new Slot<Tile>(new Tile { At = new Vector2Int(5, 6), Cost = 7 }),
                Weather = (Terrain.Water, 3),
                Spawn = new Tile { Height = 3 },
                Curve = new AnimationCurve(new Keyframe(0, 1), new Keyframe(1, 0)),
                Orders = new[] { new Order { Unit = 3, Path = { 1, 2, 3 } } },
                Tiles = new Tile[20],
            };
            for (int i = 0; i < 12; i++)
                world.Units.Add(Unit.Create("unit " + i, i));
            for (int i = 0; i < world.Tiles.Length; i++)
            {
                world.Tiles[i] = new Tile { At = new Vector2Int(i, -i), Terrain = (Terrain)(i % 3), Height = (byte)i, Cost = (short)(-i) };
                world.Map[world.Tiles[i].At] = world.Tiles[i];
            }
            world.stats[Terrain.Rock] = new List<Stats> { new Stats(4, new Slot<int>(1)) };
            return world;
        }
    }

    /// <summary>The documents that the tests compare; each of them is read again.</summary>
    public static class Documents
    {
        public static IEnumerable<KeyValuePair<string, byte[]>> All()
        {
            World world = World.Create();
            yield return Named("world", Again(KitbagSerializer.Serialize(world)));
            yield return Named("world, bare", KitbagSerializer.Serialize(world, KitbagOptions.Bare));
            string json = KitbagJson.Serialize(KitbagJson.Deserialize<World>(KitbagJson.Serialize(world)));
            yield return Named("world, JSON", System.Text.Encoding.UTF8.GetBytes(json));
            var path = new Vector3[100];
            for (int i = 0; i < path.Length; i++)
                path[i] = new Vector3(i, i * 0.5f, -i);
            path = KitbagSerializer.Deserialize<Vector3[]>(KitbagSerializer.Serialize(path));
            yield return Named("path", KitbagSerializer.Serialize(path));
            yield return Named("order", Order.FromBytes(world.Orders[0].ToBytes()).ToBytes());
        }

        private static byte[] Again(byte[] document)
        {
            World read = KitbagSerializer.Deserialize<World>(document);
            if (read.Units[3].Summary != World.Create().Units[3].Summary || read.Units[3].Cached != 1)
                throw new InvalidOperationException("read " + read.Units[3].Summary);
            return KitbagSerializer.Serialize(read);
        }

        private static KeyValuePair<string, byte[]> Named(string name, byte[] bytes) => new KeyValuePair<string, byte[]>(name, bytes);
    }
}
