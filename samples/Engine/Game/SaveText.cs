using System.Collections.Generic;
using System.Linq;
using Engine.Model;
using Xna;

namespace Engine;

/// <summary>Describes the whole content of a save without Kitbag: two saves are equal if their descriptions are.</summary>
public static class SaveText
{
    public static IEnumerable<string> Of(Save save)
    {
        string frame = save.Frame == null ? "nothing" : string.Join(" ", save.Frame.Select(color => color?.ToString() ?? "none"));
        yield return $"{save.Time:u}, camera at {save.Camera}, frame of {frame}";
        yield return $"{save.Level.Title} under a sky of {save.Level.Sky}";
        foreach (Entity entity in save.Level.Entities)
            yield return $"  {entity.Name} at {entity.Position}, texture {Of(entity.Texture)}, {Details(entity)}";
    }

    private static string Details(Entity entity) => entity switch
    {
        Hero hero => $"{hero.Health} health, {hero.Coins} coins, {Of(hero.Bag)}",
        Chest chest => $"{(chest.IsOpen ? "open" : "closed")}, {Of(chest.Loot)}",
        Torch torch => $"lights {torch.Lit} in {torch.Light}",
        _ => "unknown",
    };

    private static string Of(Bag? bag) => bag == null
        ? "no bag" : "bag of " + string.Join(", ", bag.Select(item => $"{item.Count} {item.Name} ({Of(item.Icon)})"));

    private static string Of(Texture? texture) => texture == null ? "none" : $"{texture.Name} {texture.Handle}";
}
