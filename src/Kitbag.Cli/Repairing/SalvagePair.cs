using Kitbag.Dynamic;

namespace Kitbag.Cli.Repairing
{
    /// <summary>
    /// The same value of a damaged document, read twice: with different bytes in place of those that are missing. If no bytes are missing,
    /// both are one document, which is read once.
    /// </summary>
    internal readonly struct SalvagePair
    {
        private readonly bool _isOne;

        public SalvagePair(KitbagNode first, KitbagNode second, bool isOne)
        {
            First = first;
            Second = second;
            _isOne = isOne;
        }

        public KitbagNode First { get; }

        public KitbagNode Second { get; }

        /// <summary>A member, or an item.</summary>
        public SalvagePair this[int index]
        {
            get
            {
                KitbagNode first = First[index];
                return With(first, _isOne ? first : Second[index]);
            }
        }

        /// <summary>Other values of the same documents.</summary>
        public SalvagePair With(KitbagNode first, KitbagNode second) => new SalvagePair(first, second, _isOne);
    }
}
