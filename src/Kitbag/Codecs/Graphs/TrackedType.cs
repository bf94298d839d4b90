using System;
using System.Runtime.InteropServices;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Performs operations on the tracked objects of one type for code that does not know the type. Created only by codecs of references,
    /// so that programs that are compiled ahead of time contain no such code for types without tracked objects.
    /// </summary>
    internal abstract class TrackedType
    {
        /// <summary>Initializes the operations.</summary>
        /// <param name="reference">The codec of references to the objects.</param>
        protected TrackedType(Codec reference) => Reference = reference;

        /// <summary>Gets the codec of references to the objects.</summary>
        public Codec Reference { get; }

        /// <summary>Creates the collection of objects to write.</summary>
        public abstract TrackedObjects NewObjects(int type);

        /// <summary>Creates an array of new objects, whose members are not known yet.</summary>
        /// <param name="r">The reader, whose budget is charged.</param>
        /// <param name="count">The number of objects.</param>
        /// <param name="areNull">Whether all elements are null, because references to them are only checked.</param>
        public abstract Array CreateTable(ref WireReader r, int count, bool areNull);

        /// <summary>Reads the members of objects, which are stored as a column.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="table">The objects of the type.</param>
        /// <param name="start">The index of the first one to read.</param>
        /// <param name="count">The number of objects to read.</param>
        /// <param name="plan">The plan for another schema, or null.</param>
        public abstract void FillTable(ref WireReader r, Array table, int start, int count, ReadPlan? plan);

        /// <inheritdoc cref="Codec{T}.CreateOne"/>
        public abstract object CreateObject();

        /// <summary>Runs the constructor of an object after all its members have been read.</summary>
        public abstract void ConstructObject(object value);

        /// <inheritdoc cref="Codec{T}.CompleteOne"/>
        public abstract void CompleteObject(object value);

        /// <summary>Writes the members of one object, as a column.</summary>
        public abstract void WriteObject(ref WireWriter w, object value);

        /// <summary>Reads the members of one object, which this program's schema wrote as a column.</summary>
        public abstract void ReadObject(ref WireReader r, object value);

        /// <summary>Finds one object, and returns what represents a reference to it.</summary>
        public abstract uint Discover(ref WireWriter w, object value, GraphWriter graph);

        /// <summary>Returns a table of objects, or null if one of them is not of the type.</summary>
        public abstract Array? TableOf(object?[] objects);

        /// <summary>Finds objects.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="objects">The objects, all of the type, or null.</param>
        /// <param name="graph">The graph to which they are added.</param>
        /// <param name="references">Receives what represents the references to them: 0 for null.</param>
        public abstract void Discover(ref WireWriter w, object?[] objects, GraphWriter graph, Span<uint> references);

        /// <summary>Creates the list of actions that follow reading all objects of a document.</summary>
        public GraphCompletion NewCompletion() => new GraphCompletion();
    }

    /// <inheritdoc/>
    internal sealed class TrackedType<T> : TrackedType
    {
        // The memory of the last graph: with new arrays of this size, the garbage collector would scan all objects again and again.
        private const int KeptObjects = 1 << 17;

        private readonly Codec<T> _codec;
        private T[]? _kept;

        public TrackedType(Codec<T> codec, Codec reference)
            : base(reference)
        {
            _codec = codec;
        }

        /// <summary>Returns memory for objects to write.</summary>
        public T[] TakeMemory() => Interlocked.Exchange(ref _kept, null) ?? Array.Empty<T>();

        /// <summary>Keeps memory for the next graph.</summary>
        /// <param name="memory">The memory.</param>
        /// <param name="used">How many objects are in it; they are let go of.</param>
        public void KeepMemory(T[] memory, int used)
        {
            memory.AsSpan(0, used).Clear();
            if (memory.Length <= KeptObjects)
                Volatile.Write(ref _kept, memory);
        }

        public override TrackedObjects NewObjects(int type) => new TrackedObjects<T>(_codec, this, type);

        public override Array CreateTable(ref WireReader r, int count, bool areNull)
        {
            if (areNull)
            {
                r.Charge(count * (long)Cost.Reference);
                return new T[count];
            }
            _codec.ChargeTracked(ref r, count);
            var table = new T[count];
            int at = 0;
            try
            {
                for (; at < table.Length; at++)
                    table[at] = _codec.CreateOne();
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                // The path of a tracked object does not depend on the references to it.
                KitbagException refused = UserCodeError.Of(e, -1).At(at);
                GraphDirectory.Locate(refused, 0, _codec.Schema.Name);
                throw refused.RefusedBy(_codec);
            }
            return table;
        }

        public override void FillTable(ref WireReader r, Array table, int start, int count, ReadPlan? plan) =>
            _codec.Fill(ref r, ((T[])table).AsSpan(start, count), plan);

        public override uint Discover(ref WireWriter w, object value, GraphWriter graph)
        {
            Span<uint> prefix = stackalloc uint[1];
            var one = (T)value;
            graph.PutPrefixes(_codec, MemoryMarshal.CreateReadOnlySpan(ref one, 1), prefix);
            return prefix[0];
        }

        public override Array? TableOf(object?[] objects)
        {
            var table = new T[objects.Length];
            for (int i = 0; i < table.Length; i++)
            {
                // Null where references are only checked.
                if (objects[i] is T one)
                    table[i] = one;
                else if (objects[i] != null)
                    return null;
            }
            return table;
        }

        public override void WriteObject(ref WireWriter w, object value)
        {
            var one = (T)value;
            _codec.WriteColumn(ref w, MemoryMarshal.CreateReadOnlySpan(ref one, 1));
        }

        public override void ReadObject(ref WireReader r, object value)
        {
            var one = (T)value;
            _codec.Fill(ref r, MemoryMarshal.CreateSpan(ref one, 1), null);
        }

        public override object CreateObject() => _codec.CreateOne()!;

        public override void CompleteObject(object value) => _codec.CompleteOne((T)value);

        public override void ConstructObject(object value) => _codec.ConstructOne((T)value, default);

        public override void Discover(ref WireWriter w, object?[] objects, GraphWriter graph, Span<uint> references)
        {
            ScratchMark mark = w.Mark();
            Span<T> all = w.Rent<T>(objects.Length);
            for (int i = 0; i < objects.Length; i++)
                all[i] = (T)objects[i]!;
            graph.PutPrefixes<T>(_codec, all, references);
            w.Release(mark);
        }
    }
}
