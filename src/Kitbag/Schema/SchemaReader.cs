using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Reads the bytes of a schema that may come from anywhere.</summary>
    internal static class SchemaReader
    {
        // A record is copied as a whole; the largest that a game has are matrices.
        private const int MaxRecordSize = 64 * 1024;

        // What is allocated, on 64 bits: a type with its place in tables, and as much again in a plan; a member with its name's reference;
        // a name of an enum.
        private const int SizeOfType = 360, SizeOfMember = 160, SizeOfEnumValue = 16, SizeOfString = 30;

        /// <summary>Reads a schema.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <param name="limits">What is accepted.</param>
        /// <param name="size">What limits are asked about it.</param>
        public static SchemaType Read(ReadOnlySpan<byte> bytes, KitbagLimits limits, out SchemaSize size)
        {
            if (bytes.Length > limits.MaxSchemaBytes)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "Bytes of the schema: found " + Text(bytes.Length)
                    + "; KitbagLimits.MaxSchemaBytes allows " + Text(limits.MaxSchemaBytes) + ".", 0);
            var r = new WireReader(bytes, limits);
            int count = r.ReadCountWithin(limits.MaxSchemaTypes, nameof(KitbagLimits.MaxSchemaTypes), "Types in the schema");
            if (count == 0 || count > bytes.Length)
                throw r.Error(KitbagErrorReason.Malformed, "The schema says that it has " + Text(count)
                    + " types; expected at least 1 and no more than its bytes.");
            r.Charge(bytes.Length + (long)count * SizeOfType);

            // First the types as they stand, with the numbers of their parts; then the parts.
            var types = new SchemaType[count];
            var parts = new Part[count][];
            for (int i = 0; i < count; i++)
            {
                int offset = r.Position;
                ReadType(ref r, limits, count, out types[i], out parts[i]);
                if (types[i].Kind < SchemaKind.Boolean)
                    types[i].Offset = offset;
            }
            if (r.Remaining != 0)
                throw r.Error(KitbagErrorReason.TrailingBytes, "The schema goes on for " + Text(r.Remaining)
                    + " byte(s) after its last type.");
            for (int i = 0; i < count; i++)
                Link(types[i], parts[i], types);
            int depth = CheckAll(types, limits), mostMembers = 0;
            foreach (SchemaType type in types)
                mostMembers = Math.Max(mostMembers, type.MemberArray.Length);
            size = new SchemaSize(bytes.Length, count, mostMembers, depth, limits.AllocationFor(bytes.Length) - r.Budget);
            types[0].Tracked = Array.FindAll(types, type => type.IsTracked);
            return types[0];
        }

        private static void ReadType(ref WireReader r, KitbagLimits limits, int count, out SchemaType type, out Part[] parts)
        {
            parts = Array.Empty<Part>();
            var kind = (SchemaKind)r.ReadByte();
            switch (kind)
            {
                case SchemaKind.Object:
                    type = new SchemaType(kind, ReadText(ref r));
                    byte flags = r.ReadByte();
                    if (flags > 2)
                        throw r.Error(KitbagErrorReason.NotSupported,
                            "The object type '" + KitbagException.Cut(type.Name) + "' has flags " + Text(flags)
                            + "; this version knows 0 (class), 1 (struct) and 2 (tracked class).");
                    type.IsStruct = flags == 1;
                    type.IsTracked = flags == 2;
                    parts = ReadMembers(ref r, limits, count);
                    return;
                case SchemaKind.Union:
                    type = new SchemaType(kind, ReadText(ref r));
                    parts = ReadMembers(ref r, limits, count);
                    return;
                case SchemaKind.Record:
                    type = new SchemaType(kind, ReadText(ref r)) { IsStruct = true };
                    parts = ReadMembers(ref r, limits, count);
                    return;
                case SchemaKind.Enum:
                    type = new SchemaType(kind, ReadText(ref r)) { Underlying = (SchemaKind)r.ReadByte() };
                    if (type.Underlying is < SchemaKind.SByte or > SchemaKind.UInt64)
                        throw r.Error(KitbagErrorReason.Malformed,
                            "The enum '" + KitbagException.Cut(type.Name) + "' lies over type " + Text((int)type.Underlying)
                            + "; expected an integer, 17 to 24.");
                    int names = r.ReadCount(r.Remaining, "Names of the enum '" + KitbagException.Cut(type.Name) + "'");
                    r.Charge((long)names * SizeOfEnumValue);
                    var values = new SchemaEnumValue[names];
                    for (int i = 0; i < values.Length; i++)
                        values[i] = new SchemaEnumValue(ReadText(ref r), r.ReadZigzag());
                    type.ValueArray = values;
                    return;
                case SchemaKind.Sequence or SchemaKind.Nullable or SchemaKind.Reference:
                    type = new SchemaType(kind);
                    parts = new[] { ReadPart(ref r, count) };
                    return;
                case SchemaKind.Map:
                    type = new SchemaType(kind);
                    parts = new[] { ReadPart(ref r, count), ReadPart(ref r, count) };
                    return;
                case >= SchemaKind.Boolean and <= SchemaKind.TimeOnly:
                    type = SchemaType.BuiltIn(kind);
                    return;
                default:
                    throw r.Error(KitbagErrorReason.NotSupported, "The schema has a type of kind " + Text((int)kind)
                        + ", which this version does not know.");
            }
        }

        private static Part[] ReadMembers(ref WireReader r, KitbagLimits limits, int count)
        {
            int n = r.ReadCountWithin(limits.MaxMembers, nameof(KitbagLimits.MaxMembers), "Members of a type in the schema");
            if (n > r.Remaining)
                throw r.Error(KitbagErrorReason.Malformed, "Members of a type in the schema: found " + Text(n)
                    + ", expected no more than the " + Text(r.Remaining) + " bytes that are left.");
            r.Charge((long)n * SizeOfMember);
            var members = new Part[n];
            for (int i = 0; i < n; i++)
            {
                int offset = r.Position;
                string name = ReadText(ref r);
                members[i] = ReadPart(ref r, count);
                members[i].Name = name;
                members[i].Offset = offset;
            }
            return members;
        }

        private static Part ReadPart(ref WireReader r, int count) =>
            new Part { Offset = r.Position, Type = r.ReadCount(count - 1, "Number of a type in the schema") };

        private static string ReadText(ref WireReader r)
        {
            int length = r.ReadCount(r.Remaining, "Length of a name in the schema");
            ReadOnlySpan<byte> bytes = r.ReadBytes(length);
            r.Charge(SizeOfString + 2L * length);
            try
            {
                return StrictUtf8.Encoding.GetString(bytes);
            }
            catch (ArgumentException)
            {
                throw r.Error(KitbagErrorReason.Malformed, "A name in the schema is not valid UTF-8.");
            }
        }

        private static void Link(SchemaType type, Part[] parts, SchemaType[] types)
        {
            switch (type.Kind)
            {
                case SchemaKind.Object or SchemaKind.Record or SchemaKind.Union:
                    var members = new SchemaMember[parts.Length];
                    var seen = new HashSet<string>();
                    for (int i = 0; i < members.Length; i++)
                    {
                        Part part = parts[i];
                        if (!seen.Add(part.Name))
                            throw Bad(part.Offset, "The type '" + KitbagException.Cut(type.Name) + "' has two members named '"
                                + KitbagException.Cut(part.Name) + "'.");
                        members[i] = new SchemaMember(part.Name, types[part.Type], part.Offset);
                    }
                    type.MemberArray = members;
                    break;
                case SchemaKind.Map:
                    type.Key = types[parts[0].Type];
                    type.Element = types[parts[1].Type];
                    break;
                case SchemaKind.Sequence or SchemaKind.Nullable or SchemaKind.Reference:
                    type.Element = types[parts[0].Type];
                    // That collections are tracked is said by what refers to them.
                    type.Element.IsTracked |=
                        type.Kind == SchemaKind.Reference && type.Element.Kind is SchemaKind.Sequence or SchemaKind.Map;
                    break;
            }
        }

        // A reference does not nest: what it refers to is walked in a loop of its own. So a circle that goes through one ends, and the
        // depth is that of one object at a time.
        private static int CheckAll(SchemaType[] types, KitbagLimits limits)
        {
            var heights = new Dictionary<SchemaType, int>();
            int depth = Check(types[0], 0, limits, heights);
            foreach (SchemaType type in types)
            {
                if (type.IsTracked)
                    depth = Math.Max(depth, Check(type, 0, limits, heights));
            }
            foreach (SchemaType type in types)
                CheckReferences(type);
            return depth;
        }

        // A tracked object stands as a reference wherever it is met; only the root is one itself.
        private static void CheckReferences(SchemaType type)
        {
            if (type.Kind == SchemaKind.Reference)
            {
                if (!type.Element!.IsTracked)
                    throw Bad(type.Offset, "A reference refers to a '" + type.Element + "', which is no tracked class and no collection.");
                return;
            }
            if (type.Key is { IsTracked: true } || type.Element is { IsTracked: true }
                || (type.Kind != SchemaKind.Union && Array.Exists(type.MemberArray, m => m.Type.IsTracked)))
                throw Bad(type.Offset, "The type '" + type + "' holds a tracked object; expected a reference to it.");
        }

        // A type that could reach itself would let a few bytes nest without end; so would types nested beyond all measure.
        private static int Check(SchemaType type, int depth, KitbagLimits limits, Dictionary<SchemaType, int> heights)
        {
            if (depth > limits.MaxSchemaDepth)
                throw TooDeep(type, limits);
            if (heights.TryGetValue(type, out int height))
            {
                if (height < 0)
                    throw Bad(type.Offset, "The type '" + type + "' reaches itself.");
                if (depth + height > limits.MaxSchemaDepth)
                    throw TooDeep(type, limits);
                return height;
            }
            heights[type] = -1;
            height = 0;
            if (type.Key != null)
                height = 1 + Check(type.Key, depth + 1, limits, heights);
            if (type.Element != null && type.Kind != SchemaKind.Reference)
                height = Math.Max(height, 1 + Check(type.Element, depth + 1, limits, heights));
            foreach (SchemaMember member in type.MemberArray)
                height = Math.Max(height, 1 + Check(member.Type, depth + 1, limits, heights));
            heights[type] = height;
            CheckParts(type);
            return height;
        }

        private static KitbagException TooDeep(SchemaType type, KitbagLimits limits) => new KitbagException(
            KitbagErrorReason.LimitExceeded,
            "The schema's types nest deeper than the " + Text(limits.MaxSchemaDepth)
                + " levels of KitbagLimits.MaxSchemaDepth, or reach themselves.",
            Math.Max(type.Offset, 0));

        // A method of its own, so that the one that recurses takes little of the stack.
        private static void CheckParts(SchemaType type)
        {
            // Strings and collections are what structs may be stored as.
            if (type.Kind == SchemaKind.Nullable && (type.Element!.Kind is SchemaKind.Nullable or SchemaKind.Union
                || (type.Element.Kind == SchemaKind.Object && !type.Element.IsStruct)))
                throw Bad(type.Offset, "A nullable holds a " + type.Element.Kind + "; expected a value type.");
            if (type.Kind == SchemaKind.Union && Array.Exists(type.MemberArray, m =>
                m.Type.Kind is SchemaKind.Union or SchemaKind.Nullable))
                throw Bad(type.Offset,
                    "The union '" + KitbagException.Cut(type.Name) + "' has a union or a nullable among its concrete types.");
            if (type.Kind == SchemaKind.Record)
            {
                foreach (SchemaMember field in type.MemberArray)
                {
                    if (field.Type.Size == 0)
                        throw Bad(field.Offset, "The record '" + KitbagException.Cut(type.Name) + "' has a field '"
                            + KitbagException.Cut(field.Name) + "' of type " + field.Type
                            + "; expected a number, a char, a Guid, an enum or a record.");
                }
                if (type.Size is 0 or > MaxRecordSize)
                    throw Bad(type.Offset, "The record '" + KitbagException.Cut(type.Name) + "' has " + Text(type.Size)
                        + " bytes; expected 1 to " + Text(MaxRecordSize) + ".");
            }
        }

        private static KitbagException Bad(int offset, string message) =>
            new KitbagException(KitbagErrorReason.Malformed, "Bad schema: " + message, offset);

        private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

        /// <summary>A type that another one refers to, by its number; of a member also its name.</summary>
        private struct Part
        {
            public string Name;
            public int Type, Offset;
        }
    }
}
