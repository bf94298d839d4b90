using System.Collections;
using System.Reflection;

namespace Game.App;

/// <summary>Compares two object graphs field by field, including private fields, without Kitbag.</summary>
internal static class Comparison
{
    /// <summary>Returns the path of the first difference, or null.</summary>
    public static string? Difference(object? a, object? b, string path = "$")
    {
        if (ReferenceEquals(a, b))
            return null;
        // For a collection interface, Kitbag creates a collection of a certain type.
        bool areLists = a is IEnumerable and not string && b is IEnumerable and not string;
        if (a is null || b is null || (a.GetType() != b.GetType() && !areLists))
            return path + ": " + (a ?? "null") + " and " + (b ?? "null");
        Type type = a.GetType();
        if (type.IsPrimitive || type.IsEnum || a is string or DateTimeOffset or Uri or decimal or Guid or DateOnly)
            return a.Equals(b) ? null : path + ": " + a + " and " + b;
        if (a is Delegate)
            return null;
        if (a is IDictionary map)
            return map.Count != ((IDictionary)b).Count ? path + ": other counts" : Entries(map, (IDictionary)b, path);
        if (a is IEnumerable list)
            return Elements(list.Cast<object?>().ToList(), ((IEnumerable)b).Cast<object?>().ToList(), path);
        for (Type? declaring = type; declaring != null; declaring = declaring.BaseType)
        {
            foreach (FieldInfo field in declaring.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic
                | BindingFlags.DeclaredOnly))
            {
                // The log of the world is marked as not saved.
                if (field.Name != "_log" && Difference(field.GetValue(a), field.GetValue(b), path + "." + field.Name) is { } found)
                    return found;
            }
        }
        return null;
    }

    private static string? Entries(IDictionary a, IDictionary b, string path)
    {
        foreach (object key in a.Keys)
        {
            if (!b.Contains(key))
                return path + ": no '" + key + "'";
            if (Difference(a[key], b[key], path + "[" + key + "]") is { } found)
                return found;
        }
        return null;
    }

    private static string? Elements(List<object?> a, List<object?> b, string path)
    {
        if (a.Count != b.Count)
            return path + ": " + a.Count + " and " + b.Count + " elements";
        for (int i = 0; i < a.Count; i++)
        {
            if (Difference(a[i], b[i], path + "[" + i + "]") is { } found)
                return found;
        }
        return null;
    }
}
