namespace Kitbag.Schema
{
    /// <summary>The part of a plan for members that the reader's type does not have and keeps.</summary>
    internal abstract class UnknownPart
    {
        /// <summary>
        /// Gets a value indicating whether objects may still lack some of their members when those of the plan have been read.
        /// </summary>
        public abstract bool IsPartial { get; }
    }
}
