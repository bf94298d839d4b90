using Game.Core;
using Kitbag;

/// <summary>The assembly definition does not reference Kitbag.Unity: the assembly compiles, and the editor shows a warning.</summary>
public static class Stray
{
    public static byte[] Save(Burn burn) => KitbagSerializer.Serialize(burn);
}
