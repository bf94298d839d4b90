using System.Collections.Generic;
using Kitbag;
using Xna;

namespace Engine.Model;

/// <summary>A level, with an index that is not stored but created after reading.</summary>
public sealed class Level : IKitbagDeserialized
{
    private readonly Dictionary<string, Entity> _byName = new();

    public string Title { get; set; } = "";

    public Color Sky { get; set; }

    public List<Entity> Entities { get; set; } = new();

    public Entity? Find(string name) => _byName.GetValueOrDefault(name);

    public void OnDeserialized()
    {
        foreach (Entity entity in Entities)
            _byName[entity.Name] = entity;
    }
}
