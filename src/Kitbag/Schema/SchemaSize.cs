namespace Kitbag.Schema
{
    /// <summary>What limits are asked about a schema.</summary>
    internal readonly struct SchemaSize
    {
        public readonly int Bytes, Types, MostMembers, Depth;

        /// <summary>What its types, and a plan for them, take in memory.</summary>
        public readonly long Allocated;

        public SchemaSize(int bytes, int types, int mostMembers, int depth, long allocated)
        {
            Bytes = bytes;
            Types = types;
            MostMembers = mostMembers;
            Depth = depth;
            Allocated = allocated;
        }

        /// <summary>Whether limits accept it.</summary>
        public bool IsWithin(KitbagLimits limits) =>
            Bytes <= limits.MaxSchemaBytes && Types <= limits.MaxSchemaTypes && MostMembers <= limits.MaxMembers
                && Depth <= limits.MaxSchemaDepth;
    }
}
