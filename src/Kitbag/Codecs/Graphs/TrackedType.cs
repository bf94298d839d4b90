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
    /// What is done with the tracked objects of one type by whom only knows that there are some. Made by codecs of references alone, so
    /// that programs that are compiled ahead of time have nothing of it for types of which no object is tracked.
    /// </summary>
    internal abstract class TrackedType
    {
        /// <summary>Objects that are to be written.</summary>
        public abstract TrackedObjects NewObjects(int type);

        /// <summary>An array of new objects, whose members are not known yet.</summary>
        /// <param name="r">What reads; its budget is charged.</param>
        /// <param name="count">How many.</param>
        /// <param name="areNull">Whether null stands for each: what refers to them is only checked.</param>
        public abstract Array CreateTable(ref WireReader r, int count, bool areNull);

        /// <summary>Reads the members of objects, which stand as a column.</summary>
        /// <param name="r">Where from.</param>
        /// <param name="table">The objects of the type.</param>
        /// <param name="start">The first that is read.</param>
        /// <param name="count">How many are.</param>
        /// <param name="plan">How, where another schema wrote them; else null.</param>
        public abstract void FillTable(ref WireReader r, Array table, int start, int count, ReadPlan? plan);

        /// <inheritdoc cref="Codec{T}.CreateOne"/>
        public abstract object CreateObject();

        /// <summary>Runs the constructor of an object of which all members have been read.</summary>
        public abstract void ConstructObject(object value);

        /// <inheritdoc cref="Codec{T}.CompleteOne"/>
        public abstract void CompleteObject(object value);

        /// <summary>Writes the members of one object, as a column.</summary>
        public abstract void WriteObject(ref WireWriter w, object value);

        /// <summary>Reads the members of one object, which this program's schema wrote as a column.</summary>
        public abstract void ReadObject(ref WireReader r, object value);

        /// <summary>Finds one object.</summary>
        public abstract void Discover(ref WireWriter w, object value, GraphWriter graph);

        /// <summary>Finds objects that may not be found from the root.</summary>
        public abstract void DiscoverTable(ref WireWriter w, Array table, GraphWriter graph);

        /// <summary>What is to be done with objects of a document once all have been read.</summary>
        public GraphCompletion NewCompletion() => new GraphCompletion();
    }

    /// <inheritdoc/>
    internal sealed class TrackedType<T> : TrackedType
    {
        // Memory of the last graph: new arrays of that size would have the garbage collector look at all objects again and again.
        private const int KeptObjects = 1 << 17;

        private readonly Codec<T> _codec;
        private T[]? _kept;

        public TrackedType(Codec<T> codec)
        {
            _codec = codec;
        }

        /// <summary>Memory for objects that are to be written.</summary>
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
                // The path of a tracked object is known without what refers to it.
                KitbagException refused = UserCodeError.Of(e, -1).At(at);
                GraphDirectory.Locate(refused, 0, _codec.Schema.Name);
                throw refused.RefusedBy(_codec);
            }
            return table;
        }

        public override void FillTable(ref WireReader r, Array table, int start, int count, ReadPlan? plan) =>
            _codec.Fill(ref r, ((T[])table).AsSpan(start, count), plan);

        public override void Discover(ref WireWriter w, object value, GraphWriter graph)
        {
            Span<uint> prefix = stackalloc uint[1];
            var one = (T)value;
            graph.PutPrefixes(_codec, MemoryMarshal.CreateReadOnlySpan(ref one, 1), prefix);
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

        public override void DiscoverTable(ref WireWriter w, Array table, GraphWriter graph)
        {
            ScratchMark mark = w.Mark();
            graph.PutPrefixes<T>(_codec, (T[])table, w.Rent<uint>(table.Length));
            w.Release(mark);
        }
    }
}
