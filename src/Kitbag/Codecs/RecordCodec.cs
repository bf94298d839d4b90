using System;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>A field of a record, as described by generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class RecordField
    {
        // Unsafe: a record is stored as its memory image (bench/: vector3, vector3-100KB).

        /// <summary>Creates a field.</summary>
        /// <param name="name">Its name.</param>
        /// <param name="codec">The codec of its type: a number, a char, a Guid, an enum or another record.</param>
        /// <param name="jsonName">Its name in JSON if it differs, whatever the options are.</param>
        /// <param name="isRequired">Whether no struct can be created without it.</param>
        /// <param name="formerNames">Former names, which older documents contain.</param>
        public RecordField(string name, Codec codec, string? jsonName = null, bool isRequired = false, params string[] formerNames)
        {
            Name = name;
            Codec = codec;
            JsonName = jsonName;
            IsRequired = isRequired;
            FormerNames = formerNames;
        }

        /// <summary>The program's methods that convert older values of the field. Called once, on first use.</summary>
        public Func<Migration[]>? Migrations { internal get; init; }

        internal string? JsonName { get; }

        internal bool IsRequired { get; }

        internal string[] FormerNames { get; }

        internal string Name { get; }

        internal Codec Codec { get; }

        /// <summary>Which fields are required, and whether any is.</summary>
        internal static bool[] FindRequired(RecordField[] fields, out bool any)
        {
            var required = new bool[fields.Length];
            any = false;
            for (int i = 0; i < fields.Length; i++)
                any |= required[i] = fields[i].IsRequired;
            return required;
        }

        /// <summary>The schema of a struct, whose fields must occupy all of its memory.</summary>
        internal static SchemaType ToSchema(string name, RecordField[] fields, int size)
        {
            var members = new SchemaMember[fields.Length];
            for (int i = 0; i < members.Length; i++)
                members[i] = new SchemaMember(fields[i].Name, fields[i].Codec.Schema);
            var schema = new SchemaType(SchemaKind.Record, name) { IsStruct = true, MemberArray = members };
            if (schema.Size != size)
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "The struct '" + name + "' has " + size.ToString(CultureInfo.InvariantCulture)
                    + " bytes on this runtime, but its fields have " + schema.Size.ToString(CultureInfo.InvariantCulture)
                    + ". Report this as a defect of Kitbag's generator.");
            return schema;
        }
    }

    /// <summary>A codec of unmanaged structs without padding, which are stored as their memory image.</summary>
    /// <typeparam name="T">The struct.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class RecordCodec<T> : ImageCodec<T>
        where T : unmanaged
    {
        private readonly string _name;
        private readonly Func<T>? _make;
        private readonly RecordField[] _fields;
        private readonly bool[] _required;
        private readonly bool _hasRequired;
        private ByMember? _byMember;
        private JsonMembers? _json;
        private T _initial;
        private bool _hasInitial;
        private readonly Codec<T>? _jsonForm;

        /// <summary>Creates a codec of a struct whose fields are initially zero.</summary>
        /// <param name="name">The struct's name in the schema.</param>
        /// <param name="fields">The fields in the order of their memory layout.</param>
        public RecordCodec(string name, params RecordField[] fields)
        {
            _name = name;
            _fields = fields;
            _required = RecordField.FindRequired(fields, out _hasRequired);
            _hasInitial = true;
        }

        /// <summary>Creates a codec.</summary>
        /// <param name="name">The struct's name in the schema.</param>
        /// <param name="make">The struct's constructor. Fields that the writer does not have keep the values that it sets. Called on first
        /// use.</param>
        /// <param name="fields">The fields in the order of their memory layout.</param>
        public RecordCodec(string name, Func<T> make, params RecordField[] fields)
            : this(name, fields)
        {
            _make = make;
            _hasInitial = false;
        }

        /// <summary>Creates a codec of a struct whose constructor has parameters.</summary>
        /// <param name="initial">
        /// Creates the struct with the defaults of its parameters. If it throws because the constructor rejects a default, all fields are
        /// required.
        /// </param>
        /// <param name="name">The struct's name in the schema.</param>
        /// <param name="fields">The fields in the order of their memory layout.</param>
        public RecordCodec(Func<T> initial, string name, params RecordField[] fields)
            : this(name, fields)
        {
            try
            {
                _initial = initial();
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                _required.AsSpan().Fill(true);
                _hasRequired = true;
            }
        }

        /// <summary>Whether it is written to JSON as an array of its fields, like a vector, not as an object. Both can be read.</summary>
        public bool IsVector { get; init; }

        /// <summary>The codec of its JSON form, if that is more than its fields in their order.</summary>
        public Codec<T>? JsonForm
        {
            get => _jsonForm;
            init
            {
                _jsonForm = value;
                IsUnusualInJson = true;
            }
        }

        // Not when the codec is created by a static initializer: an exception of the program's constructor there would be permanent.
        private T Initial
        {
            get
            {
                if (!Volatile.Read(ref _hasInitial))
                    MakeInitial();
                return _initial;
            }
        }

        private void MakeInitial()
        {
            T initial;
            try
            {
                initial = _make!();
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                var refused = new KitbagException(KitbagErrorReason.Refused,
                    "The constructor of the struct '" + _name + "' failed: " + e.GetType() + ", " + e.Message, -1, e);
                throw _byMember == null ? refused : refused.RefusedBy(_byMember);
            }
            _initial = initial;
            // Last, because it publishes the value to other threads.
            Volatile.Write(ref _hasInitial, true);
        }

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema() => RecordField.ToSchema(_name, _fields, ValueSize);

        private protected sealed override ReadPlan ResolveReference(SchemaType writer, PlanBuilder builder) =>
            new FromReference<T>(this, writer, builder.TrackValue(this, writer.Element!));

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind is not (SchemaKind.Record or SchemaKind.Object or SchemaKind.Union))
                return ResolveOther(writer, builder);
            // One for all threads, because it caches information about unions.
            if (_byMember == null)
                Interlocked.CompareExchange(ref _byMember, new ByMember(this), null);
            ReadPlan? plan = _byMember.Resolve(writer, builder);
            // If all fields are the same, the image is the same; neither has a more detailed path.
            return IsSame(plan, writer) ? null : plan;
        }

        private bool IsSame(ReadPlan? plan, SchemaType writer)
        {
            if (writer.Kind != SchemaKind.Record || writer.MemberArray.Length != _fields.Length)
                return false;
            for (int i = 0; plan != null && i < plan.Targets.Length; i++)
            {
                if (plan.Targets[i] != i || plan.Parts[i] != null)
                    return false;
            }
            return true;
        }

        internal override T ReadRoot(ref WireReader r, ReadPlan? plan)
        {
            // The root of a document is the row of an object itself if it was an object.
            if (plan != null && plan.Writer.Kind == SchemaKind.Object)
                return _byMember!.ReadRoot(ref r, plan);
            if (plan != null || r.Remaining <= Unsafe.SizeOf<T>() || r.PeekByte() != 1)
                return base.ReadRoot(ref r, plan);
            // The bit for a value that is not the default, and its memory.
            ReadOnlySpan<byte> row = r.ReadBytes(1 + Unsafe.SizeOf<T>());
            return Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref MemoryMarshal.GetReference(row), 1));
        }

        internal override SlotForm FormOf(ReadPlan? plan) =>
            plan == null && Unsafe.SizeOf<T>() <= RowPlan.CellSize ? SlotForm.Image : SlotForm.Value;

        /// <inheritdoc/>
        public override T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) =>
            plan == null ? base.ReadSlot(ref r, slot, null) : _byMember!.ReadSlot(ref r, slot, plan);

        /// <inheritdoc/>
        public override void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (plan == null)
                base.ReadColumn(ref r, values, null);
            else
                _byMember!.ReadColumn(ref r, values, plan);
        }

        internal override void ReadKnown(ref WireReader r, Span<T> values, Span<bool> known, ReadPlan plan) =>
            _byMember!.ReadKnown(ref r, values, known, plan);

        internal override void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            if (plan == null || plan.IsConversion)
                base.ReadOptional(ref r, values, present, plan);
            else
                _byMember!.ReadOptional(ref r, values, present, plan);
        }

        /// <summary>Reads the struct field by field, from another record or from an object.</summary>
        private sealed class ByMember : ObjectCodec<T>
        {
            private readonly RecordCodec<T> _record;

            public ByMember(RecordCodec<T> record)
                : base(record._name)
            {
                _record = record;
                Migrations = record.Migrations;
            }

            protected override SchemaType CreateSchema() => _record.Schema;

            protected override void Describe(ObjectDescription description)
            {
                for (int i = 0; i < _record._fields.Length; i++)
                {
                    RecordField field = _record._fields[i];
                    description.Add(field.Name, field.Codec);
                    description.AddFormer(i, field.FormerNames);
                    if (field.JsonName != null)
                        description.Rename(i, field.JsonName);
                    if (_record._required[i])
                        description.Require(i);
                    if (field.Migrations != null)
                        description.Migrate(i, field.Migrations());
                }
            }

            protected override void ReadGroup(ref WireReader r, ref GroupReader members, ref SegmentedSpan<T> objects, bool populate)
            {
                // Records are read by column only, which is one segment; a checking read has none.
                if (objects.Next(out Span<T> records))
                    records.Fill(_record.Initial);
                Span<byte> image = MemoryMarshal.AsBytes(records);
                int offset = 0;
                for (int member = 0; member < _record._fields.Length; member++)
                {
                    Codec codec = _record._fields[member].Codec;
                    int size = codec.Schema.Size;
                    Span<byte> column = codec.ReadImage(ref r, ref members);
                    for (int i = 0; i < records.Length && i * size < column.Length; i++)
                        column.Slice(i * size, size).CopyTo(image.Slice(i * Unsafe.SizeOf<T>() + offset));
                    offset += size;
                }
            }

            protected override void DescribeJson(JsonMembers members) => throw new InvalidOperationException();

            protected override T New() => _record.Initial;

            protected override void WriteMembers(ref JsonWriter w, JsonName[] names, T value) => throw new InvalidOperationException();

            protected override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref T value, bool populate) =>
                throw new InvalidOperationException();

            public override void WriteRow(ref WireWriter w, T value) => throw new InvalidOperationException();

            public override T ReadRow(ref WireReader r, T target) => throw new InvalidOperationException();

            protected override bool WriteGroup(ref WireWriter w, ref SegmentedSpan<T> objects) => throw new InvalidOperationException();
        }
    }
}
