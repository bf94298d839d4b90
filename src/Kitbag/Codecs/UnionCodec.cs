using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of a base class or an interface: the value is of one of several concrete types. The type number is 0 for null, otherwise 1
    /// plus the index of the type. A column consists of the type numbers, followed by a column of values for each concrete type.
    /// </summary>
    /// <typeparam name="T">The base class or interface.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public partial class UnionCodec<T> : LengthPrefixCodec<T?>
    {
        private const int FewTypes = 8;

        private static readonly JsonName s_type = new JsonName(JsonForm.TypeName);

        private readonly string _name;
        private readonly UnionCase<T>[] _cases;
        private readonly Dictionary<Type, uint> _prefixes = new Dictionary<Type, uint>();
        // The types of the cases if there are few: comparing all of them, without a branch, is faster than a dictionary.
        private readonly Type[] _types = Array.Empty<Type>();
        private readonly UnionNames _names;
        private readonly JsonName _property = s_type;
        // For object: the case of values that need not be registered.
        private readonly int _any;
        // The case of stand-ins for objects of unknown classes; -1 if there is none.
        private readonly int _other;
        // The case of the base class itself, and the only one that is not _other; -1 if there is none.
        private readonly int _own;
        private readonly int _only;

        /// <summary>Creates a codec.</summary>
        /// <param name="name">The base's name in the schema.</param>
        /// <param name="cases">The concrete types, in order of their names.</param>
        public UnionCodec(string name, params UnionCase<T>[] cases)
            : this(name, cases, true)
        {
        }

        /// <summary>Creates a codec.</summary>
        /// <param name="name">The base's name in the schema.</param>
        /// <param name="cases">The concrete types, in order of their names.</param>
        /// <param name="byClass">Whether the class of a value determines its case; otherwise <see cref="NumberOfOther"/> does.</param>
        private protected UnionCodec(string name, UnionCase<T>[] cases, bool byClass)
        {
            _name = name;
            _cases = cases;
            for (int i = 0; i < cases.Length && byClass; i++)
                _prefixes.Add(cases[i].Type, (uint)i + 1);
            if (byClass && cases.Length <= FewTypes)
                _types = Array.ConvertAll(cases, one => one.Type);
            _any = Array.FindIndex(cases, one => one.Codec.HoldsUnregistered);
            _other = Array.FindIndex(cases, one => one.Codec.KeepsCases);
            _own = Array.FindIndex(cases, one => byClass ? one.Type == typeof(T) : one.Name == name);
            _only = cases.Length == (_other < 0 ? 1 : 2) ? _other == 0 ? 1 : 0 : -1;
            _names = new UnionNames(Array.ConvertAll(cases, one => one.Names), Array.ConvertAll(cases, one => one.IsNumber));
        }

        /// <summary>The name in JSON of the type discriminator.</summary>
        public string Discriminator
        {
            get => _property.Text;
            init => _property = new JsonName(value);
        }

        /// <summary>Whether unknown type discriminators are ignored, so that the value is read as the base.</summary>
        public bool IgnoresUnknown { get; init; }

        internal override bool IsStoredAsText => false;

        /// <inheritdoc/>
        protected override SchemaType CreateSchema()
        {
            var members = new SchemaMember[_cases.Length];
            for (int i = 0; i < members.Length; i++)
                members[i] = new SchemaMember(_cases[i].Name, _cases[i].Codec.Schema);
            return new SchemaType(SchemaKind.Union, _name) { MemberArray = members };
        }

        internal override References References
        {
            get
            {
                References found = References.None;
                foreach (UnionCase<T> one in _cases)
                    found |= one.Codec.References;
                return found;
            }
        }

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            if (writer.Kind != SchemaKind.Union)
            {
                // Written when the type had no derived types.
                int only = _names.Find((writer.Kind == SchemaKind.Reference ? writer.Element! : writer).Name);
                if (only < 0)
                    only = Array.FindIndex(_cases, c => c.Type == typeof(T));
                if (only < 0 || (only != _any && writer.Kind is not (SchemaKind.Object or SchemaKind.Record or SchemaKind.Reference)))
                    return ResolveOther(writer, builder);
                return new ReadPlan(writer, new[] { builder.Resolve(_cases[only].Codec, writer) }, new[] { only });
            }
            SchemaMember[] members = writer.MemberArray;
            int[] targets = _names.Match(members);
            builder.Listener?.Cases(writer, Schema, targets, builder.UnknownCases, _other < 0 ? null : _cases[_other].Codec.Schema);
            var parts = new ReadPlan?[members.Length];
            for (int i = 0; i < members.Length; i++)
            {
                if (targets[i] >= 0)
                    parts[i] = builder.Resolve(_cases[targets[i]].Codec, members[i].Type, "<" + members[i].Name + ">");
                else if (_other >= 0 && members[i].Type.Kind == SchemaKind.Object)
                    parts[i] = builder.ResolveCase(_cases[targets[i] = _other].Codec, members[i].Type, members[i].Name);
            }
            ReadPlan? plan = builder.Make(writer, parts, targets, _cases.Length);
            return plan == null ? null : ReadPlan.OfUnion(writer, parts, targets, builder.UnknownCases);
        }

        /// <inheritdoc/>
        public sealed override uint LengthPrefix(T? value)
        {
            if (value == null)
                return 0;
            if (!_prefixes.TryGetValue(value.GetType(), out uint number))
                return NumberOfOther(value);
            return number;
        }

        /// <summary>The type number of a value whose class is not one of the cases.</summary>
        private protected virtual uint NumberOfOther(T value) =>
            _any >= 0 ? (uint)_any + 1 : throw UnregisteredDerivedTypes.Of(value!, _name);

        /// <inheritdoc/>
        public override void WritePayload(ref WireWriter w, T? value, uint number) => _cases[number - 1].Write(ref w, value!);

        /// <inheritdoc/>
        public override T? ReadPayload(ref WireReader r, uint number, ReadPlan? plan)
        {
            if (number == 0)
                return Null(ref r);
            int target = Target(ref r, number, plan);
            if (target >= 0)
            {
                T value = _cases[target].Read(ref r, plan?.Parts[(int)number - 1]);
                return target == _other ? Known(ref r, value, plan) : value;
            }
            Skipping.SkipPayload(ref r, plan!.Writer, new SlotValue { IsPresent = true, Bits = number });
            return default;
        }

        /// <inheritdoc/>
        public override T? ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan? plan)
        {
            if (plan == null || plan.Writer.Kind == SchemaKind.Union)
                return ReadPayload(ref r, (uint)slot.Bits, plan);
            return slot.IsPresent || !plan.Writer.HasNull ? _cases[plan.Targets[0]].ReadSlot(ref r, slot, plan.Parts[0]) : Null(ref r);
        }

        private T? Null(ref WireReader r) => default(T) is null ? default : throw NullValues.Error(ref r, _cases[0].Codec.Schema);

        private protected override void Replace(ref WireReader r, T? target, T? source, ReadPlan? plan)
        {
            int index = (int)LengthPrefix(source) - 1;
            if (target!.GetType() != source!.GetType())
                throw r.Error(KitbagErrorReason.SchemaMismatch, CannotPopulate(_cases[index].Name, target.GetType()));
            _cases[index].Populate(ref r, target, source, PartOf(ref r, plan?.OfValue, index));
        }

        // The plan with which a value was read. Unknown if two types in the document correspond to one type here.
        private ReadPlan? PartOf(ref WireReader r, ReadPlan? plan, int index)
        {
            if (plan == null)
                return null;
            int first = Array.IndexOf(plan.Targets, index), last = Array.LastIndexOf(plan.Targets, index);
            // The object of a stand-in was stored under another name.
            if (first < 0)
                return null;
            return first == last
                ? plan.Parts[first]
                : throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "The document has both a '" + KitbagException.Cut(plan.Writer.MemberArray[first].Name) + "' and a '"
                    + KitbagException.Cut(plan.Writer.MemberArray[last].Name) + "', which are both '" + _cases[index].Name
                    + "' here, so neither can populate an existing object.");
        }

        private static string CannotPopulate(string found, Type target) =>
            "The document holds a '" + found + "', which cannot populate a '" + TypeText.Of(target) + "'.";

        internal override void ReadRootInto(ref WireReader r, T? target, ReadPlan? plan)
        {
            if (plan != null && plan.IsConversion)
                throw CannotPopulate(ref r, plan.Writer);
            if (plan != null && plan.Writer.Kind != SchemaKind.Union)
            {
                CaseToPopulate(ref r, plan.Targets[0], target).ReadInto(ref r, target!, plan.Parts[0]);
                return;
            }
            SlotShape shape = Schema.Slot;
            var slots = new SlotReader(ref r, shape.ControlBits);
            uint number = (uint)slots.Next(ref r, shape).Bits;
            if (number == 0)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The document holds null, which cannot populate an object.");
            int index = Target(ref r, number, plan);
            if (index < 0)
                throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "The document contains a type that this program does not have, which cannot populate an object.");
            CaseToPopulate(ref r, index, target).ReadInto(ref r, target!, plan?.Parts[(int)number - 1]);
        }

        internal override bool PutTarget(ref WireReader r, T? target, ReadPlan? plan)
        {
            if (plan != null && (plan.IsConversion || plan.Writer.Kind != SchemaKind.Union))
                return !plan.IsConversion && CaseToPopulate(ref r, plan.Targets[0], target).PutTarget(ref r, target!, plan.Parts[0]);
            var slots = new SlotReader(ref r, Schema.Slot.ControlBits);
            uint number = (uint)slots.Next(ref r, Schema.Slot).Bits;
            int index = number == 0 ? -1 : Target(ref r, number, plan);
            return index >= 0 && CaseToPopulate(ref r, index, target).PutTarget(ref r, target!, plan?.Parts[(int)number - 1]);
        }

        // An object of none of the concrete types is rejected before it changes.
        internal override object?[]? HoldTarget(T? target) =>
            _prefixes.TryGetValue(target!.GetType(), out uint number) ? _cases[number - 1].HoldTarget(target) : null;

        internal override void RestoreTarget(T? target, object?[] held) =>
            _cases[_prefixes[target!.GetType()] - 1].RestoreTarget(target, held);

        private UnionCase<T> CaseToPopulate(ref WireReader r, int index, T? target) => _cases[index].Type == target!.GetType()
            ? _cases[index]
            : throw r.Error(KitbagErrorReason.SchemaMismatch, CannotPopulate(_cases[index].Name, target.GetType()));

        // The case that a type number of the document corresponds to; -1 if there is none, and null is read instead.
        private int Target(ref WireReader r, uint number, ReadPlan? plan, bool isOptional = false)
        {
            int count = plan == null ? _cases.Length : plan.Targets.Length;
            if (number > (uint)count)
                throw LengthPrefixes.NoSuchType(ref r, number, count, _name);
            int target = plan == null ? (int)number - 1 : plan.Targets[(int)number - 1];
            if (target < 0 && (plan!.UnknownCases == KitbagUnknownCases.Refuse || (default(T) is not null && !isOptional)))
                throw _names.NoSuchCase(ref r, plan.Writer.MemberArray[(int)number - 1].Name, _name);
            return target;
        }
    }
}
