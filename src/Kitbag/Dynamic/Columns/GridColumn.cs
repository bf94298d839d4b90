using System;
using System.Runtime.CompilerServices;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents one dimension of a multidimensional array, which is stored as the list of all elements and the lengths, as lists in
    /// lists.
    /// </summary>
    internal sealed class GridColumn : Column
    {
        // The types of the lists, for each type of an array.
        private static readonly ConditionalWeakTable<SchemaType, SchemaType> s_types = new ConditionalWeakTable<SchemaType, SchemaType>();

        private readonly Elements _items;
        private readonly CollectionParts? _rows;

        private GridColumn(Column arrays, SchemaType type, Elements items, int[] lengths)
            : base(arrays.Body, type, 1, arrays.Offset)
        {
            _items = items;
            Lengths = lengths.AsSpan(lengths.Length - type.Rank).ToArray();
            // Checks the number of rows against the limit on memory: rows without elements take no bytes in the document.
            Body.Memory.Charge(Lengths[0]);
            Body.Memory.Charge(-Lengths[0]);
            if (type.Rank > 1)
                _rows = new CollectionParts(null, new GridColumn(arrays, type.Element!, items, lengths));
        }

        /// <summary>Gets the lengths of this dimension and of those inside it.</summary>
        public int[] Lengths { get; }

        /// <summary>Finds an array.</summary>
        /// <param name="arrays">A column of multidimensional arrays.</param>
        /// <param name="index">The index of the array.</param>
        /// <param name="place">Returns its index in the column that is returned.</param>
        /// <returns>The column that contains it as a list of lists, or null if it is null.</returns>
        public static Column? Find(Column arrays, int index, out int place)
        {
            place = 0;
            if (arrays.FieldsAt(index, out int at) is not { } fields)
                return null;
            Elements items = fields[0].ElementsAt(at), stored = fields[1].ElementsAt(at);
            SchemaType type = s_types.GetValue(arrays.Type, static array => TypeOf(array.MemberArray[0].Type.Element!,
                SchemaForms.RankOf(array)));
            var lengths = new int[stored.Count == type.Rank ? type.Rank : 0];
            for (int i = 0; i < lengths.Length; i++)
                lengths[i] = (int)stored.Parts!.Elements.BitsAt(stored.Start + i).Low;
            return Fit(type.Rank, lengths, items.Parts == null ? -1 : items.Count)
                ? new GridColumn(arrays, type, items, lengths)
                : throw GridsCodec.Unfit(type.Rank, -1);
        }

        /// <summary>Returns whether an array of some lengths has a number of elements, which is -1 if there is no list of them.</summary>
        public static bool Fit(int rank, ReadOnlySpan<int> lengths, int count)
        {
            // A double does not overflow. It is exact up to 2^53, which no array reaches, and larger products stay larger than that.
            double product = 1;
            foreach (int length in lengths)
                product *= length < 0 ? double.NaN : length;
            return lengths.Length == rank && product == count;
        }

        /// <summary>Returns the type of an array as lists in lists.</summary>
        public static SchemaType TypeOf(SchemaType element, int rank) => new SchemaType(SchemaKind.Sequence)
        {
            Element = rank > 1 ? TypeOf(element, rank - 1) : element,
            Rank = rank,
        };

        public override Elements ElementsAt(int index) => _rows != null
            ? new Elements(_rows, index * Lengths[0], Lengths[0], 0)
            : new Elements(_items.Parts!, _items.Start + index * Lengths[0], Lengths[0], 0);
    }
}
