using System;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Which unknown members objects have: a struct of its own with the names and types of the writer, as a schema. Members that were
    /// read from JSON are strings there that hold their text; their names say so.
    /// </summary>
    internal sealed class KeptShape : IEquatable<KeptShape>
    {
        // A prefix that no C# member name has. The naming policy of the text follows, then a colon and the name in the text.
        private const string JsonMark = "$json";

        // The shapes that were read last, so that many objects share one. Bounded in number and size.
        private const int Recent = 32, MostBytes = 1 << 14;

        // The schema of the members has been validated.
        private static readonly KitbagLimits s_unlimited = new KitbagLimits
        {
            MaxSchemaBytes = int.MaxValue,
            MaxSchemaTypes = int.MaxValue,
            MaxMembers = int.MaxValue,
            MaxSchemaDepth = KitbagLimits.Default.MaxSchemaDepth,
        };

        private static readonly KeptShape?[] s_recent = new KeptShape?[Recent];
        private static int s_next;

        private readonly SchemaSize _size;
        private string[]? _names, _targetNames;
        private JsonLevels _levels;
        private LazyFlag _hasStores, _hasOnlyReferences;
        private bool[]? _dependOnDocument;
        private RowCopy? _rows;
        // Or too many members.
        private bool _hasPayloads;
        private Func<SchemaType, Codec<object?>>? _codecs;
        private JsonMembers? _json;

        private KeptShape(SchemaType type, byte[] start, SchemaSize size)
        {
            Type = type;
            Start = start;
            _size = size;
        }

        /// <summary>Gets the struct.</summary>
        public SchemaType Type { get; }

        /// <summary>
        /// Gets the first bytes of the first object of a block: <see cref="ByteForm.Raw"/> and the <see cref="Head"/>.
        /// </summary>
        public byte[] Start { get; }

        /// <summary>Gets the bytes before the members of the objects: the length of the schema, and the schema.</summary>
        public ReadOnlySpan<byte> Head => Start.AsSpan(1);

        /// <summary>Gets the class of the objects if the program does not have it; otherwise empty.</summary>
        public string CaseName => Type.Name;

        /// <summary>Gets how a row of the members is copied if no member has a payload; otherwise null.</summary>
        public RowCopy? Rows
        {
            get
            {
                if (_rows == null && !_hasPayloads)
                {
                    SchemaMember[] members = Type.MemberArray;
                    var steps = new int[members.Length];
                    for (int i = 0; i < steps.Length; i++)
                        steps[i] = i;
                    _rows = Array.Exists(members, member => RowPlan.HasPayload(member.Type)) ? null
                        : RowCopy.Of(Type, Type, steps, new SlotForm[steps.Length], null, default, true);
                    _hasPayloads = _rows == null;
                }
                return _rows;
            }
        }

        /// <summary>Gets a value indicating whether members are or contain references to tracked objects.</summary>
        public bool HasReferences => Type.Tracked!.Length != 0;

        /// <summary>Gets a value indicating whether members contain objects with unknown members of their own.</summary>
        public bool HasStores => _hasStores.Value ?? _hasStores.Set(HoldsStores(Type));

        private static bool HoldsStores(SchemaType type) =>
            new SchemaTable(type).Types.Exists(part => Array.Exists(part.MemberArray, SchemaForms.IsStore));

        /// <summary>Gets a value indicating whether members are references, and no others contain any.</summary>
        public bool HasOnlyReferences => _hasOnlyReferences.Value ?? _hasOnlyReferences.Set(HasReferences && !HasStores
            && Array.TrueForAll(Type.MemberArray, m => m.Type.Kind == SchemaKind.Reference || !SchemaForms.HoldsReferences(m.Type)));

        /// <summary>
        /// Returns whether values of a member have references or unknown members, so that they depend on the document that they are in.
        /// </summary>
        public bool DependsOnDocument(int member) => (_dependOnDocument ??= Array.ConvertAll(Type.MemberArray,
            one => SchemaForms.HoldsReferences(one.Type) || HoldsStores(one.Type)))[member];

        /// <summary>Gets the names of the tracked types to which members refer, which differ.</summary>
        public string[] TargetNames => _targetNames ??= Array.ConvertAll(Type.Tracked!, type => type.Name);

        /// <summary>Gets the names of the members.</summary>
        public string[] Names => _names ??= Array.ConvertAll(Type.MemberArray, m => IsJson(m.Name, out _, out string name) ? name : m.Name);

        /// <summary>Gets the codec of the struct, whose values are <see cref="StructValue"/>s.</summary>
        public Codec<object?> Codec => CodecOfPart(Type);

        /// <summary>Returns the codec of a member.</summary>
        public Codec<object?> CodecOf(int member) => CodecOfPart(Type.MemberArray[member].Type);

        // All threads use the same codecs, because objects know theirs, and others refuse them.
        private Codec<object?> CodecOfPart(SchemaType part)
        {
            Func<SchemaType, Codec<object?>>? codecs = Volatile.Read(ref _codecs);
            if (codecs == null)
            {
                Func<SchemaType, Codec<object?>> made = Maker!(Type);
                codecs = Interlocked.CompareExchange(ref _codecs, made, null) ?? made;
            }
            return codecs(part);
        }

        /// <summary>
        /// Creates codecs for the types of a schema. Set by the codec of unknown members, and by reading without types, so that other
        /// programs do not contain it.
        /// </summary>
        public static Func<SchemaType, Func<SchemaType, Codec<object?>>>? Maker { get; set; }

        /// <summary>Gets the levels of JSON of an object with the members.</summary>
        public JsonLevels Levels => _levels.Least != 0 ? _levels : _levels = JsonLevels.Of(Type);

        /// <summary>Gets the names of the members in JSON.</summary>
        public JsonName[] JsonNamesFor(KitbagJsonOptions options)
        {
            if (_json == null)
            {
                var json = new JsonMembers();
                for (int i = 0; i < Names.Length; i++)
                {
                    if (IsJson(Type.MemberArray[i].Name, out _, out _) || Names[i].IndexOf(' ') >= 0)
                        json.AddFixed(Names[i]);
                    else
                        json.Add(Names[i]);
                }
                _json = json;
            }
            return _json.For(options).All;
        }

        /// <summary>Returns the shape of members.</summary>
        /// <param name="members">The members, at least one unless the program does not have the class of the objects.</param>
        /// <param name="caseName">The class of the objects if the program does not have it; otherwise empty.</param>
        public static KeptShape Of(SchemaMember[] members, string caseName = "")
        {
            byte[] schema = SchemaWriter.Write(new SchemaType(SchemaKind.Object, caseName) { IsStruct = true, MemberArray = members });
            // Read back, so that equal types are the same instance.
            return Of(schema, s_unlimited, out _);
        }

        /// <summary>Returns the name of a member that contains JSON.</summary>
        /// <param name="name">The name in the text.</param>
        /// <param name="conventions">The conventions of the text.</param>
        public static string NameOfJson(string name, char conventions) => JsonMark + conventions + ":" + name;

        /// <summary>Returns whether a member contains JSON, its conventions, and its name in the text.</summary>
        public static bool IsJson(string member, out char conventions, out string name)
        {
            const int ConventionsAt = 5;
            conventions = '0';
            name = member;
            if (member.Length <= ConventionsAt + 1 || !member.StartsWith(JsonMark, StringComparison.Ordinal)
                || member[ConventionsAt + 1] != ':' || !KeptConventions.Are(member[ConventionsAt]))
                return false;
            conventions = member[ConventionsAt];
            name = member.Substring(ConventionsAt + 2);
            return true;
        }

        /// <summary>Reads a shape.</summary>
        /// <param name="schema">Its schema.</param>
        /// <param name="limits">The limits of the schema.</param>
        /// <param name="allocated">The number of bytes to charge to the allocation budget.</param>
        /// <exception cref="KitbagException">The bytes are no schema of a struct with members, or exceed a limit.</exception>
        public static KeptShape Of(ReadOnlySpan<byte> schema, KitbagLimits limits, out long allocated)
        {
            allocated = 0;
            foreach (KeptShape? recent in s_recent)
            {
                if (recent != null && recent.Schema.SequenceEqual(schema) && recent._size.IsWithin(limits))
                    return recent;
            }
            SchemaType type = SchemaReader.Read(schema, limits, out SchemaSize size);
            bool isEmpty = type.MemberArray.Length == 0 && type.Name.Length == 0;
            if (type.Kind != SchemaKind.Object || !type.IsStruct || isEmpty || !KeptTypes.AreTargets(type.Tracked!))
                throw new KitbagException(KitbagErrorReason.Malformed, "Members that another version of the program wrote are described as "
                    + "'" + type + "'; expected a struct with members, and tracked classes with different names and no members.");
            var w = new WireWriter(null, default);
            byte[] start;
            try
            {
                w.WriteByte(ByteForm.Raw);
                w.WriteVarint((ulong)schema.Length);
                w.WriteBytes(schema);
                start = w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
            allocated = size.Allocated + start.Length - 1;
            var shape = new KeptShape(type, start, size);
            if (start.Length <= MostBytes)
                Volatile.Write(ref s_recent[(uint)Interlocked.Increment(ref s_next) % Recent], shape);
            return shape;
        }

        private ReadOnlySpan<byte> Schema => Start.AsSpan(Start.Length - _size.Bytes);

        public bool Equals(KeptShape? other) => other != null && (this == other || Schema.SequenceEqual(other.Schema));

        public override bool Equals(object? obj) => Equals(obj as KeptShape);

        public override int GetHashCode()
        {
            uint hash = 2166136261;
            foreach (byte one in Schema)
                hash = (hash ^ one) * 16777619;
            return (int)hash;
        }
    }
}
