using Kitbag;

namespace Game.Shared
{
    public struct Move
    {
        public int Unit;
        public float X;
        public float Y;

        public byte[] ToBytes() => KitbagSerializer.Serialize(this, KitbagOptions.Bare);

        public static Move FromBytes(byte[] bytes) => KitbagSerializer.Deserialize<Move>(bytes, KitbagOptions.Bare);
    }
}
