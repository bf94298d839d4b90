using System;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Adapts a codec to values of type object, so that calls that specify their type as a <see cref="System.Type"/> use the same code as
    /// those with a type argument. Used for roots only.
    /// </summary>
    internal sealed class BoxedCodec : Codec<object?>
    {
        private readonly Codec _codec;

        public BoxedCodec(Codec codec)
            : base(codec.Plans)
        {
            _codec = codec;
        }

        /// <summary>Returns the codec, if the value is one of its type.</summary>
        /// <exception cref="ArgumentException">It is not.</exception>
        public static BoxedCodec Check(BoxedCodec codec, Type type, object? value) =>
            (value == null ? type.IsValueType && Nullable.GetUnderlyingType(type) == null : !type.IsInstanceOfType(value))
                ? throw new ArgumentException("The value is not a " + type + ".", nameof(value))
                : codec;

        /// <summary>The adapted codec.</summary>
        public Codec Inner => _codec;

        protected override SchemaType CreateSchema() => _codec.Schema;

        internal override References References => _codec.References;

        private protected override CanonicalSchema CreateDocument() => _codec.Document;

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder) => _codec.Resolve(writer, builder);

        internal override bool IsNullRoot(object? value) => _codec.IsNullRootObject(value);

        internal override void WriteRoot(ref WireWriter w, object? value) => _codec.WriteRootObject(ref w, value);

        internal override object? ReadRoot(ref WireReader r, ReadPlan? plan) => _codec.ReadRootObject(ref r, plan);

        private protected override object? ConvertRoot(ref WireReader r, ReadPlan plan) => _codec.ReadRootObject(ref r, plan);

        internal override object? ReadNullRoot(ref WireReader r, ReadPlan? plan) => _codec.ReadNullRootObject(ref r, plan);

        public override void WriteJson(ref JsonWriter w, object? value) => _codec.WriteJsonObject(ref w, value);

        public override object? ReadJson(ref JsonReader r) => _codec.ReadJsonObject(ref r);

        internal override void CheckJson(ref JsonReader r) => _codec.CheckJson(ref r);

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => _codec.FindJsonObjects(ref r, types);

        public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, object? value) => throw NoRoot();

        public override void Discover(ref WireWriter w, ReadOnlySpan<object?> values)
        {
            foreach (object? value in values)
                _codec.DiscoverObject(ref w, value);
        }

        public override object? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan) => throw NoRoot();

        public override void WriteColumn(ref WireWriter w, ReadOnlySpan<object?> values) => throw NoRoot();

        public override void ReadColumn(ref WireReader r, Span<object?> values, ReadPlan? plan) => throw NoRoot();

        private static InvalidOperationException NoRoot() => new InvalidOperationException();
    }
}
