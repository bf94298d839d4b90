namespace Kitbag.Layout
{
    /// <summary>How a sequence of objects is parted: in groups, each with its own nulls, as rows where they are few.</summary>
    internal static class Groups
    {
        /// <summary>From so many objects on, a group is stored by column; fewer are rows.</summary>
        public const int FewestInColumns = 8;

        /// <summary>The most objects of one group, nulls included. All groups of a sequence but the last have so many.</summary>
        public const int Capacity = 4096;

        /// <summary>How many groups so many objects have.</summary>
        public static int CountOf(int objects) => (int)((objects + (Capacity - 1L)) / Capacity);
    }
}
