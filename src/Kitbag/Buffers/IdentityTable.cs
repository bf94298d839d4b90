using System;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Kitbag.Buffers
{
    /// <summary>Numbers objects by their identity, in the order in which they are added.</summary>
    internal sealed class IdentityTable
    {
        private const int Slots = 8, FirstBuckets = 32, KeptBuckets = 1 << 15, FewOf = 16;
        private const int MostAhead = 32, MostAtOnce = 256, MostSkipped = 16, FetchedAhead = 16;
        private const ulong Ones = 0x0101010101010101, Highs = 0x8080808080808080;

        [ThreadStatic]
        private static IdentityTable? t_kept;

        // The next object in this list is often the one that is looked up next, so no search in the buckets is needed. All entries after
        // the last object are null.
        private object?[] _objects = new object?[FirstBuckets * Slots / 2];
        private TypedPlace[] _places = new TypedPlace[FirstBuckets * Slots / 2];
        private uint[] _hashes = new uint[FirstBuckets * Slots / 2];
        // The upper bits of a hash select a bucket of 8 slots, or the next one if that is full. An occupied slot has a byte here, the lower
        // bits of the hash with the highest bit set, and the number of its object in the other array: in most cases the bytes, which are in
        // the processor's cache, show that an object is new. Half of the slots are free, so few buckets are full.
        private ulong[] _buckets = new ulong[FirstBuckets];
        private int[] _numbers = new int[FirstBuckets * Slots];
        private readonly uint[] _ahead = new uint[MostAhead];
        private int _shift = 32 - 5;
        private bool _isNear;

        /// <summary>The number of objects.</summary>
        public int Count { get; private set; }

        /// <summary>The data that the caller stores for an object.</summary>
        public ref TypedPlace this[int number] => ref _places[number];

        /// <summary>Gets an empty table, which must be returned.</summary>
        public static IdentityTable Acquire()
        {
            IdentityTable table = t_kept ?? new IdentityTable();
            t_kept = null;
            return table;
        }

        /// <summary>Caches the memory of the table for the next call of the thread.</summary>
        public void Return()
        {
            if (_buckets.Length > KeptBuckets)
                return;
            ClearBuckets();
            _objects.AsSpan(0, Count).Clear();
            Count = 0;
            t_kept = this;
        }

        // Keeps the cost of a small graph independent of a large one before it.
        private void ClearBuckets()
        {
            ulong[] buckets = _buckets;
            if (Count > buckets.Length / FewOf)
            {
                buckets.AsSpan().Clear();
                return;
            }
            for (int i = 0; i < Count; i++)
            {
                if (_objects[i] == null)
                    continue;
                // Entries that did not fit into a full bucket are in the following ones.
                bool isFull = true;
                for (int at = (int)(_hashes[i] >> _shift); isFull; at++)
                {
                    ref ulong bucket = ref buckets[at & (buckets.Length - 1)];
                    isFull = (~bucket & Highs) == 0;
                    bucket = 0;
                }
            }
        }

        /// <summary>The objects from a number on, in order of their numbers.</summary>
        public ReadOnlySpan<object?> ObjectsFrom(int number) => _objects.AsSpan(number, Count - number);

        /// <summary>The data that the caller stores for all objects.</summary>
        public Span<TypedPlace> Places => _places.AsSpan(0, Count);

        /// <summary>Finds the number of an object, or assigns the next one.</summary>
        /// <param name="value">The object.</param>
        /// <param name="last">
        /// The number that was found last; initially -1. Most objects are referred to in the order in which they were added, or several
        /// times in a row: these are found without a search in the table.
        /// </param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int FindOrAdd(object value, ref int last)
        {
            if (!IsExpected(_objects, value, ref last))
                last = LookUp(value, Hash(value));
            return last;
        }

        /// <summary>Finds the numbers of several objects in order, and assigns the next ones to new objects.</summary>
        /// <param name="values">The objects.</param>
        /// <param name="numbers">0 for null, otherwise 1 plus the number.</param>
        /// <param name="last">The number that was found last; initially -1.</param>
        [MethodImpl(MethodImplOptions.NoInlining)]
        public void FindOrAdd(ReadOnlySpan<object?> values, Span<uint> numbers, ref int last)
        {
            numbers = numbers.Slice(0, values.Length);
            object?[] objects = _objects;
            int expected = last, ahead = 1, end = -1;
            for (int i = 0; i < values.Length;)
            {
                object? value = values[i];
                if (value == null)
                {
                    numbers[i++] = 0;
                }
                else if (IsExpected(objects, value, ref expected))
                {
                    numbers[i++] = (uint)expected + 1;
                }
                else
                {
                    // A separate variable, so that the other one stays in a register.
                    int found = expected;
                    if (_isNear && TrySkip(value, ref found))
                    {
                        numbers[i++] = (uint)found + 1;
                    }
                    else
                    {
                        // As long as consecutive objects need a search, more and more of them are searched at once.
                        ahead = i == end ? Math.Min(ahead * 2, MostAhead) : 1;
                        end = i += LookUp(values.Slice(i), numbers.Slice(i), ahead, ref found);
                        objects = _objects;
                    }
                    expected = found;
                }
            }
            last = expected;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsExpected(object?[] objects, object value, ref int last)
        {
            int next = last + 1;
            if ((uint)next < (uint)objects.Length && ReferenceEquals(objects[next], value))
            {
                last = next;
                return true;
            }
            return (uint)last < (uint)objects.Length && ReferenceEquals(objects[last], value);
        }

        // If objects of one type refer to others in order, objects that other types refer to are in between. These objects are in the
        // processor's cache, unlike most entries of a table.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool TrySkip(object value, ref int last)
        {
            int start = last + 2;
            ReadOnlySpan<object?> next = _objects.AsSpan(0, Math.Min(Count, start + MostSkipped));
            for (int i = start; (uint)i < (uint)next.Length; i++)
            {
                if (ReferenceEquals(next[i], value))
                {
                    last = i;
                    return true;
                }
            }
            _isNear = false;
            return false;
        }

        private int LookUp(object value, uint hash)
        {
            int number = Find(value, hash);
            if (number < 0)
            {
                if (Count == _objects.Length)
                    Grow();
                number = Count++;
                _objects[number] = value;
                Put(hash, number);
            }
            return number;
        }

        // Finds the requested number of objects, of which the first is not null, and new objects after them if these are new. Returns how
        // many.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private int LookUp(ReadOnlySpan<object?> values, Span<uint> numbers, int wanted, ref int last)
        {
            int known = Count, count = 1;
            if (wanted == 1)
            {
                int found = LookUp(values[0]!, Hash(values[0]));
                _isNear |= (uint)(found - last) <= MostSkipped;
                last = found;
                numbers[0] = (uint)found + 1;
            }
            else
            {
                count = PutHashes(values, _ahead.AsSpan(0, Math.Min(wanted, values.Length)));
                for (int i = 0; i < count; i++)
                {
                    last = LookUp(values[i]!, _ahead[i]);
                    numbers[i] = (uint)last + 1;
                }
            }
            while (Count == known + count && count != values.Length)
            {
                int added = AddNew(values.Slice(count, Math.Min(Math.Min(count * 4, MostAtOnce), values.Length - count)));
                if (added == 0)
                    break;
                foreach (ref uint number in numbers.Slice(count, added))
                    number = (uint)++last + 1;
                count += added;
            }
            return count;
        }

        // Adds objects up to the first that is known, or null; returns how many.
        private int AddNew(ReadOnlySpan<object?> values)
        {
            while (_objects.Length - Count < values.Length)
                Grow();
            int first = Count, added = 0;
            Span<object?> objects = _objects.AsSpan(first, values.Length);
            values.CopyTo(objects);
            Span<uint> hashes = _hashes.AsSpan(first, values.Length);
            hashes = hashes.Slice(0, PutHashes(values, hashes));
            ulong[] buckets = _buckets;
            int[] numbers = _numbers;
            int shift = _shift;
            for (; added < hashes.Length; added++)
            {
                uint hash = hashes[added];
                int at = (int)(hash >> shift);
                ulong bucket = buckets[at], free = ~bucket & Highs;
                if (free == 0 || Matches(bucket, hash) != 0)
                {
                    if (Find(objects[added]!, hash) >= 0)
                        break;
                    Put(hash, first + added);
                    continue;
                }
                int slot = BitOperations.TrailingZeroCount(free) >> 3;
                buckets[at] = bucket | ByteOf(hash) << (slot * 8);
                numbers[at * Slots + slot] = first + added;
            }
            Count = first + added;
            objects.Slice(added).Clear();
            return added;
        }

        // Up to the first null; returns how many. The objects and their buckets are not adjacent in memory: the processor fetches many of
        // them at the same time.
        private int PutHashes(ReadOnlySpan<object?> values, Span<uint> hashes)
        {
            ulong[] buckets = _buckets;
            int shift = _shift;
            for (int i = 0; i < hashes.Length; i++)
            {
                if (values[i] is not { } value)
                    return i;
                if (i + FetchedAhead < values.Length)
                    Prefetch.Header(values[i + FetchedAhead]);
                uint hash = Hash(value);
                hashes[i] = hash;
                Prefetch.Entry(ref buckets[(int)(hash >> shift)]);
            }
            return hashes.Length;
        }

        /// <summary>Assigns a number to an object that is never searched for.</summary>
        public int AddNothing()
        {
            if (Count == _objects.Length)
                Grow();
            _objects[Count] = null;
            return Count++;
        }

        // -1 if it is not found.
        private int Find(object value, uint hash)
        {
            ulong[] buckets = _buckets;
            for (int at = (int)(hash >> _shift); ; at = (at + 1) & (buckets.Length - 1))
            {
                ulong bucket = buckets[at];
                for (ulong matches = Matches(bucket, hash); matches != 0; matches &= matches - 1)
                {
                    int number = _numbers[at * Slots + (BitOperations.TrailingZeroCount(matches) >> 3)];
                    if (ReferenceEquals(_objects[number], value))
                        return number;
                }
                if ((~bucket & Highs) != 0)
                    return -1;
            }
        }

        // Stores the number of a new object in the first free slot.
        private void Put(uint hash, int number)
        {
            _hashes[number] = hash;
            ulong[] buckets = _buckets;
            int at = (int)(hash >> _shift);
            ulong free;
            while ((free = ~buckets[at] & Highs) == 0)
                at = (at + 1) & (buckets.Length - 1);
            int slot = BitOperations.TrailingZeroCount(free) >> 3;
            buckets[at] |= ByteOf(hash) << (slot * 8);
            _numbers[at * Slots + slot] = number;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong ByteOf(uint hash) => hash & 0x7F | 0x80;

        // The highest bit of each byte that equals the one of a hash; above a match there may be false ones.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Matches(ulong bucket, uint hash)
        {
            ulong others = bucket ^ ByteOf(hash) * Ones;
            return (others - Ones) & ~others & Highs;
        }

        // Only some bits of the runtime's hash codes of objects are well distributed.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static uint Hash(object? value)
        {
            uint hash = (uint)RuntimeHelpers.GetHashCode(value) * 0x9E3779B9u;
            return hash ^ hash >> 15;
        }

        private void Grow()
        {
            Array.Resize(ref _objects, _objects.Length * 2);
            Array.Resize(ref _places, _objects.Length);
            Array.Resize(ref _hashes, _objects.Length);
            _buckets = new ulong[_buckets.Length * 2];
            _numbers = new int[_buckets.Length * Slots];
            _shift--;
            for (int i = 0; i < Count; i++)
            {
                if (_objects[i] != null)
                    Put(_hashes[i], i);
            }
        }
    }
}
