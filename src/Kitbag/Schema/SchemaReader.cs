using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Reads the bytes of a schema, which may come from an untrusted source.</summary>
    internal static class SchemaReader
    {
        // The allocated bytes on 64-bit platforms: a type with its entries in tables, and the same again for a plan; a member with the
        // reference to its name; a name of an enum.
        private const int SizeOfType = 360, SizeOfMember = 160, SizeOfEnumValue = 16, SizeOfString = 30;

        /// <summary>Reads a schema.</summary>
        /// <param name="bytes">The bytes.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="size">The size of the schema, which limits are compared with.</param>
        public static SchemaType Read(ReadOnlySpan<byte> bytes, KitbagLimits limits, out SchemaSize size)
        {
            if (bytes.Length > limits.MaxSchemaBytes)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "Bytes of the schema: found " + Text(bytes.Length)
                    + "; KitbagLimits.MaxSchemaBytes allows " + Text(limits.MaxSchemaBytes) + ".", 0);
            var r = new WireReader(bytes, limits);
            int count = r.ReadCountWithin(limits.MaxSchemaTypes, nameof(KitbagLimits.MaxSchemaTypes), "Types in the schema");
            if (count == 0 || count > bytes.Length)
                throw r.Error(KitbagErrorReason.Malformed, "The schema specifies " + Text(count)
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
                throw r.Error(KitbagErrorReason.TrailingBytes, "The schema continues for " + Text(r.Remaining)
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
                    var seen = new Dictionary<string, int>(StringComparer.Ordinal);
                    for (int i = 0; i < members.Length; i++)
                    {
                        Part part = parts[i];
                        if (!seen.TryAdd(part.Name, i))
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
                    // Whether collections are tracked is specified by the types that refer to them.
                    type.Element.IsTracked |=
                        type.Kind == SchemaKind.Reference && type.Element.Kind is SchemaKind.Sequence or SchemaKind.Map;
                    break;
            }
        }

        private static int CheckAll(SchemaType[] types, KitbagLimits limits)
        {
            try
            {
                return SchemaRules.Check(new[] { types[0] }, types, limits.MaxSchemaDepth);
            }
            catch (SchemaException e)
            {
                throw new KitbagException(e.IsLimit ? KitbagErrorReason.LimitExceeded : KitbagErrorReason.Malformed, e.Message, e.Place);
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
