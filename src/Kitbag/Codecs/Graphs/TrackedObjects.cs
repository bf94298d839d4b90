using System;
using System.Collections.Generic;
using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Contains the objects of one tracked type that a document will contain, in the order in which they were found.</summary>
    internal abstract class TrackedObjects
    {
        private int _discovered;

        private protected TrackedObjects(Codec codec, int type)
        {
            Codec = codec;
            Type = type;
        }

        /// <summary>The codec of the objects.</summary>
        public Codec Codec { get; }

        /// <summary>The number of the type.</summary>
        public int Type { get; }

        /// <summary>Gets the number of objects that have been found.</summary>
        public int Count { get; private protected set; }

        /// <summary>Gets the number of objects that have been written.</summary>
        public int Written { get; private set; }

        /// <summary>Gets the number of objects that are still to be written.</summary>
        public int Unwritten => Count - Written;

        /// <summary>
        /// Gets the number of objects that were not written and whose references were not collected. The references of copies are collected
        /// when they are written, because each collection would create new copies.
        /// </summary>
        public int Unknown => Codec.IsCopied ? 0 : Count - Math.Max(_discovered, Written);

        /// <summary>Adds objects, and records their locations.</summary>
        /// <param name="values">Objects of the type, and others.</param>
        /// <param name="places">The locations of all these objects.</param>
        /// <param name="indexes">The indexes of the objects to add, in order.</param>
        public abstract void Add(ReadOnlySpan<object?> values, Span<TypedPlace> places, ReadOnlySpan<int> indexes);

        /// <summary>Writes some as a column.</summary>
        public void Write(ref WireWriter w, int count)
        {
            int start = Written;
            Written += count;
            Write(ref w, start, count);
        }

        /// <summary>Collects the references of objects for which this has not been done.</summary>
        public void Discover(ref WireWriter w)
        {
            int start = Count - Unknown, count = Unknown;
            _discovered = Count;
            Discover(ref w, start, count);
        }

        /// <summary>Returns the memory to the pool.</summary>
        public abstract void Return();

        /// <summary>Collects the references of one object.</summary>
        public void DiscoverOne(ref WireWriter w, int place) => Discover(ref w, place, 1);

        /// <summary>Calls the callbacks that follow reading an object.</summary>
        public abstract void Complete(int place);

        /// <summary>Runs the constructor of an object that has been read.</summary>
        /// <param name="place">Which object.</param>
        /// <param name="members">The members that were read.</param>
        public abstract void Construct(int place, PresentMembers members);

        /// <summary>One of the objects.</summary>
        public abstract object this[int place] { get; }

        /// <summary>Returns all objects.</summary>
        public List<object> ToList()
        {
            var all = new List<object>(Count);
            for (int i = 0; i < Count; i++)
                all.Add(this[i]);
            return all;
        }

        /// <summary>Others of the same type, as readers have them.</summary>
        public abstract Array TableOf(List<object> objects);

        private protected abstract void Write(ref WireWriter w, int start, int count);

        private protected abstract void Discover(ref WireWriter w, int start, int count);
    }

    /// <summary>An object among those of its type.</summary>
    internal readonly struct TrackedPlace : IEquatable<TrackedPlace>
    {
        public TrackedPlace(TrackedObjects objects, int place)
        {
            Objects = objects;
            Place = place;
        }

        /// <summary>The objects of its type.</summary>
        public TrackedObjects Objects { get; }

        /// <summary>Gets the index of the object.</summary>
        public int Place { get; }

        /// <summary>The object itself.</summary>
        public object Value => Objects[Place];

        public bool Equals(TrackedPlace other) => Objects == other.Objects && Place == other.Place;

        public override bool Equals(object? obj) => obj is TrackedPlace other && Equals(other);

        public override int GetHashCode() => Objects.GetHashCode() * 31 + Place;
    }

    /// <inheritdoc/>
    internal sealed class TrackedObjects<T> : TrackedObjects
    {
        // Unsafe: objects that were found by references to the type are stored as such without a type check (bench/: scene).
        private readonly Codec<T> _codec;
        private readonly TrackedType<T> _type;
        private T[] _items;

        public TrackedObjects(Codec<T> codec, TrackedType<T> type, int number)
            : base(codec, number)
        {
            _codec = codec;
            _type = type;
            _items = type.TakeMemory();
        }

        public override void Return() => _type.KeepMemory(_items, Count);

        /// <summary>Adds an object; returns its index.</summary>
        public int Add(T value)
        {
            if (Count == _items.Length)
                Array.Resize(ref _items, Math.Max(16, _items.Length * 2));
            _items[Count] = value;
            return Count++;
        }

        public override void Add(ReadOnlySpan<object?> values, Span<TypedPlace> places, ReadOnlySpan<int> indexes)
        {
            int first = Count;
            Span<object?> items = Reserve(indexes.Length);
            for (int i = 0; i < indexes.Length; i++)
            {
                items[i] = values[indexes[i]];
                places[indexes[i]] = new TypedPlace { Type = Type, Place = first + i };
            }
        }

        /// <summary>Adds objects, all of which are of the type, and records their locations.</summary>
        /// <param name="values">The objects.</param>
        /// <param name="places">The location of each of them.</param>
        public void Add(ReadOnlySpan<object?> values, Span<TypedPlace> places)
        {
            int first = Count;
            values.CopyTo(Reserve(values.Length));
            for (int i = 0; i < values.Length; i++)
                places[i] = new TypedPlace { Type = Type, Place = first + i };
        }

        // Places that are about to be filled.
        private Span<object?> Reserve(int count)
        {
            int first = Count;
            if (count > _items.Length - first)
                Array.Resize(ref _items, Math.Max(Math.Max(16, first + count), _items.Length * 2));
            Count += count;
            return Spans.Retype<T, object?>(_items.AsSpan(first), count);
        }

        public override object this[int place] => _items[place]!;

        public override void Complete(int place) => _codec.CompleteOne(_items[place]);

        public override void Construct(int place, PresentMembers members) => _codec.ConstructOne(_items[place], members);

        public override Array TableOf(List<object> objects)
        {
            var table = new T[objects.Count];
            for (int i = 0; i < table.Length; i++)
                table[i] = (T)objects[i];
            return table;
        }

        private protected override void Write(ref WireWriter w, int start, int count) =>
            _codec.WriteColumn(ref w, _items.AsSpan(start, count));

        private protected override void Discover(ref WireWriter w, int start, int count)
        {
            ScratchMark mark = w.Mark();
            _codec.Discover(ref w, _items.AsSpan(start, count));
            w.Release(mark);
        }
    }
}
