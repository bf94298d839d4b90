using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>The nesting of values in JSON as far as their types determine it.</summary>
    internal readonly struct JsonLevels
    {
        // One field, so that it can be stored without synchronization: the levels times two, plus one if it is open.
        private readonly int _bits;

        private JsonLevels(int least, bool isOpen)
        {
            _bits = 2 * least + (isOpen ? 1 : 0);
        }

        /// <summary>Gets the levels of objects and arrays that types determine; a reference to a tracked object counts as one.</summary>
        public int Least => _bits >> 1;

        /// <summary>
        /// Gets a value indicating whether values may be nested deeper: they reach themselves without being tracked, as lists in members of
        /// type <see cref="object"/> do.
        /// </summary>
        public bool IsOpen => (_bits & 1) != 0;

        /// <summary>Returns the levels of the values of a type.</summary>
        public static JsonLevels Of(SchemaType type) => Of(type, new Dictionary<SchemaType, JsonLevels>());

        /// <summary>Returns the levels of values next to each other.</summary>
        public static JsonLevels Max(JsonLevels one, JsonLevels other) =>
            new JsonLevels(Math.Max(one.Least, other.Least), one.IsOpen || other.IsOpen);

        /// <summary>Returns the levels of a value that contains these.</summary>
        public JsonLevels Within(int levels) => new JsonLevels(Least + levels, IsOpen);

        private static JsonLevels Of(SchemaType type, Dictionary<SchemaType, JsonLevels> known)
        {
            if (known.TryGetValue(type, out JsonLevels levels))
                return levels;
            known[type] = new JsonLevels(0, isOpen: true);
            levels = type.Kind switch
            {
                SchemaKind.Reference => new JsonLevels(1, isOpen: false),
                SchemaKind.Nullable => Of(type.Element!, known),
                SchemaKind.Sequence => Of(type.Element!, known).Within(1),
                SchemaKind.Map when JsonKinds.IsKey(type.Key!.Kind) => Of(type.Element!, known).Within(1),
                SchemaKind.Map => Max(Of(type.Key!, known), Of(type.Element!, known)).Within(2),
                SchemaKind.Object when type.IsAny => new JsonLevels(2, isOpen: true),
                SchemaKind.Object or SchemaKind.Record => Deepest(type, known).Within(1),
                // A value that is not an object is wrapped in one that specifies its type.
                SchemaKind.Union => Deepest(type, known).Within(1),
                _ => default,
            };
            return known[type] = levels;
        }

        private static JsonLevels Deepest(SchemaType type, Dictionary<SchemaType, JsonLevels> known)
        {
            JsonLevels deepest = default;
            foreach (SchemaMember member in type.MemberArray)
                deepest = Max(deepest, Of(member.Type, known));
            return deepest;
        }
    }
}
