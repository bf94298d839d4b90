using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Arrays of several dimensions: objects with all elements and the lengths, as <see cref="GridCodec{TArray, T}"/> stores them, and as
    /// JSON arrays in arrays.
    /// </summary>
    internal sealed class GridsCodec : MembersCodec<ObjectValue>
    {
        private readonly Codec<object?> _element;
        private readonly Func<IList, object?> _toList;
        private readonly int _rank;

        /// <param name="type">The type.</param>
        /// <param name="element">The codec of the elements.</param>
        /// <param name="toList">Makes the list that the codec of the items has.</param>
        /// <param name="rank">How many dimensions there are.</param>
        public GridsCodec(SchemaType type, Codec<object?> element, Func<IList, object?> toList, int rank)
            : base(type, null)
        {
            _element = element;
            _toList = toList;
            _rank = rank;
        }

        protected override MemberValues MembersOf(ObjectValue value) => value.Members;

        protected override ObjectValue Make(MemberValues members)
        {
            var value = new ObjectValue(this, members);
            PartsOf(value);
            return value;
        }

        internal override bool IsJsonObject => false;

        internal override bool IsJsonList => true;

        public override void WriteJson(ref JsonWriter w, ObjectValue value)
        {
            if (value is null)
            {
                w.WriteNull();
                return;
            }
            (IList items, List<int> lengths) = PartsOf(value);
            Write(ref w, items, 0, items.Count, lengths, 0);
        }

        /// <summary>Writes the elements at one index of some dimensions.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="value">The array.</param>
        /// <param name="dimension">The first dimension that is written.</param>
        /// <param name="row">Which row it is, of all with that dimension.</param>
        public void WriteRow(ref JsonWriter w, ObjectValue value, int dimension, int row)
        {
            (IList items, List<int> lengths) = PartsOf(value);
            int length = 1;
            for (int i = dimension; i < lengths.Count; i++)
                length *= lengths[i];
            Write(ref w, items, row * length, length, lengths, dimension);
        }

        private (IList Items, List<int> Lengths) PartsOf(ObjectValue value)
        {
            var items = value.Members[0] as IList;
            var lengths = value.Members[1] as List<int>;
            long product = 1;
            for (int i = 0; lengths != null && i < lengths.Count; i++)
                product *= Math.Max(lengths[i], -1);
            if (items == null || lengths == null || lengths.Count != _rank || lengths.Exists(l => l < 0) || product != items.Count)
                throw Unfit(_rank, -1).RefusedBy(this);
            return (items, lengths);
        }

        /// <summary>Returns the exception for an array whose lengths do not fit the number of its elements.</summary>
        public static KitbagException Unfit(int rank, int offset) => new KitbagException(KitbagErrorReason.Malformed,
            "The lengths of an array of " + rank.ToString(CultureInfo.InvariantCulture)
                + " dimensions do not fit the number of its elements.", offset);

        private void Write(ref JsonWriter w, IList items, int start, int length, List<int> lengths, int dimension)
        {
            int count = lengths[dimension];
            bool isLast = dimension + 1 == lengths.Count, inLine = w.IsText && isLast && JsonKinds.IsShort(_element.Schema.Kind, count);
            if (count == 0)
            {
                w.WriteEmptyArray();
                return;
            }
            w.BeginArray();
            for (int i = 0, part = length / count; i < count; i++)
            {
                w.NextElement(inLine);
                if (isLast)
                    _element.WriteJson(ref w, items[start + i]);
                else
                    Write(ref w, items, start + i * part, part, lengths, dimension + 1);
            }
            w.EndArray(inLine);
        }

        internal override void FindJsonObjects(ref JsonReader r, JsonObjectTypes types) => types.FindInElements(ref r, _element, _rank);

        public override ObjectValue ReadJson(ref JsonReader r)
        {
            if (r.TryReadNull())
                return null!;
            var lengths = new int[_rank];
            List<object?> elements = GridJson.Read(ref r, _element, lengths);
            return Make(new MemberValues(new[] { _toList(elements), new List<int>(lengths) }));
        }
    }
}
