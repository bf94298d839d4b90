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

        /// <summary>Gets the number of objects and arrays that are open at the position.</summary>
        public int Depth { get; }
    }
}
