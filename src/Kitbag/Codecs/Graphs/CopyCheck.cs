using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Checks that objects of classes that are stored by value do not reach themselves, because copying them would never end.
    /// </summary>
    internal sealed class CopyCheck : GraphWalk
    {
        /// <summary>The maximum number of copies of shared objects.</summary>
        public const int MostCopies = 1 << 26;

        private readonly GraphPlan _plan;
        private readonly Dictionary<TrackedPlace, long> _sizes = new Dictionary<TrackedPlace, long>();
        private (Codec Codec, object Value)? _cycle;
        private long _size;

        private CopyCheck(GraphPlan plan, GraphCopies? copies, int most)
            : base(plan, copies)
        {
            _plan = plan;
            Most = most;
        }

        /// <summary>Checks a graph that is written.</summary>
        /// <param name="root">The root.</param>
        /// <param name="most">The maximum number of objects to examine.</param>
        /// <returns>Whether all objects were examined.</returns>
        /// <exception cref="KitbagException">An object reaches itself, or there would be too many copies.</exception>
        public static bool IsWhole(GraphRoot root, int most)
        {
            using var check = new CopyCheck(root.Codec.Graph, null, most);
            WireWriter w = check.NewWriter();
            try
            {
                check.WalkFrom(ref w, root);
            }
            finally
            {
                w.Dispose();
            }
            if (check._cycle == null && check._size <= MostCopies)
                return !check.HasEnded;
            KitbagException e = check.Error(root, KitbagErrorReason.NotSupported);
            e.InRoot(root.Codec.Schema.RootName);
            throw e;
        }

        /// <summary>Checks a graph that was read.</summary>
        /// <param name="root">The root.</param>
        /// <param name="copies">The objects that will be copied.</param>
        /// <param name="culprit">A copy that would contain itself, or null.</param>
        /// <returns>The error, or null.</returns>
        public static KitbagException? Find(GraphRoot root, GraphCopies copies, out object? culprit)
        {
            using var check = new CopyCheck(root.Codec.Graph, copies, int.MaxValue);
            WireWriter w = check.NewWriter();
            try
            {
                foreach (KeyValuePair<object, (Codec Codec, object Source, int Offset)> copy in copies.All)
                    check.WalkFromOne(ref w, copy.Value.Codec, copy.Key);
            }
            finally
            {
                w.Dispose();
            }
            culprit = check._cycle?.Value;
            return check._cycle == null && check._size <= MostCopies
                ? null : check.Error(root, KitbagErrorReason.SchemaMismatch);
        }

        private KitbagException Error(GraphRoot root, KitbagErrorReason reason)
        {
            if (_cycle == null)
                return TooMany(_size, root.Codec.Schema.RootName);
            (Codec objects, object value) = _cycle.Value;
            var e = new KitbagException(reason, "An object of '" + KitbagException.Cut(objects.Schema.Name) + "' reaches itself, by "
                + GraphPath.Around(_plan, objects, value, Copies) + "; this program's class is stored by value, with Tracked = false. "
                + "Let it be tracked, or let the object refer to others only.");
            e.Place(GraphPath.From(root, value, Copies));
            return e;
        }

        /// <summary>The exception for too many objects.</summary>
        public static KitbagException TooMany(long count, string root) => new KitbagException(KitbagErrorReason.LimitExceeded,
            "Objects in a '" + KitbagException.Cut(root) + "' are shared, but of classes that are stored by value, with Tracked = false: "
            + (count == long.MaxValue ? "too many" : count.ToString("N0", CultureInfo.InvariantCulture))
            + " copies would be made of them; " + MostCopies.ToString("N0", CultureInfo.InvariantCulture)
            + " are allowed. Make the classes tracked.");

        // An object with identity exists once, however many references to it there are.
        protected override bool IsFollowed(TrackedPlace from, TrackedPlace to) => from.Objects.Codec.IsCopied && to.Objects.Codec.IsCopied;

        protected override void Leave(ref WireWriter w, TrackedPlace place, List<TrackedPlace> edges, int firstEdge, bool isCycle)
        {
            if (!place.Objects.Codec.IsCopied)
                return;
            long size = 1;
            for (int i = firstEdge; i < edges.Count; i++)
                size = Sum(size, SizeOf(edges[i]));
            _sizes[place] = size;
        }

        protected override void IsMet(TrackedPlace place)
        {
            if (place.Objects.Codec.IsCopied)
                _size = Sum(_size, SizeOf(place));
        }

        private long SizeOf(TrackedPlace place) => _sizes.TryGetValue(place, out long size) ? size : 0;

        private static long Sum(long one, long other) => one > long.MaxValue - other ? long.MaxValue : one + other;

        protected override void Close(TrackedPlace[] objects, bool isCycle)
        {
            if (!isCycle || _cycle != null)
                return;
            int copy = Math.Max(Array.FindIndex(objects, place => SourceOf(place) != null), 0);
            _cycle = (objects[copy].Objects.Codec, objects[copy].Value);
        }
    }
}
