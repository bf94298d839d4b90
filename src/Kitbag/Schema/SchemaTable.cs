using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>
    /// Numbers the types of a schema in the order in which a walk from the root first encounters them. Types are equal if neither their own
    /// properties nor the types that they refer to differ, even if several codecs declare them; tracked types of different classes are
    /// never equal. The generator links this file.
    /// </summary>
    internal sealed class SchemaTable
    {
        private readonly Dictionary<SchemaType, int> _classes;
        private readonly Dictionary<SchemaType, string>? _qualifiers;
        // By classes; 0 where there is none, else 1 more.
        private readonly int[] _numbers;

        public SchemaTable(params SchemaType[] roots)
            : this(roots, null)
        {
        }

        /// <summary>Numbers the types of several roots, one root after the other.</summary>
        /// <param name="roots">The roots.</param>
        /// <param name="qualifiers">Text that distinguishes types that are otherwise equal, or null.</param>
        public SchemaTable(SchemaType[] roots, Dictionary<SchemaType, string>? qualifiers)
        {
            _qualifiers = qualifiers;
            var all = new List<SchemaType>();
            var seen = new Dictionary<SchemaType, int>();
            foreach (SchemaType root in roots)
                Collect(root, seen, all);
            _classes = Classes(all);
            _numbers = new int[all.Count];
            foreach (SchemaType root in roots)
                Add(root);
        }

        private SchemaTable(Dictionary<SchemaType, int> classes, SchemaType root)
        {
            _classes = classes;
            _numbers = new int[classes.Count];
            Add(root);
        }

        /// <summary>The table of one of the roots alone. Which types are one is found out once for all of them.</summary>
        public SchemaTable Of(SchemaType root) => new SchemaTable(_classes, root);

        /// <summary>One type of each number.</summary>
        public List<SchemaType> Types { get; } = new List<SchemaType>();

        /// <summary>The number of a type.</summary>
        public int Number(SchemaType type) => _numbers[_classes[type]] - 1;

        /// <summary>The number of a type, or -1 for one that no root reaches.</summary>
        public int Find(SchemaType type) => _classes.TryGetValue(type, out int found) ? _numbers[found] - 1 : -1;

        private void Add(SchemaType type)
        {
            int found = _classes[type];
            if (_numbers[found] != 0)
                return;
            Types.Add(type);
            _numbers[found] = Types.Count;
            if (type.Key != null)
                Add(type.Key);
            if (type.Element != null)
                Add(type.Element);
            foreach (SchemaMember member in type.MemberArray)
                Add(member.Type);
        }

        // Adds each type after the types that it refers to, unless those refer back to it.
        private static void Collect(SchemaType type, Dictionary<SchemaType, int> seen, List<SchemaType> all)
        {
            if (seen.ContainsKey(type))
                return;
            seen.Add(type, seen.Count);
            if (type.Key != null)
                Collect(type.Key, seen, all);
            if (type.Element != null)
                Collect(type.Element, seen, all);
            foreach (SchemaMember member in type.MemberArray)
                Collect(member.Type, seen, all);
            all.Add(type);
        }

        // Without cycles, one round is sufficient, because the types that a type refers to precede it. With cycles, this is partition
        // refinement: all types are in one class until their own properties, and then the classes of the types that they refer to, separate
        // them.
        private Dictionary<SchemaType, int> Classes(List<SchemaType> all)
        {
            var classes = new Dictionary<SchemaType, int>();
            var identities = new Dictionary<object, int>();
            foreach (SchemaType type in all)
            {
                if (type.IsTracked && !identities.ContainsKey(type.Identity))
                    identities.Add(type.Identity, identities.Count);
            }
            if (TryRound(all, identities, classes, classes, out int found))
                return classes;
            classes.Clear();
            foreach (SchemaType type in all)
                classes.Add(type, 0);
            int before;
            do
            {
                before = found;
                var next = new Dictionary<SchemaType, int>();
                TryRound(all, identities, classes, next, out found);
                classes = next;
            }
            while (found > before || before == 0);
            return classes;
        }

        // Assigns each type to a class by its properties and the classes of the types that it refers to. Fails if one of those is unknown.
        private bool TryRound(
            List<SchemaType> all, Dictionary<object, int> identities, Dictionary<SchemaType, int> known,
            Dictionary<SchemaType, int> classes, out int found)
        {
            found = 0;
            var byKey = new Dictionary<string, int>(StringComparer.Ordinal);
            foreach (SchemaType type in all)
            {
                if (Key(type, identities, known) is not { } key)
                    return false;
                if (!byKey.TryGetValue(key, out int number))
                    byKey.Add(key, number = byKey.Count);
                classes.Add(type, number);
            }
            found = byKey.Count;
            return true;
        }

        private string? Key(SchemaType type, Dictionary<object, int> identities, Dictionary<SchemaType, int> classes)
        {
            var text = new StringBuilder();
            text.Append((int)type.Kind).Append(' ').Append(type.Name.Length).Append(type.Name)
                .Append(type.IsTracked ? " t" + identities[type.Identity].ToString(CultureInfo.InvariantCulture) : type.IsStruct
                    ? " s" : "");
            if ((type.Key != null && !TryAppend(text.Append(" k"), type.Key, classes))
                || (type.Element != null && !TryAppend(text.Append(" e"), type.Element, classes)))
                return null;
            foreach (SchemaMember member in type.MemberArray)
            {
                if (!TryAppend(text.Append(" m").Append(member.Name.Length).Append(member.Name), member.Type, classes))
                    return null;
            }
            if (type.Kind == SchemaKind.Enum)
                text.Append(" u").Append((int)type.Underlying);
            foreach (SchemaEnumValue value in type.ValueArray)
                text.Append(" v").Append(value.Name.Length).Append(value.Name).Append(value.Value);
            if (_qualifiers != null && _qualifiers.TryGetValue(type, out string? qualifier))
                text.Append(" q").Append(qualifier);
            return text.ToString();
        }

        private static bool TryAppend(StringBuilder text, SchemaType type, Dictionary<SchemaType, int> classes)
        {
            if (!classes.TryGetValue(type, out int number))
                return false;
            text.Append('#').Append(number.ToString(CultureInfo.InvariantCulture)).Append(' ');
            return true;
        }
    }
}
