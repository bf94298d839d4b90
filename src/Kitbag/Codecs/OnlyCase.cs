using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads a union of which this program has a single concrete type: the document's program had other derived classes. It does not use
    /// union codecs, which ahead-of-time compiled programs would otherwise contain for every class.
    /// </summary>
    internal sealed class OnlyCase
    {
        private readonly string _name;
        private readonly UnionNames _names;
        private readonly Codec _codec;
        private readonly bool _isDerived;

        /// <param name="name">The name of this program's type.</param>
        /// <param name="origin">What it was in older documents.</param>
        /// <param name="codec">Its codec.</param>
        public OnlyCase(string name, TypeOrigin origin, Codec codec)
        {
            _name = name;
            _names = new UnionNames(new[] { new CaseNames(name, null, name, name, origin.FormerNames) }, new bool[1]);
            _codec = codec;
            _isDerived = origin.IsDerived;
        }

        /// <summary>Determines how to read a union.</summary>
        /// <exception cref="KitbagException">No case of the union corresponds to this type.</exception>
        public ReadPlan Resolve(SchemaType writer, PlanBuilder builder)
        {
            SchemaMember[] cases = writer.MemberArray;
            // By its own name in any namespace, or by a former one. A renamed class that had derived classes is found by the name of the
            // base. A derived class is not: objects of the base would become objects of it.
            int self = Array.IndexOf(_names.Match(cases), 0);
            if (self < 0 && !_isDerived)
                self = Array.FindIndex(cases, c => c.Name == writer.Name);
            if (self < 0)
                throw builder.Mismatch(writer, _codec.Schema);
            var targets = new int[cases.Length];
            targets.AsSpan().Fill(-1);
            targets[self] = 0;
            builder.Listener?.Cases(writer, _codec.Schema, targets, builder.UnknownCases, null);
            var parts = new ReadPlan?[cases.Length];
            parts[self] = builder.Resolve(_codec, cases[self].Type);
            return ReadPlan.OfUnion(writer, parts, targets, builder.UnknownCases);
        }

        /// <summary>Whether a value that is not null is of this program's type; otherwise it is omitted.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="number">The type number.</param>
        /// <param name="plan">The plan for reading the union.</param>
        /// <param name="mayLack">Whether the value may be absent.</param>
        /// <exception cref="KitbagException">The type number is invalid, or values of other types are rejected.</exception>
        public bool IsOwn(ref WireReader r, uint number, ReadPlan plan, bool mayLack)
        {
            if (number > (uint)plan.Targets.Length)
                throw LengthPrefixes.NoSuchType(ref r, number, plan.Targets.Length, _name);
            if (plan.Targets[(int)number - 1] == 0)
                return true;
            if (plan.UnknownCases == KitbagUnknownCases.Refuse || !mayLack)
                throw _names.NoSuchCase(ref r, plan.Writer.MemberArray[(int)number - 1].Name, _name);
            return false;
        }

        /// <summary>Reads the type numbers of a column, and skips the values that precede those of this program's type.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="numbers">Receives the type numbers.</param>
        /// <param name="counts">Receives the number of values of each type number.</param>
        /// <param name="plan">The plan for reading the union.</param>
        /// <param name="present">Receives which values are present, if the caller needs it; values that are omitted are not.</param>
        /// <param name="areNullsValues">Whether nulls are values.</param>
        /// <param name="hasNull">Whether null is a value of this program's type.</param>
        /// <returns>The type number of this program's type.</returns>
        public int ReadNumbers(ref WireReader r, Span<uint> numbers, Span<int> counts, ReadPlan plan, Span<bool> present,
            bool areNullsValues, bool hasNull)
        {
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(numbers), IntegerKind.UInt32);
            counts.Clear();
            int i = 0;
            try
            {
                for (; i < numbers.Length; i++)
                {
                    uint number = numbers[i];
                    bool isOwn = number == 0 ? areNullsValues : IsOwn(ref r, number, plan, hasNull || !present.IsEmpty);
                    if (number == 0 && areNullsValues && !hasNull)
                        throw NullValues.Error(ref r, _codec.Schema);
                    if (!isOwn && !present.IsEmpty)
                        present[i] = false;
                    counts[(int)number]++;
                }
            }
            catch (KitbagException e)
            {
                e.At(i);
                throw;
            }
            int own = Array.IndexOf(plan.Targets, 0) + 1;
            Skip(ref r, numbers, counts, plan, 1, own);
            return own;
        }

        /// <summary>Skips values of types that this program does not have.</summary>
        public static void Skip(ref WireReader r, ReadOnlySpan<uint> numbers, ReadOnlySpan<int> counts, ReadPlan plan, int from, int to)
        {
            int number = from;
            try
            {
                for (; number < to; number++)
                {
                    if (counts[number] != 0)
                        Skipping.SkipColumn(ref r, plan.Writer.MemberArray[number - 1].Type, counts[number]);
                }
            }
            catch (KitbagException e)
            {
                e.At(TypeNumbers.PlaceOf(e.PendingIndex, numbers, (uint)number));
                throw;
            }
        }

        /// <summary>Reads the type number of a root that populates an object of this program's type.</summary>
        /// <returns>The plan for reading the object; null if the root is null or of another type.</returns>
        public bool TryReadRoot(ref WireReader r, ReadPlan plan, out ReadPlan? part)
        {
            SlotShape shape = plan.Writer.Slot;
            var slots = new SlotReader(ref r, shape.ControlBits);
            uint number = (uint)slots.Next(ref r, shape).Bits;
            bool isOwn = number != 0 && IsOwn(ref r, number, plan, true);
            part = isOwn ? plan.Parts[(int)number - 1] : null;
            return isOwn;
        }
    }

    /// <inheritdoc cref="OnlyCase"/>
    /// <typeparam name="T">This program's type.</typeparam>
    internal readonly struct OnlyCase<T>
    {
        private readonly OnlyCase _case;
        private readonly Codec<T> _codec;

        public OnlyCase(OnlyCase only, Codec<T> codec)
        {
            _case = only;
            _codec = codec;
        }

        /// <summary>Reads the value of a slot.</summary>
        public T ReadSlot(ref WireReader r, in SlotValue slot, ReadPlan plan)
        {
            uint number = (uint)slot.Bits;
            if (number == 0)
                return NullValues.Read<T>(ref r, _codec.Schema);
            if (!_case.IsOwn(ref r, number, plan, default(T) is null))
            {
                Skipping.SkipPayload(ref r, plan.Writer, new SlotValue { IsPresent = true, Bits = number });
                return default!;
            }
            ReadPlan? part = plan.Parts[(int)number - 1];
            return (part == null ? _codec.Schema : part.Writer).Kind == SchemaKind.Object
                ? _codec.ReadSlotByPlan(ref r, new SlotValue { IsPresent = true }, part)
                : _codec.ReadRootByPlan(ref r, part);
        }

        /// <summary>Reads a column.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination.</param>
        /// <param name="plan">The plan for reading the union.</param>
        /// <param name="present">Receives which values are present, if the caller needs it; all true before.</param>
        /// <param name="areNullsValues">Whether nulls are values.</param>
        public void ReadColumn(ref WireReader r, Span<T> values, ReadPlan plan, Span<bool> present, bool areNullsValues)
        {
            if (values.IsEmpty)
                return;
            ScratchMark mark = r.Mark();
            Span<uint> numbers = r.Rent<uint>(values.Length);
            Span<int> counts = r.Rent<int>(plan.Targets.Length + 1);
            int own = _case.ReadNumbers(ref r, numbers, counts, plan, present, areNullsValues, default(T) is null);
            Span<T> read = r.Rent<T>(counts[own]);
            try
            {
                if (!read.IsEmpty)
                    _codec.ReadColumnByPlan(ref r, read, plan.Parts[own - 1]);
            }
            catch (KitbagException e)
            {
                e.At(TypeNumbers.PlaceOf(e.PendingIndex, numbers, (uint)own));
                throw;
            }
            OnlyCase.Skip(ref r, numbers, counts, plan, own + 1, counts.Length);
            int next = 0;
            for (int i = 0; i < values.Length; i++)
                values[i] = numbers[i] == (uint)own ? read[next++] : default!;
            r.Release(mark);
        }
    }
}
