using Workloads;

namespace Kitbag.AotSize
{
    internal static partial class Program
    {
        static partial void ReadSaveGame(byte[] bytes, ref int count) =>
            count = KitbagSerializer.Deserialize<World>(bytes).Zones!.Count;
    }
}
