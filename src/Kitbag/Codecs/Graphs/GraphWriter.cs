using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Writes the tracked objects of a document. References are numbers; the objects themselves follow the root, in segments of one type
    /// each. So nothing recurses, however deep a graph is.
    /// </summary>
    internal sealed class GraphWriter : IDisposable
    {
        // Finding this few objects together takes longer than finding them one by one.
        private const int Few = 4;

        // Unsafe: a cast to a type that depends on a type argument would have to look that type up (bench/: scene).
        private readonly GraphPlan _plan;
        // Null for a type without references to it: in a schema that no program has written, the root may be the only one of its type.
        private readonly TrackedObjects[] _objects;
        private readonly IdentityTable _identities = IdentityTable.Acquire();

        private bool _isDiscovering;
        private int _last = -1, _copies, _checkedAt = Groups.Capacity, _member;

        public GraphWriter(GraphPlan plan)
        {
            _plan = plan;
            _objects = new TrackedObjects[plan.Parts.Length];
            for (int i = 0; i < plan.Types; i++)
                _objects[i] = plan.Parts[i].Codec?.TrackedType!.NewObjects(i)!;
        }

        /// <summary>Gets or initializes the list to which every object is added to which a reference is found, or null.</summary>
        public List<TrackedPlace>? Found { get; init; }

        /// <summary>
        /// Gets or initializes the list to which the number of objects that were found is added at the end of each member of an object, or
        /// null.
        /// </summary>
        public List<int>? MemberEnds { get; init; }

        /// <summary>
        /// Gets or initializes what collects the objects to which unknown members refer, or null if these are written for a document.
        /// </summary>
        public KeptTargetsBuilder? Kept { get; init; }

        /// <summary>The objects of all tracked types.</summary>
        public TrackedObjects[] AllObjects => _objects;

        /// <summary>Returns the instance of the call.</summary>
        /// <exception cref="KitbagException">Nothing is written as a document.</exception>
        public static GraphWriter Of(scoped ref WireWriter w) => (GraphWriter?)w.Graph
            ?? throw new KitbagException(KitbagErrorReason.NotSupported, "A tracked object occurs where references are not possible.");

        /// <summary>Writes a body.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="root">The root.</param>
        public static void Write<T>(ref WireWriter w, Codec<T> codec, T root)
        {
            using var graph = new GraphWriter(codec.Graph.With(hasUnknownObjects: true));
            w.Graph = graph;
            long start = w.Length;
            codec.WriteRoot(ref w, root);
            long length = w.Length - start;
            var segments = new List<GraphSegment>();
            while (graph.TryFindSegment(ref w, out int type, out int count))
            {
                long before = w.Length;
                graph._objects[type].Write(ref w, count);
                segments.Add(new GraphSegment(type, count, 0, GraphDirectory.LengthOf(w.Length - before)));
                graph.CheckCopies(codec, root);
            }
            GraphDirectory.Write(ref w, length, segments);
        }

        /// <summary>Returns whether a value without tracked objects has unknown members that refer to unknown objects.</summary>
        /// <param name="codec">The codec of the value.</param>
        /// <param name="value">The value.</param>
        public static bool HoldsUnknown<T>(Codec<T> codec, T value)
        {
            if (codec.IsNullRoot(value))
                return false;
            using var graph = new GraphWriter(GraphPlan.None.With(hasUnknownObjects: true));
            WireWriter w = graph.NewWriter();
            try
            {
                codec.WriteRoot(ref w, value);
                return graph._objects[0] != null;
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Creates a writer to which objects are written, or which finds their references.</summary>
        public WireWriter NewWriter() => new WireWriter(null, new WireSettings(KitbagNumbers.Compact)) { Graph = this };

        /// <summary>Returns the memory to the pool.</summary>
        public void Dispose()
        {
            _identities.Return();
            foreach (TrackedObjects? objects in _objects)
                objects?.Return();
        }

        /// <summary>Gets the number of tracked types.</summary>
        public int Types => _objects.Length;

        /// <summary>The number of the type whose objects a codec writes.</summary>
        public int TypeOf(Codec codec) => _plan.NumberOf(codec.Ordinal);

        /// <summary>Returns the number of the type whose objects a codec writes, or -1 if the document has no such type.</summary>
        public int FindType(Codec codec)
        {
            int type = _plan.FindNumber(codec.Ordinal);
            // Few documents have objects of classes that the program lacks.
            if (type >= 0)
                _objects[type] ??= codec.TrackedType!.NewObjects(type);
            return type;
        }

        /// <summary>The place of an object among those of its type.</summary>
        public int PlaceOf<T>(Codec<T> codec, T value) => codec.IsCopied && Found == null
            ? AddCopy(codec, value)
            : PlaceOf(codec, TypeOf(codec), value, ref _last);

        /// <summary>Determines the prefixes that represent objects: 0 for null, otherwise 1 + the index.</summary>
        public void PutPrefixes<T>(Codec<T> codec, ReadOnlySpan<T> values, Span<uint> prefixes)
        {
            int type = TypeOf(codec), last = -1;
            if (codec.IsCopied && Found == null)
            {
                for (int i = 0; i < values.Length; i++)
                    prefixes[i] = values[i] is { } copied ? (uint)AddCopy(codec, copied) + 1 : 0;
                return;
            }
            if (values.Length < Few)
            {
                for (int i = 0; i < values.Length; i++)
                    prefixes[i] = values[i] is { } value ? (uint)PlaceOf(codec, type, value, ref last) + 1 : 0;
            }
            else
            {
                PutAll(codec, type, values, prefixes);
            }
            for (int i = 0; Found != null && i < prefixes.Length; i++)
            {
                if (prefixes[i] != 0)
                    Found.Add(new TrackedPlace(_objects[type], (int)prefixes[i] - 1));
            }
        }

        private void PutAll<T>(Codec<T> codec, int type, ReadOnlySpan<T> values, Span<uint> prefixes)
        {
            int known = Known, last = -1;
            Find(values, prefixes, ref last);
            if (Known != known)
                Unsafe.As<TrackedObjects<T>>(_objects[type]).Add(FoundFrom(known), Places.Slice(known));
            ReadOnlySpan<TypedPlace> places = Places;
            for (int i = 0; i < values.Length; i++)
            {
                if (prefixes[i] == 0)
                    continue;
                TypedPlace found = places[(int)prefixes[i] - 1];
                prefixes[i] = found.Type == type ? (uint)found.Place + 1 : throw UnregisteredDerivedTypes.Of(values[i]!, codec.Schema.Name);
            }
        }

        private int PlaceOf<T>(Codec<T> codec, int type, T value, ref int last)
        {
            int known = Known, number = _identities.FindOrAdd(value!, ref last);
            ref TypedPlace found = ref _identities[number];
            if (number == known)
                found = new TypedPlace { Type = type, Place = Unsafe.As<TrackedObjects<T>>(_objects[type]).Add(value) };
            return found.Type == type
                ? found.Place
                : throw UnregisteredDerivedTypes.Of(value!, codec.Schema.Name);
        }

        /// <summary>Gets the number of objects that have been found.</summary>
        public int Known => _identities.Count;

        /// <summary>Gets the locations of the objects that have been found, in the order in which they were found.</summary>
        public Span<TypedPlace> Places => _identities.Places;

        /// <summary>Finds objects; new ones must then be added immediately.</summary>
        /// <param name="values">The objects.</param>
        /// <param name="numbers">For each object 0 for null, otherwise 1 + its index in <see cref="Places"/>.</param>
        /// <param name="last">The index that was found last; initially -1.</param>
        public void Find<T>(ReadOnlySpan<T> values, Span<uint> numbers, ref int last) =>
            _identities.FindOrAdd(Spans.Retype<T, object?>(Spans.Writable(values), values.Length), numbers, ref last);

        /// <summary>The objects that have been found, from one on.</summary>
        public ReadOnlySpan<object?> FoundFrom(int place) => _identities.ObjectsFrom(place);

        // References are written for it, and then there is a copy for each reference.
        private int AddCopy<T>(Codec<T> codec, T value)
        {
            if (_isDiscovering)
                return 0;
            _copies++;
            return Unsafe.As<TrackedObjects<T>>(_objects[TypeOf(codec)]).Add(value);
        }

        // An object that reaches itself would be copied endlessly, and a shared one very often. This is checked when there are many
        // objects, and again when there are many more of them, unless all have been examined.
        private void CheckCopies<T>(Codec<T> codec, T root)
        {
            if (_copies <= _checkedAt)
                return;
            if (_copies > CopyCheck.MostCopies)
                throw CopyCheck.TooMany(_copies, codec.Schema.RootName);
            _checkedAt = CopyCheck.IsWhole(new GraphRoot<T>(codec, root), _copies)
                ? CopyCheck.MostCopies
                : Math.Min(_copies, CopyCheck.MostCopies / 16) * 16;
        }

        /// <summary>Called before the references of a member of objects are collected.</summary>
        public void BeginMember() => _member++;

        /// <summary>Called after the references of a member of objects were collected.</summary>
        public void EndMember()
        {
            if (--_member == 0)
                MemberEnds?.Add(Found!.Count);
        }

        // Full groups are written at once. If there is none, the references of known objects are collected until there is, because a chain
        // of objects would otherwise be written one by one.
        private bool TryFindSegment(ref WireWriter w, out int type, out int count)
        {
            while (true)
            {
                int mostUnknown = 0;
                TrackedObjects? unknown = null;
                type = count = 0;
                for (int i = 0; i < _objects.Length; i++)
                {
                    if (_objects[i] is not { } objects)
                        continue;
                    if (objects.Unwritten > count)
                        (type, count) = (i, objects.Unwritten);
                    if (objects.Unknown > mostUnknown)
                        (unknown, mostUnknown) = (objects, objects.Unknown);
                }
                if (count >= Groups.Capacity)
                {
                    count -= count % Groups.Capacity;
                    return true;
                }
                if (unknown == null)
                    return count != 0;
                _isDiscovering = true;
                unknown.Discover(ref w);
                _isDiscovering = false;
            }
        }
    }
}
