using System;
using System.Collections;
using System.Collections.Generic;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Passes on to a new value what its JSON does not contain: the comparers of sets and maps of strings, and the lengths of empty arrays
    /// with several dimensions. New items and entries take them from others of the same list or map.
    /// </summary>
    internal sealed class ReplacedValue
    {
        // Objects may refer to each other, and in long chains. A map with another comparer is a new one, to which all references refer.
        private readonly Dictionary<object, object> _results = new Dictionary<object, object>(ByIdentity.Comparer);
        private readonly Queue<(object Old, object Value)> _pending = new Queue<(object, object)>();

        /// <summary>Returns the new value, or what replaces it.</summary>
        /// <param name="old">The value that is replaced.</param>
        /// <param name="value">The new value.</param>
        /// <exception cref="KitbagException">Keys or elements are equal by the comparer of the old value.</exception>
        public static object? PassOn(object? old, object? value)
        {
            var work = new ReplacedValue();
            object? result = work.Pass(old, value);
            while (work._pending.Count != 0)
            {
                (object before, object next) = work._pending.Dequeue();
                work.PassContent(before, next);
            }
            return result;
        }

        private object? Pass(object? old, object? value)
        {
            if (old == null || value == null)
                return value;
            if (value is StructValue one && old is StructValue oldOne)
                return new StructValue(Pass(oldOne.Members, one.Members, one.Count), one.Count);
            if (value is Held held && old is Held oldHeld)
                return new Held(Pass(oldHeld.Value, held.Value));
            if (value is ValueType or string or byte[])
                return value;
            if (!_results.TryGetValue(value, out object? result))
            {
                result = value is ItemMap<string> map && old is ItemMap<string> { Named: { } comparer }
                    ? new ItemMap<string>(map.Count, comparer) { Named = comparer }
                    : value;
                _results.Add(value, result);
                _pending.Enqueue((old, value));
            }
            return result;
        }

        private MemberValues Pass(MemberValues old, MemberValues value, int count)
        {
            object?[] boxes = value.ToBoxes(count);
            for (int i = 0; i < count; i++)
                boxes[i] = Pass(old[i], boxes[i]);
            return new MemberValues(boxes);
        }

        private void PassContent(object old, object value)
        {
            switch (value)
            {
                case ObjectValue one when old is ObjectValue before && before.Codec.Type == one.Codec.Type:
                    // The lengths follow the elements.
                    if (SchemaForms.RankOf(one.Codec.Type) != 0 && one.Members[0] is ICollection { Count: 0 }
                        && before.Members[0] is ICollection { Count: 0 })
                        one.Members = before.Members;
                    else
                        one.Members = Pass(before.Members, one.Members, one.Codec.Type.MemberArray.Length);
                    break;
                case UnionValue union when old is UnionValue before && before.Number == union.Number:
                    union.Value = Pass(before.Value, union.Value);
                    break;
                case IDictionary map when old is IDictionary before:
                    var result = (IDictionary)_results[value];
                    if (result != value || HoldsParts(before.Values))
                        PassEntries(before, map, result);
                    break;
                case ItemList<string?> texts when old is ItemList<string?> { Comparer: { } comparer }:
                    texts.Comparer = comparer;
                    CheckUnique(texts, comparer);
                    break;
                case IList list when old is IList { Count: > 0 } before && HoldsParts(before):
                    for (int i = 0; i < list.Count; i++)
                        list[i] = Pass(before[Math.Min(i, before.Count - 1)], list[i]);
                    break;
            }
        }

        // Numbers and strings have nothing to pass on, and there may be many of them.
        private static bool HoldsParts(ICollection values)
        {
            foreach (object? item in values)
            {
                if (item != null)
                    return item is StructValue or Held or not (ValueType or string);
            }
            return false;
        }

        private void PassEntries(IDictionary old, IDictionary value, IDictionary result)
        {
            object? other = null;
            foreach (object? one in old.Values)
                other ??= one;
            foreach (object key in new ArrayList(value.Keys))
            {
                object? content = Pass(old.Contains(key) ? old[key] : other, value[key]);
                if (!ReferenceEquals(result, value) && result.Contains(key))
                    throw AreEqual((string)key);
                result[key] = content;
            }
        }

        private static void CheckUnique(List<string?> elements, StringComparer comparer)
        {
            var met = new HashSet<string?>(comparer);
            foreach (string? element in elements)
            {
                if (!met.Add(element))
                    throw AreEqual(element ?? "null");
            }
        }

        private static KitbagException AreEqual(string key) => new KitbagException(KitbagErrorReason.SchemaMismatch,
            "Two keys or elements are equal to '" + KitbagException.Cut(key) + "' by the comparer of the map or set.");
    }
}
