using Kitbag;
using Kitbag.TestCases;

[assembly: KitbagSerializable(typeof(WordNet), Fields = true)]

namespace Kitbag.TestCases
{
    /// <summary>A class without any support for serializers: five private readonly arrays and two ints.</summary>
    public sealed class WordNet
    {
        private readonly int[] _edges, _nodes;
        private readonly char[] _letters;
        private readonly ushort[] _counts;
        private readonly long[] _sizes;
        private readonly int _root;
        private readonly int _words;

        public WordNet(int seed)
        {
            _edges = new[] { seed, seed + 1, seed + 5 };
            _nodes = new[] { 3, 1, 2 };
            _letters = "kitbag".ToCharArray();
            _counts = new ushort[] { 1, 7 };
            _sizes = new[] { 1L << 40 };
            _root = seed;
            _words = _letters.Length;
        }

        public int Words => _words + _root * 0 + _edges.Length * 0 + _nodes.Length * 0 + _counts.Length * 0 + _sizes.Length * 0;
    }

    [KitbagSerializable(Fields = true)]
    public sealed class Strongbox
    {
        private int _coins;

        private Strongbox()
        {
        }

        public static Strongbox With(int coins) => new Strongbox { _coins = coins, Owner = "me" };

        public string? Owner { get; private set; }

        public int Coins() => _coins;
    }
}
