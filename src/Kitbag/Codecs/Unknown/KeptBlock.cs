using System;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Contains the unknown members of objects that were read together, as a column of structs. All these objects share it.
    /// </summary>
    internal sealed class KeptBlock
    {
        // Unsafe: the buffer on the stack for a row is not cleared (bench/: another-schema-5).

        /// <summary>The allocation cost of a block without its bytes.</summary>
        public const int Cost = 72;

        // Up to this number of bytes, memory is requested once.
        private const int MostAtOnce = 256;

        // A block can be nested in another one, a value of which is unknown, too.
        private const int MostNested = 64;

        private int _start, _length;
        // Up to 8 bytes of a single object are stored here, until they are needed as memory: an array would double what an object costs
        // that has one unknown number (bench/: unknown-number).
        private readonly ulong _few;
        private byte[]? _bytes;
        private WeakReference<object?[]>? _values;

        /// <summary>Creates a block.</summary>
        /// <param name="shape">The members.</param>
        /// <param name="bytes">The memory that contains the column.</param>
        /// <param name="start">The start of the column.</param>
        /// <param name="length">The length of the column, in bytes.</param>
        /// <param name="count">The number of objects.</param>
        /// <param name="targets">The objects to which the members refer, if the shape has references.</param>
        public KeptBlock(KeptShape shape, byte[] bytes, int start, int length, int count, KeptTargets? targets = null)
        {
            Targets = targets;
            _length = length;
            Shape = shape;
            _bytes = bytes;
            _start = start;
            Count = count;
            Prefix = (uint)(shape.Start.Length + (targets?.Bytes ?? 0) + length);
        }

        /// <summary>Creates a block of one object.</summary>
        /// <param name="shape">The members.</param>
        /// <param name="few">The column, as a little-endian number.</param>
        /// <param name="length">The length of the column: at most 8 bytes.</param>
        /// <param name="targets">The objects to which the members refer, if the shape has references.</param>
        public KeptBlock(KeptShape shape, ulong few, int length, KeptTargets? targets = null)
        {
            Targets = targets;
            _length = length;
            Shape = shape;
            _few = few;
            Count = 1;
            Prefix = (uint)(shape.Start.Length + (targets?.Bytes ?? 0) + length);
        }

        /// <summary>Gets the members.</summary>
        public KeptShape Shape { get; }

        /// <summary>Gets the objects to which the members refer, or null if there are no references.</summary>
        public KeptTargets? Targets { get; private set; }

        /// <summary>Returns the same members with other objects to which they refer.</summary>
        public KeptBlock With(KeptTargets targets)
        {
            var block = (KeptBlock)MemberwiseClone();
            block.Targets = targets;
            block._values = null;
            return block;
        }

        /// <summary>
        /// Gets what blocks have in common whose objects can be put into one block: not if only some of them lack objects that they refer
        /// to, because then all would, or if only some refer to objects of a class that the program lacks.
        /// </summary>
        public (KeptShape Shape, int Targets) Group =>
            (Shape, Targets == null ? 0 : (Targets.IsAnyMissing ? 1 : 0) + (Targets.IsAnyUnknown ? 2 : 0));

        /// <summary>Gets the number of objects.</summary>
        public int Count { get; set; }

        /// <summary>
        /// Gets the length prefix of the bytes of the first object of the block: <see cref="KeptShape.Start"/>, the lists of objects, and
        /// the column.
        /// </summary>
        public uint Prefix { get; private set; }

        /// <summary>Gets the column.</summary>
        public ReadOnlySpan<byte> Bytes => Storage.AsSpan(_start, _length);

        /// <inheritdoc cref="Bytes"/>
        public ReadOnlyMemory<byte> Memory => Storage.AsMemory(_start, _length);

        private byte[] Storage => _bytes ?? MakeArray();

        [MethodImpl(MethodImplOptions.NoInlining)]
        private byte[] MakeArray()
        {
            var bytes = new byte[sizeof(ulong)];
            BinaryPrimitives.WriteUInt64LittleEndian(bytes, _few);
            return _bytes = bytes;
        }

        /// <summary>Writes the bytes of the first object of the block: <see cref="KeptShape.Start"/> and the column.</summary>
        public void Write(scoped ref WireWriter w)
        {
            byte[] start = Shape.Start;
            if (start.Length + _length > MostAtOnce || Targets != null)
            {
                w.WriteBytes(start);
                WriteRest(ref w);
                return;
            }
            Span<byte> room = w.GetSpan(start.Length + Math.Max(_length, sizeof(ulong)));
            start.AsSpan().CopyTo(room);
            room = room.Slice(start.Length);
            if (_bytes == null)
                BinaryPrimitives.WriteUInt64LittleEndian(room, _few);
            else
                _bytes.AsSpan(_start, _length).CopyTo(room);
            w.Advance(start.Length + _length);
        }

        /// <summary>Writes what follows the shape.</summary>
        public void WriteRest(scoped ref WireWriter w)
        {
            Targets?.Write(ref w);
            if (Targets is not { Places: { Length: > 0 } places })
            {
                w.WriteBytes(Bytes);
                return;
            }
            if (KeptTargetsBuilder.Of(ref w) is { } outer)
            {
                outer.AddPlaces(w.Length, places);
                w.WriteBytes(Targets.Bytes == 0 ? Targets.MoveNested(Bytes, outer) : Bytes);
                return;
            }
            byte[] bytes = Bytes.ToArray();
            var lists = new WireWriter(null, default) { Graph = w.Graph };
            try
            {
                foreach ((int position, KeptTargets targets) in places)
                {
                    int start = (int)lists.Length;
                    targets.Write(ref lists);
                    lists.Written.Slice(start).CopyTo(bytes.AsSpan(position));
                }
            }
            finally
            {
                lists.Dispose();
            }
            w.WriteBytes(bytes);
        }

        /// <summary>
        /// Has the members of nested blocks refer to objects instead of numbers in the document that is read. Called after the block has
        /// been checked.
        /// </summary>
        /// <param name="r">The reader of the document, or of a block that contains this one.</param>
        public void Bind(scoped ref WireReader r)
        {
            // A block in memory refers to objects already, unless its lists are those of the block that contains it.
            if (!Shape.HasStores || Targets is { OfNested: { Length: > 0 } })
                return;
            KeptTargets? inMemory = Shape.HasReferences ? null : KeptTargets.InMemory(ref r);
            GraphReader? graph = r.Graph as GraphReader ?? (r.Graph as KeptSource)?.Document;
            if (graph == null && inMemory == null)
                return;
            int depth = r.Graph is NestedSource source ? source.Depth + 1 : 1;
            if (depth > MostNested)
                throw r.Error(KitbagErrorReason.LimitExceeded, "More than 64 blocks of unknown members contain each other.");
            KeptBlock bound = Of(Shape, Read(ref r, new NestedSource(Targets, graph, depth, inMemory)));
            (_bytes, _start, _length) = (bound._bytes, bound._start, bound._length);
            (Targets, Prefix) = (bound.Targets, bound.Prefix);
        }

        /// <summary>Checks that the column contains the expected number of structs, and that nothing follows it.</summary>
        public void Check(ref WireReader r)
        {
            var inner = r.Inner(Bytes);
            try
            {
                if (Count == 1 && Bytes.Length != 0 && Bytes[0] == NullForm.None && Shape.Rows is { } rows)
                    CheckRow(ref inner, rows);
                else
                    Skipping.SkipColumn(ref inner, Shape.Type, Count);
                if (inner.Remaining != 0)
                    throw Malformed("has bytes after its end", r.Position);
                // Checks that every reference refers to an object.
                if (Targets != null)
                    Read(ref r, Targets);
            }
            catch (KitbagException e)
            {
                throw Unreadable(e, r.Position);
            }
            finally
            {
                inner.Dispose();
            }
        }

        // Most single objects have only slots. Copying a row finds its end in a fraction of the time that a walk takes.
        [SkipLocalsInit]
        private static void CheckRow(ref WireReader r, RowCopy rows)
        {
            Unsafe.SkipInit(out RowCopy.Room room);
            r.ReadByte();
            rows.Copy(ref r, ref room);
        }

        /// <summary>Returns the error for bytes that are not a block.</summary>
        public static KitbagException Malformed(string what, int position) =>
            new KitbagException(KitbagErrorReason.Malformed, "What another version of the program wrote of its members " + what + ".",
                position);

        /// <summary>Returns the error for a failure to read such bytes, whose offsets are not those of the document.</summary>
        public static KitbagException Unreadable(KitbagException e, int position) =>
            e.Within("What another version of the program wrote of its members cannot be read: ", position);

        /// <summary>
        /// Returns the values of the members, object by object. They are cached until the garbage collector needs the memory.
        /// </summary>
        public object?[] Values
        {
            get
            {
                if (_values != null && _values.TryGetTarget(out object?[]? values))
                    return values;
                values = ReadAs(Shape);
                _values = new WeakReference<object?[]>(values);
                return values;
            }
        }

        /// <summary>Reads the values of the members.</summary>
        /// <param name="r">The reader of the document, whose budget is charged.</param>
        /// <param name="source">The objects to which they refer.</param>
        public object?[] Read(scoped ref WireReader r, KeptSource source)
        {
            r.Charge(Count * (long)(Shape.Names.Length + 1) * KeptMerge.BytesOfValue);
            var values = new object?[Count];
            WireReader inner = r.Inner(Bytes);
            try
            {
                inner.Graph = source;
                Shape.Codec.ReadColumnByPlan(ref inner, values, null);
                r.Charge(r.Budget - inner.Budget);
            }
            finally
            {
                inner.Dispose();
            }
            return values;
        }

        /// <summary>Returns the values of the members as those of another shape, which has all of them.</summary>
        public object?[] ReadAs(KeptShape shape)
        {
            var values = new object?[Count];
            var r = new WireReader(Bytes, KitbagLimits.Default);
            try
            {
                if (Targets != null)
                    r.Graph = Targets;
                Codec<object?> codec = shape.Codec;
                codec.ReadColumnByPlan(ref r, values, shape == Shape ? null : new PlanBuilder().Resolve(codec, Shape.Type));
            }
            finally
            {
                r.Dispose();
            }
            return values;
        }

        /// <summary>Returns the value of a member of an object.</summary>
        public object? ValueOf(int index, int member) => ((StructValue)Values[index]!).Members[member];

        /// <summary>Creates a block from values.</summary>
        /// <param name="shape">The members.</param>
        /// <param name="values">The <see cref="StructValue"/>s of the objects.</param>
        public static KeptBlock Of(KeptShape shape, object?[] values)
        {
            var w = new WireWriter(null, new WireSettings(KitbagNumbers.Compact));
            try
            {
                KeptTargetsBuilder? targets = shape.HasReferences || shape.HasStores ? new KeptTargetsBuilder(shape.TargetNames) : null;
                if (targets != null)
                    w.Graph = targets;
                shape.Codec.WriteColumn(ref w, values);
                byte[] bytes = w.Written.ToArray();
                return new KeptBlock(shape, bytes, 0, bytes.Length, values.Length, targets?.Build());
            }
            finally
            {
                w.Dispose();
            }
        }
    }
}
