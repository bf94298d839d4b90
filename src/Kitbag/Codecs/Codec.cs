using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>The part of a codec that does not depend on the type: its schema, and values as objects.</summary>
    public abstract partial class Codec
    {
        // Unsafe: values are treated as objects, or as bytes, without a copy (bench/: save-game, json-save-game).

        private CanonicalSchema? _document;
        private DocumentPlan? _checkingPlan;

        // Not inlined, so that precompiled images contain it for the codecs of a program's own types.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private protected Codec(PlanCache plans, int valueSize, bool isObject, bool holdsObjects)
        {
            Plans = plans;
            ValueSize = valueSize;
            IsObject = isObject;
            HoldsObjects = holdsObjects;
        }

        /// <summary>The type of the values.</summary>
        public abstract Type Type { get; }

        /// <summary>
        /// Whether another codec has the same type. Comparing <see cref="Type"/> would keep everything that objects of the type can do in
        /// ahead-of-time compiled programs.
        /// </summary>
        internal abstract bool HasTypeOf(Codec other);

        /// <summary>The schema of a document whose root is of this type.</summary>
        internal CanonicalSchema Document => _document ??= CreateDocument();

        internal PlanCache Plans { get; }

        /// <summary>The size of a value in a field or an element: for classes, that of a reference.</summary>
        internal int ValueSize { get; }

        /// <summary>Whether values are objects, or null.</summary>
        internal bool IsObject { get; }

        /// <summary>Whether values are objects, or contain some.</summary>
        internal bool HoldsObjects { get; }

        /// <summary>
        /// Whether a row contains the memory image of a value, or nothing if it is all zeros, and a column of the reader's own type is the
        /// memory image of its values.
        /// </summary>
        internal bool IsImage { get; private protected init; }

        /// <summary>Whether it is the codec of one of C#'s built-in numeric types, stored in a row as that type.</summary>
        internal bool IsNumber { get; private protected init; }

        /// <summary>Whether a member without a stored value is read as the default of its type.</summary>
        internal virtual bool ReadsNothingAsDefault => true;

        /// <summary>
        /// How a slot is converted while a row is read by a plan: to a value if that is small and any stored bytes are valid for it.
        /// </summary>
        internal virtual SlotForm FormOf(ReadPlan? plan) => SlotForm.Value;

        /// <summary>The allocation cost of a value in a row, including all contained objects that are not charged elsewhere.</summary>
        internal virtual int RowCost => 0;

        /// <summary>The plan for a checking read, which creates no values.</summary>
        /// <param name="plan">The plan for reading the document; null for this program's own schema.</param>
        /// <param name="writer">The root type of the document's schema.</param>
        /// <param name="unknownCases">The handling of values of a union whose types the reader does not have.</param>
        internal DocumentPlan CheckingPlan(DocumentPlan? plan, SchemaType writer, KitbagUnknownCases unknownCases) => plan == null
            ? _checkingPlan ??= DocumentPlan.Of(this, writer, new PlanBuilder(unknownCases, new CheckingRead()))
            : DocumentPlan.Of(this, writer, new PlanBuilder(unknownCases, new CheckingRead()));

        private protected virtual CanonicalSchema CreateDocument() => new CanonicalSchema(Schema);

        /// <summary>
        /// Determines how to read values that were written with another schema. Overridden by codecs that can read more than the same
        /// layout.
        /// </summary>
        /// <param name="writer">The writer's type.</param>
        /// <param name="builder">Resolves the parts, and has the current position in the type graph.</param>
        /// <returns>The plan, or null if the bytes can be read as if this codec had written them.</returns>
        /// <exception cref="KitbagException">The type cannot be read as this one.</exception>
        internal abstract ReadPlan? Resolve(SchemaType writer, PlanBuilder builder);

        /// <summary>
        /// Reads a member of a group, of a type without references, as the memory image of its values; empty if the document lacks it.
        /// </summary>
        internal abstract Span<byte> ReadImage(scoped ref WireReader r, scoped ref GroupReader members);

        /// <summary>Whether another codec is equivalent: this codec itself, or the one of the type that it makes nullable.</summary>
        internal virtual bool StandsFor(object? codec) => this == codec;

        /// <summary>Whether it is the codec of object, for values of types that need not be registered.</summary>
        internal virtual bool HoldsUnregistered => false;

        /// <summary>Whether <c>$type</c> in JSON names a type of values that the codec itself reads.</summary>
        internal virtual bool IsJsonType(string name) => false;

        /// <summary>Whether values are JSON objects, which may contain a <c>$type</c>.</summary>
        internal virtual bool IsJsonObject => false;

        /// <summary>Whether a value is written to JSON as an object whose type has a member of a name.</summary>
        internal virtual bool HasJsonName(string name, KitbagJsonOptions options) => false;

        /// <summary>Whether values are JSON arrays, which are in a property <c>$values</c> if a base type is declared.</summary>
        internal virtual bool IsJsonList => false;

        /// <summary>Whether any JSON is a value, including an array without elements.</summary>
        internal virtual bool IsAnyJson => false;

        /// <summary>Whether the JSON of a value may begin with a byte. Called if an array is expected and something else occurs.</summary>
        internal virtual bool MayBeginJson(byte first, KitbagJsonOptions options) => JsonKinds.MayBegin(first, Schema, options);

        /// <summary>Whether values are JSON objects whose properties are keys.</summary>
        internal virtual bool IsJsonMap => false;

        internal abstract bool IsNullRootObject(object? value);

        /// <summary>Reads a root that is null according to the header: like a member that the document lacks.</summary>
        internal abstract object? ReadNullRootObject(ref WireReader r, ReadPlan? plan);

        /// <summary>Writes a new object as a row.</summary>
        internal virtual void WriteNew(ref WireWriter w) => throw new InvalidOperationException();

        internal abstract void WriteRootObject(ref WireWriter w, object? value);

        internal abstract object? ReadRootObject(ref WireReader r, ReadPlan? plan);

        /// <summary>Reads the root of a document and its tracked objects according to a plan that creates no values.</summary>
        internal abstract void CheckDocument(ref WireReader r, DocumentPlan plan, bool hasUnknownObjects);

        internal abstract void WriteJsonObject(ref JsonWriter w, object? value);

        internal abstract object? ReadJsonObject(ref JsonReader r);

        /// <summary>
        /// Reads JSON again after a failure, with Kitbag's own code only: if this fails as well, the program's code is not the cause.
        /// Codecs that create values with the program's code check the parts of values.
        /// </summary>
        internal virtual void CheckJson(ref JsonReader r)
        {
            if (JsonKinds.IsKey(Schema.Kind))
                ReadJsonObject(ref r);
            else
                r.Skip();
        }

        /// <summary>Checks a part of a value. Unexpected JSON is not reported here.</summary>
        private protected static void CheckJson(ref JsonReader r, Codec part)
        {
            int start = r.Position, depth = r.Depth;
            try
            {
                part.CheckJson(ref r);
            }
            catch (KitbagException)
            {
                r.MoveTo(start, depth);
                r.Skip();
            }
        }

        /// <summary>Writes a value of a type without references from memory.</summary>
        internal abstract void WriteJsonImage(ref JsonWriter w, ref byte image);

        /// <summary>Reads a value of a type without references into memory.</summary>
        internal abstract void ReadJsonImage(ref JsonReader r, ref byte image);
    }

    /// <summary>
    /// Writes and reads values of one type, as a member of a row and as a column. There is one virtual call for a column, not one for each
    /// value.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <remarks>
    /// Codecs of programs derive from <see cref="SurrogateCodec{T, TSurrogate}"/>, <see cref="CollectionCodec{TCollection, TElement}"/>
    /// or <see cref="MapCodec{TMap, TKey, TValue}"/>, and have a <see cref="CodecForAttribute"/>. Programs cannot derive from this class
    /// itself, because the data of a codec must have one of the schema kinds that every reader supports.
    /// </remarks>
    public abstract partial class Codec<T> : Codec
    {
        private protected Codec(PlanCache? plans = null)
            : base(plans ?? new PlanCache(), Unsafe.SizeOf<T>(), !typeof(T).IsValueType,
                RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
        }

        /// <inheritdoc/>
        public sealed override Type Type => typeof(T);

        internal sealed override bool HasTypeOf(Codec other) => other is Codec<T>;

        /// <summary>Writes the stored bytes of a value to a row.</summary>
        /// <param name="w">The writer, whose position does not change.</param>
        /// <param name="row">The first byte of the row.</param>
        /// <param name="at">The offset in the row, which is advanced past the written bytes.</param>
        /// <param name="value">The value.</param>
        /// <returns>The control bits.</returns>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value);

        /// <summary>Writes the payload of a member of a row, which follows the stored bytes of the row.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void WritePayload(ref WireWriter w, T value)
        {
        }

        /// <summary>Creates a value from its slot in a row; reads its payload, if it has one.</summary>
        /// <param name="r">The reader, at the payload.</param>
        /// <param name="slot">The contents of the slot.</param>
        /// <param name="plan">The plan for reading another schema; null for the reader's own schema.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan);

        /// <summary>Writes values as a column. Nothing is written if there are no values.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="values">The values.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values);

        /// <summary>Reads a column.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination, of the same length as the column.</param>
        /// <param name="plan">The plan for reading another schema; null for the reader's own schema.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan);

        /// <summary>Writes a value as JSON.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract void WriteJson(ref JsonWriter w, T value);

        /// <summary>Reads a value from JSON.</summary>
        /// <param name="r">The reader, before the value; afterwards behind it.</param>
        /// <exception cref="KitbagException">The JSON does not contain a value of the type.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract T ReadJson(ref JsonReader r);

        /// <summary>For a dictionary: whether one of its keys resembles a type discriminator.</summary>
        internal virtual bool HasKeyLike(T value, string tag) => false;

        /// <summary>Reads an object whose properties are keys, one of which may be a type discriminator.</summary>
        internal virtual T ReadJsonMap(ref JsonReader r) => ReadJson(ref r);

        /// <summary>Writes a value as the key of a dictionary, without quotes if it is a number.</summary>
        internal virtual void WriteJsonKey(ref JsonWriter w, T value) => WriteJson(ref w, value);

        /// <summary>Whether a value is known to be the default of its type, as far as that is cheap to check: null, zero, false.</summary>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public bool IsDefault(T value) => !HasNonDefault(MemoryMarshal.CreateReadOnlySpan(ref value, 1));

        /// <summary>
        /// Whether any of the values may differ from the default: a column of defaults is not stored. The result must not depend on the
        /// padding of structs, because documents are the same on all runtimes.
        /// </summary>
        /// <param name="values">The values.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual bool HasNonDefault(ReadOnlySpan<T> values) =>
            typeof(T).IsValueType || Defaults.AnyObject(ref Unsafe.As<T, object?>(ref MemoryMarshal.GetReference(values)), values.Length);

        /// <summary>
        /// Writes the root of a document: an object is written as its row, other values as the row of an object with one member.
        /// </summary>
        internal virtual void WriteRoot(ref WireWriter w, T value)
        {
            SlotShape slot = RowSlot;
            int controlBytes = SlotTable.ControlBytes(slot.ControlBits);
            ref byte row = ref w.Reserve(controlBytes + slot.MaxBytes + 8);
            int at = controlBytes;
            Slots.StoreControl(ref row, WriteSlot(ref w, ref row, ref at, value), controlBytes);
            w.Advance(at);
            WritePayload(ref w, value);
        }

        /// <summary>Reads the root of a document.</summary>
        internal virtual T ReadRoot(ref WireReader r, ReadPlan? plan) =>
            ReadSlot(ref r, RootSlot(ref r, plan == null ? RowSlot : plan.Writer.Slot), plan);

        /// <summary>
        /// Reads a body that consists of raw numbers without loading it completely into memory; returns false for other bodies.
        /// </summary>
        /// <param name="start">The start of the body.</param>
        /// <param name="bodyLength">The length of the body in bytes.</param>
        /// <param name="limits">What is accepted.</param>
        /// <param name="read">Reads from the body.</param>
        /// <param name="value">The value.</param>
        internal virtual bool TryReadImage(ReadOnlySpan<byte> start, long bodyLength, KitbagLimits limits, BodyReader read,
            [MaybeNullWhen(false)] out T value)
        {
            value = default;
            return false;
        }

        /// <summary>Whether the root is an object that is null: then the header says so, and the body is empty.</summary>
        internal virtual bool IsNullRoot(T value) => false;

        internal sealed override void WriteJsonObject(ref JsonWriter w, object? value) => WriteJson(ref w, (T)value!);

        internal sealed override object? ReadJsonObject(ref JsonReader r) => ReadJson(ref r);

        internal sealed override void WriteJsonImage(ref JsonWriter w, ref byte image) =>
            WriteJson(ref w, Unsafe.ReadUnaligned<T>(ref image));

        internal sealed override void ReadJsonImage(ref JsonReader r, ref byte image) => Unsafe.WriteUnaligned(ref image, ReadJson(ref r));

        internal sealed override Span<byte> ReadImage(scoped ref WireReader r, scoped ref GroupReader members) =>
            SpanBytes.Of(members.Read(ref r, this).Values);

        internal sealed override bool IsNullRootObject(object? value) => IsNullRoot((T)value!);

        internal sealed override object? ReadNullRootObject(ref WireReader r, ReadPlan? plan) => ReadNullRoot(ref r, plan);

        /// <summary>Reads a root that is null according to the header: like a member that the document lacks.</summary>
        internal virtual T ReadNullRoot(ref WireReader r, ReadPlan? plan) =>
            ReadSlotByPlan(ref r, new SlotValue { Offset = -1 }, plan);

        internal sealed override void WriteRootObject(ref WireWriter w, object? value) => WriteRoot(ref w, (T)value!);

        internal sealed override object? ReadRootObject(ref WireReader r, ReadPlan? plan) => ReadRootByPlan(ref r, plan);

        // No value is boxed here, because ahead-of-time compiled programs would then contain everything that objects of T can do.
        internal sealed override void CheckDocument(ref WireReader r, DocumentPlan plan, bool hasUnknownObjects)
        {
            GraphPlan graph = plan.Graph.With(hasUnknownObjects, plan.UnknownCases);
            if (graph == GraphPlan.None)
                ReadRootByPlan(ref r, plan.Root);
            else
                GraphReader.Read(ref r, this, plan.Root, graph, plan.CreatesNothing);
        }
    }
}
