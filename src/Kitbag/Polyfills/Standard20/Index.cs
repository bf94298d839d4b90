namespace System
{
    /// <summary>The compiler looks for it by name where a span or an array is indexed from its end.</summary>
    internal readonly struct Index
    {
        private readonly int _value;

        public Index(int value, bool fromEnd = false)
        {
            _value = fromEnd ? ~value : value;
        }

        public static implicit operator Index(int value) => new Index(value);

        public int GetOffset(int length) => _value < 0 ? length + _value + 1 : _value;
    }

    /// <summary>The compiler looks for it by name where a part of a span or of a string is taken.</summary>
    internal readonly struct Range
    {
        public Range(Index start, Index end)
        {
            Start = start;
            End = end;
        }

        public Index Start { get; }

        public Index End { get; }

        public static Range StartAt(Index start) => new Range(start, new Index(0, fromEnd: true));

        public static Range EndAt(Index end) => new Range(0, end);
    }
}
