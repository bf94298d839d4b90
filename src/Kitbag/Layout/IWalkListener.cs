namespace Kitbag.Layout
{
    /// <summary>Hears how far a walk has come, so that it can let go of what the walk has left behind.</summary>
    internal interface IWalkListener
    {
        /// <summary>The walk has come to a position: after each column, and many times in long ones.</summary>
        /// <param name="offset">Where it is, from the start of the body. Walks may begin anew anywhere.</param>
        void Passed(int offset);
    }
}
