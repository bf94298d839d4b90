namespace Kitbag.Schema
{
    /// <summary>Contains the sizes of a schema that are subject to limits.</summary>
    internal readonly struct SchemaSize
    {
        public readonly int Bytes, Types, MostMembers, Depth;

        /// <summary>The memory that its types, and a plan for them, use.</summary>
        public readonly long Allocated;

        public SchemaSize(int bytes, int types, int mostMembers, int depth, long allocated)
        {
            Bytes = bytes;
            Types = types;
            MostMembers = mostMembers;
            Depth = depth;
            Allocated = allocated;
        }

        /// <summary>Returns whether the schema is within the limits.</summary>
        public bool IsWithin(KitbagLimits limits) =>
            Bytes <= limits.MaxSchemaBytes && Types <= limits.MaxSchemaTypes && MostMembers <= limits.MaxMembers
                && Depth <= limits.MaxSchemaDepth;
    }
}
