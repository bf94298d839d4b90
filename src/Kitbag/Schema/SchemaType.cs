using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    /// <summary>Represents a member of an object, or a field of a record.</summary>
    public sealed class SchemaMember
    {
        internal SchemaMember(string name, SchemaType type, int offset = -1)
        {
            Name = name;
            Type = type;
            Offset = offset;
        }

        /// <summary>
        /// Gets the name that the type has in the writer's program, for objects, records, enums and unions. It is informational and never
        /// causes a reader to load a type.
        /// </summary>
        public string Name { get; }

        /// <summary>Gets the type.</summary>
        public SchemaType Type { get; }

        /// <summary>Gets the offset of the member in the bytes of the schema that it was read from; -1 for types of this program.</summary>
        internal int Offset { get; }
    }

    /// <summary>Represents a named value of an enum.</summary>
    public readonly struct SchemaEnumValue
    {
        internal SchemaEnumValue(string name, long value)
        {
            Name = name;
            Value = value;
        }

        /// <summary>
        /// Gets the name that the type has in the writer's program, for objects, records, enums and unions. It is informational and never
        /// causes a reader to load a type.
        /// </summary>
        public string Name { get; }

        /// <summary>Gets the number. For an enum based on ulong, it has the same 64 bits.</summary>
        public long Value { get; }
    }

    /// <summary>Represents one type of a schema, independently of any C# type.</summary>
    public sealed class SchemaType
    {
        private static readonly SchemaType?[] s_builtIn = new SchemaType?[(int)SchemaKind.TimeOnly + 1];
        private object? _identity;
        private int _controlBits = -1, _maxStored, _size = -1;

        /// <summary>
        /// Declares a type. The types that it refers to are set later, when all types are declared: so types may form cycles, and code that
        /// walks them must not rely on reaching an end.
        /// </summary>
        internal SchemaType(SchemaKind kind, string name = "")
        {
            Kind = kind;
            Name = name;
        }

        /// <summary>Gets the kind of the type.</summary>
        public SchemaKind Kind { get; }

        /// <summary>
        /// Gets the name that the type has in the writer's program, for objects, records, enums and unions. It is informational and never
        /// causes a reader to load a type.
        /// </summary>
        public string Name { get; }

        /// <summary>Gets a value indicating whether an object is a struct, which cannot be null.</summary>
        public bool IsStruct { get; internal set; }

        /// <summary>
        /// Gets or sets a value indicating whether objects of a class have an identity: they are stored as references where they occur, and
        /// may reach themselves.
        /// </summary>
        internal bool IsTracked { get; set; }

        /// <summary>
        /// Gets or sets what distinguishes a tracked type from all others, even with the same name and members, because each has its own
        /// objects. For a type of this program, that is its class; for a type that was read, the type itself.
        /// </summary>
        internal object Identity { get => _identity ?? this; set => _identity = value; }

        /// <summary>
        /// Gets or sets, for the root of a schema that was read, its tracked types in the order in which documents number them.
        /// </summary>
        internal SchemaType[]? Tracked { get; set; }

        // Not that of Array.Empty, which the runtime would have to compile for this type.
        private static readonly SchemaEnumValue[] s_noValues = new SchemaEnumValue[0];

        /// <summary>Gets the members of an object or fields of a record, in wire order.</summary>
        public IReadOnlyList<SchemaMember> Members => MemberArray;

        /// <summary>
        /// Gets the element type of a sequence, the value type of a map, the underlying type of a nullable, or the object type of a
        /// reference.
        /// </summary>
        public SchemaType? Element { get; internal set; }

        /// <summary>Gets the rank of a multidimensional array that a node presents as lists in lists; otherwise 0.</summary>
        internal int Rank { get; init; }

        /// <summary>Gets the key type of a map.</summary>
        public SchemaType? Key { get; internal set; }

        /// <summary>Gets a value indicating whether values of this type may be null without <see cref="SchemaKind.Nullable"/>.</summary>
        internal bool HasNull =>
            Kind is SchemaKind.Union or SchemaKind.Sequence or SchemaKind.Map or SchemaKind.String or SchemaKind.Reference
                || (Kind == SchemaKind.Object && !IsStruct);

        /// <summary>Gets a value indicating whether values of this type may be null.</summary>
        internal bool CanBeNull => HasNull || Kind == SchemaKind.Nullable;

        /// <summary>Gets the underlying integer type of an enum.</summary>
        public SchemaKind Underlying { get; internal set; }

        /// <summary>Gets the values of an enum, in order of declaration.</summary>
        public IReadOnlyList<SchemaEnumValue> Values => ValueArray;

        /// <summary>
        /// Gets a value indicating whether this is the type of the entries of a map, for a reader that has a list of pairs: its column
        /// consists of only that of the keys and that of the values.
        /// </summary>
        internal bool IsEntry { get; private set; }

        /// <summary>Returns the struct that represents the entries of a map for a reader that has a list of pairs.</summary>
        internal static SchemaType EntryOf(SchemaType map) => new SchemaType(SchemaKind.Object, "KeyValuePair")
        {
            IsStruct = true,
            IsEntry = true,
            MemberArray = new[] { new SchemaMember("Key", map.Key!), new SchemaMember("Value", map.Element!) },
        };

        /// <summary>The name of the type of members that are declared as <c>object</c>.</summary>
        internal const string AnyName = "object";

        /// <summary>Gets a value indicating whether values are of any type, as for members that are declared as <c>object</c>.</summary>
        internal bool IsAny => Kind == SchemaKind.Object && Name == AnyName && !IsStruct && !IsTracked && MemberArray.Length == 5
            && HasArray(0, "Bytes", SchemaKind.Byte) && HasArray(1, "Integers", SchemaKind.Int64) && HasArray(2, "Reals", SchemaKind.Double)
            && HasArray(3, "Texts", SchemaKind.String) && HasArray(4, "Types", SchemaKind.Byte);

        private bool HasArray(int member, string name, SchemaKind element) => MemberArray[member].Name == name
            && MemberArray[member].Type is { Kind: SchemaKind.Sequence, Element: { } type } && type.Kind == element;

        /// <summary>Gets a value indicating whether values are of any type, and types are registered that they may have too.</summary>
        internal bool IsAnyUnion => Kind == SchemaKind.Union && Array.Exists(MemberArray, one => one.Type.IsAny);

        /// <summary>Gets a value indicating whether this object has a member <c>Key</c> and a member <c>Value</c>.</summary>
        internal bool IsPair
        {
            get
            {
                SchemaType type = Kind == SchemaKind.Nullable ? Element! : this;
                return type.Kind is SchemaKind.Object or SchemaKind.Record
                    && Array.Exists(type.MemberArray, m => m.Name == "Key") && Array.Exists(type.MemberArray, m => m.Name == "Value");
            }
        }

        /// <summary>The type of the key of a pair.</summary>
        internal SchemaType KeyOfPair =>
            Kind == SchemaKind.Nullable ? Element!.KeyOfPair : Array.Find(MemberArray, m => m.Name == "Key")!.Type;

        internal SchemaMember[] MemberArray { get; set; } = Array.Empty<SchemaMember>();

        /// <summary>
        /// Gets or sets the offset of the type in the bytes of the schema that it was read from; -1 for types of this program and built-in
        /// ones.
        /// </summary>
        internal int Offset { get; set; } = -1;

        internal SchemaEnumValue[] ValueArray { get; set; } = s_noValues;

        /// <summary>Gets the start of paths if this is the type of the root.</summary>
        internal string RootName => Kind switch
        {
            SchemaKind.Object or SchemaKind.Record or SchemaKind.Union => KitbagException.Cut(Name),
            SchemaKind.Reference when Element!.Name.Length != 0 => KitbagException.Cut(Element.Name),
            _ => "$",
        };

        internal static SchemaType BuiltIn(SchemaKind kind) => s_builtIn[(int)kind] ??= new SchemaType(kind);

        internal static SchemaType SequenceOf(SchemaType element) => new SchemaType(SchemaKind.Sequence) { Element = element };

        internal static SchemaType MapOf(SchemaType key, SchemaType value) => new SchemaType(SchemaKind.Map) { Key = key, Element = value };

        internal static SchemaType ReferenceTo(SchemaType target) => new SchemaType(SchemaKind.Reference) { Element = target };

        internal static SchemaType NullableOf(SchemaType value) => new SchemaType(SchemaKind.Nullable) { Element = value };

        /// <summary>Gets the form of a member of this type in a row.</summary>
        internal SlotShape Slot => Kind switch
        {
            SchemaKind.Boolean => new SlotShape(SlotKind.Flag),
            SchemaKind.SByte or SchemaKind.Byte => new SlotShape(SlotKind.Byte),
            SchemaKind.Int64 or SchemaKind.UInt64 or SchemaKind.TimeSpan or SchemaKind.TimeOnly => new SlotShape(SlotKind.Word64),
            SchemaKind.Double => new SlotShape(SlotKind.Double64),
            SchemaKind.Half => new SlotShape(SlotKind.Fixed, 2),
            SchemaKind.DateTime => new SlotShape(SlotKind.Fixed, 8),
            SchemaKind.DateTimeOffset => new SlotShape(SlotKind.Fixed, 10),
            SchemaKind.Int128 or SchemaKind.UInt128 or SchemaKind.Decimal or SchemaKind.Guid => new SlotShape(SlotKind.Fixed, 16),
            SchemaKind.Record => new SlotShape(SlotKind.Fixed, Size),
            SchemaKind.Enum => BuiltIn(Underlying).Slot,
            SchemaKind.Nullable => new SlotShape(Element!.Slot.Kind, Element.Slot.MaxBytes, true),
            SchemaKind.Object => new SlotShape(IsStruct ? SlotKind.Struct : SlotKind.Object),
            _ => new SlotShape(SlotKind.Word32),
        };

        /// <summary>The bytes of a record or of a field of one; of other types 0.</summary>
        // Found out once: records of records would be walked again for every member of every row.
        public int Size => _size < 0 ? _size = MeasureSize() : _size;

        private int MeasureSize()
        {
            switch (Kind)
            {
                case SchemaKind.SByte or SchemaKind.Byte:
                    return 1;
                case SchemaKind.Int16 or SchemaKind.UInt16 or SchemaKind.Char or SchemaKind.Half:
                    return 2;
                case SchemaKind.Int32 or SchemaKind.UInt32 or SchemaKind.Single:
                    return 4;
                case SchemaKind.Int64 or SchemaKind.UInt64 or SchemaKind.Double:
                    return 8;
                case SchemaKind.Guid:
                    return 16;
                case SchemaKind.Enum:
                    return BuiltIn(Underlying).Size;
                case SchemaKind.Record:
                    long size = 0;
                    foreach (SchemaMember member in MemberArray)
                        size += member.Type.Size;
                    return (int)Math.Min(size, int.MaxValue);
                default:
                    return 0;
            }
        }

        /// <summary>Control bits of a row of this object.</summary>
        internal int ControlBits
        {
            get
            {
                if (Volatile.Read(ref _controlBits) < 0)
                    Measure();
                return _controlBits;
            }
        }

        /// <summary>The most bytes that a row of this object can have before its payloads.</summary>
        internal int MaxRowBytes => SlotTable.ControlBytes(ControlBits) + _maxStored;

        private void Measure()
        {
            int bits = 0;
            long bytes = 0;
            foreach (SchemaMember member in MemberArray)
            {
                SlotShape slot = member.Type.Slot;
                bits += slot.ControlBits;
                bytes += slot.MaxBytes;
            }
            // For a schema from an untrusted source, the sum may overflow int.
            _maxStored = (int)Math.Min(bytes, int.MaxValue / 2);
            // Written last, because it signals to other threads that both values are set.
            Volatile.Write(ref _controlBits, bits);
        }

        /// <summary>The integer that values of this type are on the wire, if they are one.</summary>
        internal bool TryGetInteger(out IntegerKind kind)
        {
            SchemaKind builtIn = Kind == SchemaKind.Enum ? Underlying : Kind;
            switch (builtIn)
            {
                case SchemaKind.Char:
                    kind = IntegerKind.UInt16;
                    return true;
                case SchemaKind.Reference:
                    kind = IntegerKind.UInt32;
                    return true;
                case SchemaKind.DateOnly:
                    kind = IntegerKind.Int32;
                    return true;
                case SchemaKind.TimeSpan:
                    kind = IntegerKind.Int64;
                    return true;
                case SchemaKind.TimeOnly or SchemaKind.DateTime:
                    kind = IntegerKind.UInt64;
                    return true;
                case >= SchemaKind.SByte and <= SchemaKind.UInt64:
                    kind = (IntegerKind)(builtIn - SchemaKind.SByte);
                    return true;
                default:
                    kind = default;
                    return false;
            }
        }

        /// <summary>
        /// Gets a value indicating whether values are numbers whose column can be stored as a memory image: integers, enums, times,
        /// floating point; or null.
        /// </summary>
        internal bool IsNumber => Kind switch
        {
            SchemaKind.Single or SchemaKind.Double or SchemaKind.DateTimeOffset => true,
            SchemaKind.Nullable => Element!.IsNumber,
            SchemaKind.Reference => false,
            _ => TryGetInteger(out _),
        };

        /// <summary>Returns a readable form of the type, in which deeply nested parts are omitted.</summary>
        public override string ToString() => Text(3);

        private string Text(int depth) => Kind switch
        {
            SchemaKind.Object or SchemaKind.Record or SchemaKind.Enum or SchemaKind.Union => KitbagException.Cut(Name),
            SchemaKind.Sequence => "sequence of " + PartText(Element, depth),
            SchemaKind.Map => "map of " + PartText(Key, depth) + " to " + PartText(Element, depth),
            SchemaKind.Nullable => PartText(Element, depth) + "?",
            SchemaKind.Reference => "reference to " + PartText(Element, depth),
            SchemaKind.Boolean => "bool",
            SchemaKind.Byte => "byte",
            SchemaKind.SByte => "sbyte",
            SchemaKind.Int16 => "short",
            SchemaKind.UInt16 => "ushort",
            SchemaKind.Int32 => "int",
            SchemaKind.UInt32 => "uint",
            SchemaKind.Int64 => "long",
            SchemaKind.UInt64 => "ulong",
            SchemaKind.Single => "float",
            SchemaKind.Double => "double",
            SchemaKind.Decimal => "decimal",
            SchemaKind.Char => "char",
            SchemaKind.String => "string",
            _ => Kind.ToString(),
        };

        // A schema from anywhere may nest so that its whole text would have no end.
        private static string PartText(SchemaType? part, int depth) => part == null || depth == 0 ? "…" : part.Text(depth - 1);
    }
}
