using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>Checks the rules for schemas from any source. The generator links this file.</summary>
    internal static class SchemaRules
    {
        // A record is copied as a whole; the largest that a game has are matrices.
        private const int MaxRecordSize = 64 * 1024;

        /// <summary>
        /// Checks all types. A reference does not count as nesting: the type that it refers to is walked in a separate loop. So a cycle
        /// through a reference ends, and the depth is that of one object at a time.
        /// </summary>
        /// <param name="roots">The types of the values themselves.</param>
        /// <param name="types">All types except built-in ones.</param>
        /// <param name="maxDepth">The maximum depth of nesting.</param>
        /// <returns>The depth of nesting.</returns>
        /// <exception cref="SchemaException">A type violates a rule; the exception has the position of that type.</exception>
        public static int Check(SchemaType[] roots, IReadOnlyList<SchemaType> types, int maxDepth)
        {
            var heights = new Dictionary<SchemaType, int>();
            int depth = 0;
            foreach (SchemaType root in roots)
                depth = Math.Max(depth, Check(root, 0, maxDepth, heights));
            foreach (SchemaType type in types)
            {
                if (type.IsTracked)
                    depth = Math.Max(depth, Check(type, 0, maxDepth, heights));
            }
            foreach (SchemaType type in types)
                CheckReferences(type);
            return depth;
        }

        // A tracked object is represented by a reference wherever it occurs; only the root may be the object itself.
        private static void CheckReferences(SchemaType type)
        {
            if (type.Kind == SchemaKind.Reference)
            {
                if (!type.Element!.IsTracked)
                    throw Bad(type.Offset, "A reference refers to a '" + type.Element + "', which is not a tracked class or a collection.");
                return;
            }
            if (type.Key is { IsTracked: true } || type.Element is { IsTracked: true }
                || (type.Kind != SchemaKind.Union && Array.Exists(type.MemberArray, m => m.Type.IsTracked)))
                throw Bad(type.Offset, "The type '" + type + "' holds a tracked object; expected a reference to it.");
        }

        // A type that could reach itself would let a few bytes nest without end; so would types nested beyond all measure.
        private static int Check(SchemaType type, int depth, int maxDepth, Dictionary<SchemaType, int> heights)
        {
            if (depth > maxDepth)
                throw TooDeep(type, maxDepth);
            if (heights.TryGetValue(type, out int height))
            {
                if (height < 0)
                    throw Bad(type.Offset, "The type '" + type + "' reaches itself.");
                if (depth + height > maxDepth)
                    throw TooDeep(type, maxDepth);
                return height;
            }
            heights[type] = -1;
            height = 0;
            if (type.Key != null)
                height = 1 + Check(type.Key, depth + 1, maxDepth, heights);
            if (type.Element != null && type.Kind != SchemaKind.Reference)
                height = Math.Max(height, 1 + Check(type.Element, depth + 1, maxDepth, heights));
            foreach (SchemaMember member in type.MemberArray)
                height = Math.Max(height, 1 + Check(member.Type, depth + 1, maxDepth, heights));
            heights[type] = height;
            CheckParts(type);
            return height;
        }

        private static SchemaException TooDeep(SchemaType type, int maxDepth) => new SchemaException(
            "The schema's types nest deeper than the " + Text(maxDepth) + " levels of KitbagLimits.MaxSchemaDepth, or contain themselves.",
            Math.Max(type.Offset, 0), true);

        // A separate method, so that the recursive one uses little stack space.
        private static void CheckParts(SchemaType type)
        {
            // Structs may be stored as strings and collections.
            if (type.Kind == SchemaKind.Nullable && (type.Element!.Kind is SchemaKind.Nullable or SchemaKind.Union
                || (type.Element.Kind == SchemaKind.Object && !type.Element.IsStruct)))
                throw Bad(type.Offset, "A nullable holds a " + type.Element.Kind + "; expected a value type.");
            if (type.Kind == SchemaKind.Record)
            {
                foreach (SchemaMember field in type.MemberArray)
                {
                    if (field.Type.Size == 0)
                        throw Bad(field.Offset, "The record '" + Cut(type.Name) + "' has a field '" + Cut(field.Name) + "' of type "
                            + field.Type + "; expected a number, a char, a Guid, an enum or a record.");
                }
                if (type.Size is 0 or > MaxRecordSize)
                    throw Bad(type.Offset, "The record '" + Cut(type.Name) + "' has " + Text(type.Size) + " bytes; expected 1 to "
                        + Text(MaxRecordSize) + ".");
            }
        }

        private static SchemaException Bad(int place, string message) => new SchemaException("Bad schema: " + message, place);

        private static string Cut(string name) => KitbagException.Cut(name);

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
