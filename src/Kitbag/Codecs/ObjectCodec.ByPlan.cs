using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Objects of another schema: how to read them is determined once, then they are read member by member.
    public abstract partial class ObjectCodec<T>
    {
        private ReadPlan Identity => _identity ??= ReadPlan.Identity(GetSchema, Description.Names.Count);

        /// <summary>
        /// Assigns the members of an object that was read, as far as the document has them, to an existing object. Overridden by codecs
        /// whose members can be set after an object is created.
        /// </summary>
        /// <param name="r">The reader.</param>
        /// <param name="target">The existing object.</param>
        /// <param name="source">The object that was read.</param>
        /// <param name="plan">The plan with which it was read; null for the reader's own schema.</param>
        protected virtual void Assign(ref WireReader r, T target, T source, ReadPlan? plan) => throw CannotPopulate();

        /// <summary>Whether a member was read. Called by generated code.</summary>
        /// <param name="plan">The plan with which its object was read; null if it was read completely.</param>
        /// <param name="member">The index of the member in wire order.</param>
        protected static bool IsThere(ReadPlan? plan, int member) => plan == null || plan.StepOf(member) >= 0;

        /// <summary>The plan with which a member was read. Called by generated code.</summary>
        /// <param name="plan">The plan with which its object was read; null if it was read completely.</param>
        /// <param name="member">The index of the member in wire order.</param>
        protected static ReadPlan? PartOf(ReadPlan? plan, int member) => plan?.Parts[plan.StepOf(member)];

        private protected sealed override void Replace(ref WireReader r, T target, T source, ReadPlan? plan) =>
            Assign(ref r, target, source,
                plan?.OfValue is { Writer.Kind: SchemaKind.Union } union ? union.Parts[Array.IndexOf(union.Targets, 0)] : plan?.OfValue);

        /// <summary>
        /// The exception for populating an object with a member that is set while it is created. Called by generated code.
        /// </summary>
        /// <param name="member">The index of the member in wire order, or -1 if it is unknown.</param>
        protected KitbagException CannotPopulate(int member = -1) => new KitbagException(KitbagErrorReason.NotSupported,
            "A '" + _name + "' cannot be populated: " + (member < 0 ? "some of its members are" : "'" + Description.Names[member] + "' is")
            + " set while an object is created, by a constructor or an initializer. Read a new object"
            + (member < 0 ? "." : ", or give it a plain setter ('{ get; set; }') and no parameter of the constructor."));

        internal sealed override TypeOrigin Origin => Description.Origin;

        // The document's program had other classes derived from this type; here there are none.
        private OnlyCase<T> AsCase => new OnlyCase<T>(_onlyCase!, this);

        private protected sealed override ReadPlan ResolveReference(SchemaType writer, PlanBuilder builder) =>
            new FromReference<T>(this, writer, builder.TrackValue(this, writer.Element!));

        internal override ReadPlan? Resolve(SchemaType writer, PlanBuilder builder)
        {
            string caseName = builder.TakeCaseName();
            if (writer.Kind == SchemaKind.Union)
                return (_onlyCase ??= new OnlyCase(_name, Origin, this)).Resolve(writer, builder);
            if (writer.Kind != SchemaKind.Object && writer.Kind != SchemaKind.Record)
                return ResolveOther(writer, builder);
            ObjectDescription description = Description;
            int[] targets = ObjectPlans.Match(this, _name, description, writer, builder, out ReadPlan?[] parts);
            // A record of the same schema is read as its memory image; a row with the same member names is something else.
            bool sameLayout = writer.Kind == SchemaKind.Object && !writer.IsEntry && Schema.Kind == SchemaKind.Object
                && writer.IsStruct == typeof(T).IsValueType;
            UnknownMembers? unknown =
                builder.Check != null || writer.Kind != SchemaKind.Object || writer.IsEntry || description.Unknown < 0
                    ? null
                    : ReaderOfUnknown().Find(description, writer, targets, caseName, builder);
            builder.Listener?.Members(writer, Schema, targets, unknown?.Kept is { } kept ? kept.Has : null);
            return sameLayout && caseName.Length == 0 && !builder.ReadsOthers
                ? builder.Make(writer, parts, targets, description.Names.Count, unknown)
                : new ReadPlan(writer, parts, targets) { Check = builder.Check, Unknown = unknown };
        }

        private void ReadGroup(ref WireReader r, ref GroupReader group, Span<T> values)
        {
            var segments = new SegmentedSpan<T>(values);
            ReadMembersOf(ref r, ref group, ref segments, false);
        }

        private void ReadMembersOf(ref WireReader r, ref GroupReader members, ref SegmentedSpan<T> objects, bool populate)
        {
            int count = objects.Count;
            if (members.Plan.Check != null)
            {
                CheckMembersOf(ref r, ref members, ref objects, members.Plan.Check);
                return;
            }
            try
            {
                ReadGroup(ref r, ref members, ref objects, populate);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Of(e, r.Position).At(count == 1 ? 0 : -1).RefusedBy(this);
            }
        }

        // All members of a group are read before its first object is created, so a group of no objects reads them without creating any.
        private void CheckMembersOf(ref WireReader r, ref GroupReader members, ref SegmentedSpan<T> objects, CheckingRead check)
        {
            SegmentedSpan<T> none = default;
            ReadGroup(ref r, ref members, ref none, false);
            while (objects.Next(out Span<T> segment))
                segment.Clear();
            if (members.IsRow && check.ReachRow(ref r, this, out int member) && member < Description.Codecs.Count
                && Description.Codecs[member].StandsFor(check.Refuser))
            {
                KitbagException e = check.Again();
                int step = members.Plan.StepOf(member);
                e.InMember(step < 0 ? Description.Names[member] : members.Plan.Writer.MemberArray[step].Name);
                throw e.At(0);
            }
            check.Reach(ref r, this);
        }

        internal sealed override void ReadKnown(ref WireReader r, Span<T> values, Span<bool> known, ReadPlan plan) =>
            AsCase.ReadColumn(ref r, values, plan, known, true);

        internal sealed override void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            present.Fill(true);
            if (plan != null && plan.Writer.Kind == SchemaKind.Union)
            {
                AsCase.ReadColumn(ref r, values, plan, present, false);
            }
            else if (plan != null && !plan.IsConversion && plan.Writer.Kind == SchemaKind.Object)
            {
                var segments = new SegmentedSpan<T>(values);
                ReadGroups(ref r, ref segments, plan, present);
            }
            else
            {
                base.ReadOptional(ref r, values, present, plan);
            }
        }
    }
}
