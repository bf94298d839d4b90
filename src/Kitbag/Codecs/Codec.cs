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
    /// <summary>What is known of a codec without its type: its schema, and values as objects.</summary>
    public abstract partial class Codec
    {
        // Unsafe: values are seen as objects, or as bytes, without a copy (bench/: save-game, json-save-game).

        private CanonicalSchema? _document;
        private DocumentPlan? _checkingPlan;

        // Not inlined, so that images that are compiled ahead of time have it for the codecs of a program's own types.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private protected Codec(PlanCache plans, int valueSize, bool isObject, bool holdsObjects)
        {
            Plans = plans;
            ValueSize = valueSize;
            IsObject = isObject;
            HoldsObjects = holdsObjects;
        }

        /// <summary>The type whose values the codec writes and reads.</summary>
        public abstract Type Type { get; }

        /// <summary>
        /// Whether another codec is one of the same type. Asking both for the type itself would keep all that objects of it can do in
        /// programs that are compiled ahead of time.
        /// </summary>
        internal abstract bool HasTypeOf(Codec other);

        /// <summary>The schema of a document whose root is of this type.</summary>
        internal CanonicalSchema Document => _document ??= CreateDocument();

        internal PlanCache Plans { get; }

        /// <summary>The size of a value where it stands: of an object, that of a reference.</summary>
        internal int ValueSize { get; }

        /// <summary>Whether a value is an object, or null.</summary>
        internal bool IsObject { get; }

        /// <summary>Whether a value is an object, or holds some.</summary>
        internal bool HoldsObjects { get; }

        /// <summary>
        /// Whether a row holds of a value its memory, or nothing where that is all zeros, and a column of the reader's own type is the
        /// memory of its values.
        /// </summary>
        internal bool IsImage { get; private protected init; }

        /// <summary>Whether it is the codec of one of the numbers that C# has words for, as that stands in a row.</summary>
        internal bool IsNumber { get; private protected init; }

        /// <summary>Whether a member of which nothing is stored is read as the default of its type.</summary>
        internal virtual bool ReadsNothingAsDefault => true;

        /// <summary>
        /// What a slot that is read by a plan becomes while its row is taken apart: a value, where that is small and no stored bytes can be
        /// wrong for it.
        /// </summary>
        internal virtual SlotForm FormOf(ReadPlan? plan) => SlotForm.Value;

        /// <summary>
        /// What a value that stands in a row costs of the allocation budget, together with all objects in it that are counted nowhere else.
        /// </summary>
        internal virtual int RowCost => 0;

        /// <summary>The plan of a reading that creates nothing.</summary>
        /// <param name="plan">How the document is read otherwise; null where this program's own schema wrote it.</param>
        /// <param name="writer">The root of the document's schema.</param>
        /// <param name="unknownCases">What becomes of a union's values whose types the reader lacks.</param>
        internal DocumentPlan CheckingPlan(DocumentPlan? plan, SchemaType writer, KitbagUnknownCases unknownCases) => plan == null
            ? _checkingPlan ??= DocumentPlan.Of(this, writer, new PlanBuilder(unknownCases, new CheckingRead()))
            : DocumentPlan.Of(this, writer, new PlanBuilder(unknownCases, new CheckingRead()));

        private protected virtual CanonicalSchema CreateDocument() => new CanonicalSchema(Schema);

        /// <summary>
        /// Finds out how values that were written by another schema are read. To be overridden where more than the same layout can be read.
        /// </summary>
        /// <param name="writer">The writer's type.</param>
        /// <param name="builder">Resolves the parts, and knows where in the type graph it is.</param>
        /// <returns>The plan, or null where the bytes can be read as if this codec had written them.</returns>
        /// <exception cref="KitbagException">The writer's type cannot be read as this one.</exception>
        internal abstract ReadPlan? Resolve(SchemaType writer, PlanBuilder builder);

        /// <summary>
        /// Reads a member of a group, of a type without references, as the memory image of its values; empty where it is not there.
        /// </summary>
        internal abstract Span<byte> ReadImage(scoped ref WireReader r, scoped ref GroupReader members);

        /// <summary>Whether values of another codec stand in this one's place: its own, or those that it makes nullable.</summary>
        internal virtual bool StandsFor(object? codec) => this == codec;

        /// <summary>Whether it is the codec of objects of all types that need not be registered.</summary>
        internal virtual bool HoldsUnregistered => false;

        /// <summary>Whether <c>$type</c> in JSON names a type of values that the codec reads by itself.</summary>
        internal virtual bool IsJsonType(string name) => false;

        /// <summary>Whether JSON has values as objects, with room for a <c>$type</c> among their members.</summary>
        internal virtual bool IsJsonObject => false;

        /// <summary>Whether JSON has values as arrays, which where a base is declared stand under <c>$values</c>.</summary>
        internal virtual bool IsJsonList => false;

        /// <summary>Whether any JSON is a value, an array without elements too.</summary>
        internal virtual bool IsAnyJson => false;

        /// <summary>Whether JSON of a value may begin so: asked where an array is expected and something else comes.</summary>
        internal virtual bool MayBeginJson(byte first, KitbagJsonOptions options) => JsonKinds.MayBegin(first, Schema, options);

        /// <summary>Whether JSON has values as objects with keys for members.</summary>
        internal virtual bool IsJsonMap => false;

        internal abstract bool IsNullRootObject(object? value);

        /// <summary>Reads a root of which the header says that it is null: as a member that is not there.</summary>
        internal abstract object? ReadNullRootObject(ref WireReader r, ReadPlan? plan);

        /// <summary>Writes a new object as a row.</summary>
        internal virtual void WriteNew(ref WireWriter w) => throw new InvalidOperationException();

        internal abstract void WriteRootObject(ref WireWriter w, object? value);

        internal abstract object? ReadRootObject(ref WireReader r, ReadPlan? plan);

        /// <summary>Reads the root of a document and the tracked objects that it has, by a plan that creates nothing.</summary>
        internal abstract void CheckDocument(ref WireReader r, DocumentPlan plan);

        internal abstract void WriteJsonObject(ref JsonWriter w, object? value);

        internal abstract object? ReadJsonObject(ref JsonReader r);

        /// <summary>
        /// Reads JSON once more after a failure, by Kitbag's own code alone: what fails here, too, is no failure of the program's code.
        /// Codecs of what the program's code makes go on to the parts.
        /// </summary>
        internal virtual void CheckJson(ref JsonReader r)
        {
            if (JsonKinds.IsKey(Schema.Kind))
                ReadJsonObject(ref r);
            else
                r.Skip();
        }

        /// <summary>Checks a part of a value. JSON that is another than is expected is no failure of that kind.</summary>
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

        /// <summary>Writes a value of a type without references that lies in memory.</summary>
        internal abstract void WriteJsonImage(ref JsonWriter w, ref byte image);

        /// <summary>Reads a value of a type without references into memory.</summary>
        internal abstract void ReadJsonImage(ref JsonReader r, ref byte image);
    }

    /// <summary>
    /// Writes and reads values of one type, as a member of a row and as a column. One virtual call serves a column, not a value.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
    /// <remarks>
    /// A program's own codec derives from <see cref="SurrogateCodec{T, TSurrogate}"/>, <see cref="CollectionCodec{TCollection, TElement}"/>
    /// or <see cref="MapCodec{TMap, TKey, TValue}"/> and says so by <see cref="CodecForAttribute"/>. This class cannot be derived
    /// elsewhere: what a codec writes has to be of a kind of schema that every reader knows.
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

        /// <summary>Puts a value's stored bytes into a row.</summary>
        /// <param name="w">What is written to; it is not to be moved on.</param>
        /// <param name="row">The row's first byte.</param>
        /// <param name="at">Where in the row; moved past what was put.</param>
        /// <param name="value">The value.</param>
        /// <returns>The control bits.</returns>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract uint WriteSlot(ref WireWriter w, ref byte row, ref int at, T value);

        /// <summary>Writes what of a row's member comes after the row's stored bytes.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void WritePayload(ref WireWriter w, T value)
        {
        }

        /// <summary>Makes a value of what a row holds for it; reads its payload, if it has one.</summary>
        /// <param name="r">Where the payload is.</param>
        /// <param name="slot">What the row holds.</param>
        /// <param name="plan">How, where another schema wrote it; else null.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan);

        /// <summary>Writes values as a column. Of none nothing is written.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="values">The values.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract void WriteColumn(ref WireWriter w, ReadOnlySpan<T> values);

        /// <summary>Reads a column.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="values">Where to; as many as were written.</param>
        /// <param name="plan">How, where another schema wrote it; else null.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract void ReadColumn(ref WireReader r, Span<T> values, ReadPlan? plan);

        /// <summary>Writes a value as JSON.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract void WriteJson(ref JsonWriter w, T value);

        /// <summary>Reads a value from JSON.</summary>
        /// <param name="r">Where from; before the value, and then behind it.</param>
        /// <exception cref="KitbagException">Something else stands there.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public abstract T ReadJson(ref JsonReader r);

        /// <summary>Of a dictionary: whether a key of it looks like what tells a type.</summary>
        internal virtual bool HasKeyLike(T value, string tag) => false;

        /// <summary>Reads an object with keys for members, of which one may tell the type.</summary>
        internal virtual T ReadJsonMap(ref JsonReader r) => ReadJson(ref r);

        /// <summary>Writes a value as the key of a dictionary, without quotes where it is a number.</summary>
        internal virtual void WriteJsonKey(ref JsonWriter w, T value) => WriteJson(ref w, value);

        /// <summary>Whether a value is the default of its type, as far as can be told at little cost: null, zero, false.</summary>
        /// <param name="value">The value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public bool IsDefault(T value) => !HasNonDefault(MemoryMarshal.CreateReadOnlySpan(ref value, 1));

        /// <summary>
        /// Whether any of the values may be other than the default one: a column of defaults is not stored. Must not depend on
        /// the padding of structs, for documents are the same on all runtimes.
        /// </summary>
        /// <param name="values">The values.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual bool HasNonDefault(ReadOnlySpan<T> values) =>
            typeof(T).IsValueType || Defaults.AnyObject(ref Unsafe.As<T, object?>(ref MemoryMarshal.GetReference(values)), values.Length);

        /// <summary>Writes the root of a document: the row of an object with this one member, unless it is an object itself.</summary>
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
        /// Reads a body that is numbers as they are, without having it in memory as a whole; answers false where it is something else.
        /// </summary>
        /// <param name="start">The start of the body.</param>
        /// <param name="bodyLength">How many bytes it has.</param>
        /// <param name="limits">What is accepted.</param>
        /// <param name="read">Reads from the body.</param>
        /// <param name="value">The value.</param>
        internal virtual bool TryReadImage(ReadOnlySpan<byte> start, long bodyLength, KitbagLimits limits, BodyReader read,
            [MaybeNullWhen(false)] out T value)
        {
            value = default;
            return false;
        }

        /// <summary>Whether the root is an object's row and there is none: then the header says so, and the body is empty.</summary>
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

        /// <summary>Reads a root of which the header says that it is null: as a member that is not there.</summary>
        internal virtual T ReadNullRoot(ref WireReader r, ReadPlan? plan) =>
            ReadSlotByPlan(ref r, new SlotValue { Offset = -1 }, plan);

        internal sealed override void WriteRootObject(ref WireWriter w, object? value) => WriteRoot(ref w, (T)value!);

        internal sealed override object? ReadRootObject(ref WireReader r, ReadPlan? plan) => ReadRootByPlan(ref r, plan);

        // Nothing becomes an object here: programs that are compiled ahead of time would have all that objects of T can do.
        internal sealed override void CheckDocument(ref WireReader r, DocumentPlan plan)
        {
            if (plan.Graph == GraphPlan.None)
                ReadRootByPlan(ref r, plan.Root);
            else
                GraphReader.Read(ref r, this, plan.Root, plan.Graph, plan.CreatesNothing);
        }
    }
}
