namespace Kitbag.Layout
{
    /// <summary>Observes the progress of a walk, so that data behind it can be released.</summary>
    internal interface IWalkListener
    {
        /// <summary>Called at a position: after each column, and many times in long ones.</summary>
        /// <param name="offset">The position, from the start of the body. Walks may restart anywhere.</param>
        void Passed(int offset);
    }
}
