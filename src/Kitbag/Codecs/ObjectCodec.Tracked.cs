using System;
using System.Runtime.CompilerServices;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Objects with an identity: they are created before their members are known.
    public abstract partial class ObjectCodec<T>
    {
        // 0 while unknown, otherwise the value plus one; written atomically, because other threads may read it.
        private int _references;

        /// <summary>Creates an object whose members are not known yet. Overridden by codecs of tracked objects.</summary>
        protected virtual T CreateEmpty() => throw NotTracked();

        /// <summary>Whether <see cref="Complete"/> must be called.</summary>
        protected virtual bool NeedsCompletion => false;

        /// <summary>Calls the callbacks after an object, and all objects of its document, have been read.</summary>
        /// <param name="value">The object.</param>
        protected virtual void Complete(T value)
        {
        }

        /// <summary>Whether <see cref="Construct"/> must be called.</summary>
        protected virtual bool NeedsConstruction => false;

        /// <summary>
        /// Calls the constructor of an object that has been read, with all objects that it refers to: its arguments are members of the
        /// object, and the members that are not arguments are set again.
        /// </summary>
        /// <param name="value">The object.</param>
        /// <param name="members">The members that were read.</param>
        protected virtual void Construct(T value, PresentMembers members)
        {
        }

        internal sealed override bool IsConstructed => NeedsConstruction;

        internal sealed override void ConstructOne(T value, PresentMembers members)
        {
            try
            {
                Construct(value, members);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Of(e, -1).RefusedBy(this);
            }
        }

        internal sealed override string? NameOfHolder(int index)
        {
            for (int i = 0; i < Description.Codecs.Count; i++)
            {
                if (Description.Codecs[i].References != References.None && index-- == 0)
                    return Description.Names[i];
            }
            return null;
        }

        internal sealed override References References
        {
            get
            {
                if (IsTracked)
                    return References.Held;
                int known = _references;
                if (known == 0)
                    _references = known = (int)FindReferences() + 1;
                return (References)(known - 1);
            }
        }

        private References FindReferences()
        {
            References found = References.None;
            foreach (Codec member in Description.Codecs)
                found |= member.References;
            return found;
        }

        internal sealed override void ChargeTracked(ref WireReader r, int count) =>
            r.Charge(count * (BytesOfOne + Cost.Reference));

        internal sealed override T CreateOne() => CreateEmpty();

        internal sealed override void Fill(ref WireReader r, Span<T> objects, ReadPlan? plan)
        {
            var segments = new SegmentedSpan<T>(objects);
            ReadGroups(ref r, ref segments, plan, default, true);
        }

        internal sealed override bool HasCompletion => NeedsCompletion;

        internal sealed override void CompleteOne(T value)
        {
            try
            {
                Complete(value);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                throw UserCodeError.Of(e, -1).RefusedBy(this);
            }
        }

        /// <summary>
        /// Schedules <see cref="Complete"/> for an object that is not tracked but contains references, once all tracked objects of the
        /// document have been read. If there are none, it is called immediately. Called by generated code.
        /// </summary>
        /// <param name="r">The reader.</param>
        /// <param name="value">The object.</param>
        protected void CompleteLater(ref WireReader r, T value)
        {
            if (r.Graph is GraphReader graph)
                graph.CompleteLater(() => CompleteOne(value));
            else
                CompleteOne(value);
        }

        internal sealed override (ReadPlan? Early, ReadPlan? Late) SplitLate(ReadPlan? plan)
        {
            ReadPlan whole = plan ?? Identity;
            int[] early = (int[])whole.Targets.Clone(), late = (int[])whole.Targets.Clone();
            bool any = false;
            for (int i = 0; i < early.Length; i++)
            {
                bool isLate = early[i] >= 0 && ((Description.Codecs[early[i]].References & References.AsKeys) != 0
                    || whole.Parts[i] is { SeesReferences: true });
                any |= isLate;
                (isLate ? ref early[i] : ref late[i]) = -1;
            }
            return any ? (whole.With(early, whole.Unknown), whole.With(late, null)) : (plan, null);
        }
    }
}
