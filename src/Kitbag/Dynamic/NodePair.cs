namespace Kitbag.Dynamic
{
    /// <summary>Represents two nodes that are to be compared.</summary>
    internal readonly struct NodePair
    {
        public NodePair(KitbagNode before, KitbagNode after)
        {
            Before = before;
            After = after;
        }

        public KitbagNode Before { get; }

        public KitbagNode After { get; }
    }
}
