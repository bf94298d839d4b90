namespace Kitbag.Layout
{
    /// <summary>How a sequence of objects is divided: into groups, each with its own nulls; small groups are stored as rows.</summary>
    internal static class Groups
    {
        /// <summary>Groups of at least this many objects are stored by column; smaller ones as rows.</summary>
        public const int FewestInColumns = 8;

        /// <summary>
        /// The maximum number of objects in a group, including nulls. All groups of a sequence except the last have this many.
        /// </summary>
        public const int Capacity = 4096;

        /// <summary>The number of groups for a number of objects.</summary>
        public static int CountOf(int objects) => (int)((objects + (Capacity - 1L)) / Capacity);
    }
}
