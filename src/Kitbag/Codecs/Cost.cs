using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>
    /// The allocation cost of a collection: a fixed part for each collection, and a part for each element. Sizes are those of 64-bit .NET,
    /// including object headers; a test measures them.
    /// </summary>
    internal readonly struct Cost
    {
        public const int Reference = 8, ObjectHeader = 16, ArrayHeader = 32;

        public readonly int Each, PerElement;

        public Cost(int each, int perElement)
        {
            Each = each;
            PerElement = perElement;
        }

        public static int Of<T>() => Unsafe.SizeOf<T>();

        /// <summary>The size of a field next to references, which are aligned.</summary>
        public static int Aligned<T>() => Aligned(Unsafe.SizeOf<T>());

        public static int Aligned(int size) => (size + 7) & ~7;

        /// <summary>The size of a node of a tree or a linked list: a value and other bytes.</summary>
        public static int Node<T>(int others) => ObjectHeader + Aligned<T>() + others;

        public static Cost Array<T>() => new Cost(ArrayHeader, Of<T>());

        public static Cost List<T>() => new Cost(32 + ArrayHeader, Of<T>());

        /// <summary>
        /// A hash table: two arrays, one of indexes, one of entries with hash code and next index. Their length is the next larger prime in
        /// the runtime's table.
        /// </summary>
        public static Cost HashTable(int size)
        {
            int entry = 4 + Aligned(8 + size);
            return new Cost(80 + 2 * ArrayHeader + 3 * entry, entry + (entry + 3) / 4);
        }

        public static Cost HashSet<T>() => HashTable(Of<T>());

        public static Cost Dictionary<TKey, TValue>() => HashTable(Aligned<TKey>() + Aligned<TValue>());

        /// <summary>
        /// A user-defined collection: it may grow by doubling, which takes four times the size of its elements, or consist of nodes.
        /// </summary>
        public static Cost Own(int size) => new Cost(256, 48 + 4 * size);

        public static Cost operator +(Cost a, Cost b) => new Cost(a.Each + b.Each, a.PerElement + b.PerElement);
    }
}
