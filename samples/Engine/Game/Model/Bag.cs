using System;
using System.Collections;
using System.Collections.Generic;

namespace Engine.Model;

/// <summary>A custom collection with a limited number of items. Kitbag needs no more than a collection initializer does.</summary>
public sealed class Bag : IEnumerable<Item>
{
    private const int Capacity = 8;

    private readonly List<Item> _items = new();

    public void Add(Item item)
    {
        if (_items.Count == Capacity)
            throw new InvalidOperationException($"A bag holds {Capacity} items.");
        _items.Add(item);
    }

    public IEnumerator<Item> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
