namespace Kitbag.Json
{
    /// <summary>A place in a text.</summary>
    internal readonly struct JsonPosition
    {
        public JsonPosition(int offset, int depth)
        {
            Offset = offset;
            Depth = depth;
        }

        /// <summary>Bytes from its start.</summary>
        public int Offset { get; }

        /// <summary>How many objects and arrays are open there.</summary>
        public int Depth { get; }
    }
}
