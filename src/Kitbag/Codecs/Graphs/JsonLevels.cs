using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Computes the nesting of values in JSON as far as their types determine it.</summary>
    internal static class JsonLevels
    {
        /// <summary>Returns the levels of objects and arrays in a value; a reference to a tracked object counts as one.</summary>
        public static int Of(SchemaType type) => Of(type, new Dictionary<SchemaType, int>());

        private static int Of(SchemaType type, Dictionary<SchemaType, int> known)
        {
            if (known.TryGetValue(type, out int levels))
                return levels;
            // The type does not determine the depth of values that reach themselves without being tracked.
            known[type] = 0;
            levels = type.Kind switch
            {
                SchemaKind.Reference => 1,
                SchemaKind.Nullable => Of(type.Element!, known),
                SchemaKind.Sequence => 1 + Of(type.Element!, known),
                SchemaKind.Map when JsonKinds.IsKey(type.Key!.Kind) => 1 + Of(type.Element!, known),
                SchemaKind.Map => 2 + Math.Max(Of(type.Key!, known), Of(type.Element!, known)),
                SchemaKind.Object or SchemaKind.Record => 1 + Deepest(type, known),
                // A value that is not an object is wrapped in one that specifies its type.
                SchemaKind.Union => 1 + Deepest(type, known),
                _ => 0,
            };
            return known[type] = levels;
        }

        private static int Deepest(SchemaType type, Dictionary<SchemaType, int> known)
        {
            int deepest = 0;
            foreach (SchemaMember member in type.MemberArray)
                deepest = Math.Max(deepest, Of(member.Type, known));
            return deepest;
        }
    }
}
