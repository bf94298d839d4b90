using System.Runtime.CompilerServices;

namespace Kitbag.Codecs
{
    /// <summary>
    /// What a collection costs of the allocation budget: so much each, empty or not, and so much for each element. The sizes are those of
    /// .NET on 64 bits, objects with their headers; a test measures them.
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

        /// <summary>The size of a field beside others that are references.</summary>
        public static int Aligned<T>() => Aligned(Unsafe.SizeOf<T>());

        public static int Aligned(int size) => (size + 7) & ~7;

        /// <summary>A node of a tree or a chain: a value and so many other bytes.</summary>
        public static int Node<T>(int others) => ObjectHeader + Aligned<T>() + others;

        public static Cost Array<T>() => new Cost(ArrayHeader, Of<T>());

        public static Cost List<T>() => new Cost(32 + ArrayHeader, Of<T>());

        /// <summary>
        /// A hash table: two arrays, of numbers and of entries with the hash code and the next one; their length is the next prime that the
        /// runtime knows.
        /// </summary>
        public static Cost HashTable(int size)
        {
            int entry = 4 + Aligned(8 + size);
            return new Cost(80 + 2 * ArrayHeader + 3 * entry, entry + (entry + 3) / 4);
        }

        public static Cost HashSet<T>() => HashTable(Of<T>());

        public static Cost Dictionary<TKey, TValue>() => HashTable(Aligned<TKey>() + Aligned<TValue>());

        /// <summary>
        /// A program's own collection: it may grow by doubling, which takes four times what it holds, or be made of nodes.
        /// </summary>
        public static Cost Own(int size) => new Cost(256, 48 + 4 * size);

        public static Cost operator +(Cost a, Cost b) => new Cost(a.Each + b.Each, a.PerElement + b.PerElement);
    }
}
