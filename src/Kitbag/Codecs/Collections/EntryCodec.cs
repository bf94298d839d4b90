namespace Kitbag.Codecs
{
    /// <summary>
    /// An entry of a map that was written as a list of pairs. It is a class, unlike <see
    /// cref="System.Collections.Generic.KeyValuePair{TKey, TValue}"/>, because compilers ahead of time share the code over classes: over a
    /// struct, each map would bring all the code that reads objects once more.
    /// </summary>
    internal sealed class Entry<TKey, TValue>
    {
        public Entry(TKey key, TValue value)
        {
            Key = key;
            Value = value;
        }

        public TKey Key { get; }

        public TValue Value { get; }
    }

    /// <summary>Reads the entries of a map that was written as a list of pairs. None of them may be null.</summary>
    internal sealed class EntryCodec<TKey, TValue> : PairCodec<Entry<TKey, TValue>, TKey, TValue>
    {
        public EntryCodec(Codec<TKey> key, Codec<TValue> value)
            : base("KeyValuePair", "Key", key, "Value", value)
        {
        }

        internal override bool HasNull => false;

        protected override TKey First(in Entry<TKey, TValue> entry) => entry.Key;

        protected override TValue Second(in Entry<TKey, TValue> entry) => entry.Value;

        protected override Entry<TKey, TValue> Make(TKey first, TValue second) => new Entry<TKey, TValue>(first, second);
    }
}
