using System.Collections.Generic;
using Kitbag;

namespace Game.Shared
{
    /// <summary>
    /// A type that a server shares. The assembly has no reference to Unity's engine, so Unity does not call its registration.
    /// </summary>
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
