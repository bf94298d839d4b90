using System;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Codecs
{
    /// <summary><see cref="NameValueCollection"/>: a map from names to arrays of values.</summary>
    [CodecFor(typeof(NameValueCollection), CodecShape.LengthPrefix)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class NameValueCollectionCodec : MapCodec<NameValueCollection, string, string[]?>
    {
        private NameValueCollectionCodec()
            : base(StringCodec.Instance!, new ArrayCodec<string>(StringCodec.Instance!),
                new Cost(200 + 2 * Cost.ArrayHeader + 3 * 24, 48 + 32 + 80))
        {
        }

        /// <summary>The only instance.</summary>
        public static NameValueCollectionCodec Instance { get; } = new NameValueCollectionCodec();

        /// <inheritdoc/>
        protected override int Count(NameValueCollection map) => map.Count;

        /// <inheritdoc/>
        protected override void CopyTo(NameValueCollection map, Span<string> keys, Span<string[]?> values)
        {
            for (int i = 0; i < keys.Length; i++)
            {
                keys[i] = map.GetKey(i) ?? throw Entries.NullKeyOf(map);
                values[i] = map.GetValues(i);
            }
        }

        /// <inheritdoc/>
        protected override NameValueCollection Create(ReadOnlySpan<string> keys, ReadOnlySpan<string[]?> values, bool lastWins) =>
            CreateWith(keys, values, lastWins, null, new KeyWork());

        private protected override NameValueCollection CreateWith(ReadOnlySpan<string> keys, ReadOnlySpan<string[]?> values, bool lastWins,
            StringComparer? comparer, KeyWork work)
        {
            if (keys.Length > KeyWork.Few)
                work.CountGrowing(keys, StringComparer.InvariantCultureIgnoreCase, HashSizes.All);
            var map = new NameValueCollection(keys.Length);
            Dictionary<string, int>? last = lastWins ? Entries.LastIndexes(keys, StringComparer.InvariantCultureIgnoreCase) : null;
            for (int i = 0; i < keys.Length; i++)
            {
                if (keys[i] is null)
                    throw Entries.NullKey(i);
                if (last != null && last[keys[i]] != i)
                    continue;
                int count = map.Count;
                AddTo(map, keys[i], values[i]);
                if (map.Count == count)
                    throw Entries.SameKey(i);
            }
            return map;
        }

        private static void AddTo(NameValueCollection map, string name, string[]? values)
        {
            if (values == null || values.Length == 0)
                map.Add(name, null);
            else
                foreach (string? value in values)
                    map.Add(name, value ?? throw new KitbagException(KitbagErrorReason.Refused,
                        "A NameValueCollection cannot contain null among the values of a name."));
        }

        /// <inheritdoc/>
        protected override void Populate(NameValueCollection target, NameValueCollection source)
        {
            var names = new string[target.Count];
            var values = new string[]?[target.Count];
            for (int i = 0; i < names.Length; i++)
                (names[i], values[i]) = (target.GetKey(i)!, target.GetValues(i));
            try
            {
                target.Clear();
                target.Add(source);
            }
            catch (NotSupportedException e)
            {
                throw Elements.NotTaken(e);
            }
            if (target.Count == source.Count)
                return;
            target.Clear();
            for (int i = 0; i < names.Length; i++)
                AddTo(target, names[i], values[i]);
            throw Elements.Same();
        }
    }
}
