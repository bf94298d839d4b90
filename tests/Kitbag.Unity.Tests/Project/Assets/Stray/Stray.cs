using Game.Core;
using Kitbag;

/// <summary>Its assembly definition does not reference Kitbag.Unity: it compiles, and the editor tells.</summary>
public static class Stray
{
    public static byte[] Save(Burn burn) => KitbagSerializer.Serialize(burn);
}
