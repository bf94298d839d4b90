using System;
using System.Collections;
using System.Collections.Generic;

namespace Engine.Model;

/// <summary>A collection of its own: so many items and no more. Kitbag asks for no more than a collection initializer does.</summary>
public sealed class Bag : IEnumerable<Item>
{
    private const int Room = 8;

    private readonly List<Item> _items = new();

    public void Add(Item item)
    {
        if (_items.Count == Room)
            throw new InvalidOperationException($"A bag holds {Room} items.");
        _items.Add(item);
    }

    public IEnumerator<Item> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
