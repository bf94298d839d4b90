using System.Collections.Generic;
using Kitbag;

namespace Game.Shared
{
    /// <summary>What a server has as well: no reference to Unity's engine, so that Unity does not call the registration here.</summary>
    public sealed class Order
    {
        public int Unit;
        public List<int> Path = new List<int>();

        public byte[] ToBytes() => KitbagSerializer.Serialize(this, KitbagOptions.Bare);

        public static Order FromBytes(byte[] bytes) => KitbagSerializer.Deserialize<Order>(bytes, KitbagOptions.Bare);
    }

    public static class Codecs
    {
        public static void Register() => KitbagGenerated.Register();
    }
}
