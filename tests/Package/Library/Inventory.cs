using System.Collections.Generic;
using Kitbag;

namespace Library
{
    public enum Rarity { Common, Rare }

    public struct Place { public float X, Y; }

    public class Item
    {
        public string? Name { get; set; }
        public Rarity Rarity { get; set; }
        public int? Charges { get; set; }
    }

    public class Inventory
    {
        public List<Item>? Items { get; set; }
        public Dictionary<string, Place>? Found { get; set; }
    }

    public static class Inventories
    {
        public static byte[] Save(Inventory inventory) => KitbagSerializer.Serialize(inventory);

        public static string Print(Inventory inventory) => KitbagJson.Serialize(inventory);

        public static byte[] Pack<[KitbagRoot] T>(T value) => KitbagSerializer.Serialize(value, KitbagOptions.Bare);
    }
}
