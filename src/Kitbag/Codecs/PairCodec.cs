using System;
using System.ComponentModel;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A codec of an immutable object with two members: the equivalent of generated code for types whose members the generator does not
    /// know.
    /// </summary>
    /// <typeparam name="TPair">The object.</typeparam>
    /// <typeparam name="TFirst">The first member in order of names.</typeparam>
    /// <typeparam name="TSecond">The second member.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class PairCodec<TPair, TFirst, TSecond> : ObjectCodec<TPair>
    {
        private readonly string _firstName, _secondName;
        private readonly Codec<TFirst> _first;
        private readonly Codec<TSecond> _second;

        /// <summary>Creates a codec.</summary>
        /// <param name="name">The type's name in the schema.</param>
        /// <param name="firstName">The name of the first member, which sorts before the second.</param>
        /// <param name="first">Its codec.</param>
        /// <param name="secondName">The name of the second member.</param>
        /// <param name="second">Its codec.</param>
        protected PairCodec(string name, string firstName, Codec<TFirst> first, string secondName, Codec<TSecond> second)
            : base(name)
        {
            _firstName = firstName;
            _first = first;
            _secondName = secondName;
            _second = second;
        }

        /// <summary>Returns the first member.</summary>
        /// <param name="pair">The object, not null.</param>
        protected abstract TFirst First(in TPair pair);

        /// <summary>Returns the second member.</summary>
        /// <param name="pair">The object, not null.</param>
        protected abstract TSecond Second(in TPair pair);

        /// <summary>Creates the object.</summary>
        /// <param name="first">The first member.</param>
        /// <param name="second">The second member.</param>
        /// <exception cref="KitbagException">The values are not a valid combination.</exception>
        protected abstract TPair Make(TFirst first, TSecond second);

        /// <inheritdoc/>
        protected sealed override void Describe(ObjectDescription description)
        {
            description.Add(_firstName, _first);
            description.Add(_secondName, _second);
        }

        /// <inheritdoc/>
        public sealed override void WriteRow(ref WireWriter w, TPair value)
        {
            SlotShape firstSlot = _first.Schema.Slot, secondSlot = _second.Schema.Slot;
            TFirst first = First(value);
            TSecond second = Second(value);
            int controlBytes = ControlBytes(firstSlot, secondSlot);
            ref byte row = ref w.Reserve(controlBytes + firstSlot.MaxBytes + secondSlot.MaxBytes + 8);
            int at = controlBytes;
            ulong control = _first.WriteSlot(ref w, ref row, ref at, first);
            control |= (ulong)_second.WriteSlot(ref w, ref row, ref at, second) << firstSlot.ControlBits;
            Slots.StoreControl(ref row, control, controlBytes);
            w.Advance(at);
            _first.WritePayload(ref w, first);
            _second.WritePayload(ref w, second);
        }

        private protected sealed override bool ReadsRowsInPlace => false;

        /// <inheritdoc/>
        public sealed override TPair ReadRow(ref WireReader r, TPair? target)
        {
            RefuseToPopulate(!typeof(TPair).IsValueType && target is not null);
            SlotShape firstSlot = _first.Schema.Slot, secondSlot = _second.Schema.Slot;
            var slots = new SlotReader(ref r, 8 * ControlBytes(firstSlot, secondSlot));
            SlotValue first = slots.Next(ref r, firstSlot), second = slots.Next(ref r, secondSlot);
            TFirst key = _first.ReadSlot(ref r, first, null);
            return Make(key, _second.ReadSlot(ref r, second, null));
        }

        private static int ControlBytes(SlotShape first, SlotShape second) =>
            SlotTable.ControlBytes(first.ControlBits + second.ControlBits);

        /// <inheritdoc/>
        public sealed override void Discover(ref WireWriter w, ReadOnlySpan<TPair> pairs)
        {
            if (References == References.None)
                return;
            Span<TFirst> first = w.Rent<TFirst>(pairs.Length);
            Span<TSecond> second = w.Rent<TSecond>(pairs.Length);
            for (int i = 0; i < pairs.Length; i++)
            {
                first[i] = pairs[i] is { } pair ? First(pair) : default!;
                second[i] = pairs[i] is { } same ? Second(same) : default!;
            }
            _first.Discover(ref w, first);
            _second.Discover(ref w, second);
        }

        /// <inheritdoc/>
        protected sealed override bool WriteGroup(ref WireWriter w, ref SegmentedSpan<TPair> objects)
        {
            Span<TFirst> first = w.Rent<TFirst>(objects.Count);
            Span<TSecond> second = w.Rent<TSecond>(objects.Count);
            for (int i = 0; objects.Next(out Span<TPair> segment);)
            {
                foreach (TPair pair in segment)
                {
                    if (pair is null)
                        return false;
                    first[i] = First(pair);
                    second[i++] = Second(pair);
                }
            }
            Span<bool> present = w.Rent<bool>(2);
            present[0] = _first.HasNonDefault(first);
            present[1] = _second.HasNonDefault(second);
            objects.WriteNoNulls(ref w);
            w.WriteBits(present);
            if (present[0])
                _first.WriteColumn(ref w, first);
            if (present[1])
                _second.WriteColumn(ref w, second);
            return true;
        }

        /// <inheritdoc/>
        protected sealed override void ReadGroup(ref WireReader r, ref GroupReader members, ref SegmentedSpan<TPair> objects, bool populate)
        {
            RefuseToPopulate(populate);
            Span<TFirst> first = members.Read(ref r, _first).Values;
            Span<TSecond> second = members.Read(ref r, _second).Values;
            int i = 0;
            try
            {
                while (objects.Next(out Span<TPair> segment))
                {
                    foreach (ref TPair pair in segment)
                    {
                        pair = Make(first.IsEmpty ? default! : first[i], second.IsEmpty ? default! : second[i]);
                        i++;
                    }
                }
            }
            catch (KitbagException e)
            {
                e.At(i).RefusedBy(this);
                throw;
            }
        }

        private static void RefuseToPopulate(bool populate)
        {
            if (populate)
                throw new KitbagException(KitbagErrorReason.NotSupported, "A '"
                    + TypeText.Of(typeof(TPair)) + "' cannot be populated. Read a new object.");
        }

        internal sealed override void ReadJsonInto(ref JsonReader r, TPair target) => RefuseToPopulate(true);

        /// <inheritdoc/>
        protected sealed override void DescribeJson(JsonMembers members) => members.Add(_firstName).Add(_secondName).KnowDefaults();

        /// <inheritdoc/>
        protected sealed override void WriteMembers(ref JsonWriter w, JsonName[] names, TPair value)
        {
            _first.WriteMember(ref w, names[0], First(value));
            _second.WriteMember(ref w, names[1], Second(value));
        }

        /// <inheritdoc/>
        protected sealed override void ReadMembers(ref JsonReader r, ref JsonMemberReader members, ref TPair value, bool populate)
        {
            TFirst first = default!;
            TSecond second = default!;
            while (members.Next(ref r))
            {
                if (members.Index == 0)
                    first = _first.ReadJson(ref r);
                else if (members.Index == 1)
                    second = _second.ReadJson(ref r);
            }
            value = Make(first, second);
        }
    }
}
