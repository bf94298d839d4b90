namespace Kitbag.Codecs
{
    /// <summary>
    /// A key of two or three parts. NativeAOT compiles a dictionary once for all keys that are objects, and once more for each kind of
    /// tuple.
    /// </summary>
    internal sealed class PlanKey
    {
        private readonly object _first, _second;
        private readonly int _third;

        public PlanKey(object first, object second, int third = 0)
        {
            _first = first;
            _second = second;
            _third = third;
        }

        public override bool Equals(object? other) =>
            other is PlanKey key && _first.Equals(key._first) && _second.Equals(key._second) && _third == key._third;

        public override int GetHashCode() => ((_first.GetHashCode() * 31) + _second.GetHashCode()) * 31 + _third;
    }
}
