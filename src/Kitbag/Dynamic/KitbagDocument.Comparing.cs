using System;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Finds what is different in two documents, which need not have one schema: members are matched by name, entries of maps by key,
        /// items of lists by a member that tells them apart or else by value.
        /// </summary>
        /// <param name="before">The first document.</param>
        /// <param name="after">The second document.</param>
        /// <param name="options">How to compare; null for <see cref="KitbagCompareOptions.Default"/>.</param>
        /// <exception cref="KitbagException">One of the documents is damaged.</exception>
        public static KitbagComparison Compare(KitbagDocument before, KitbagDocument after, KitbagCompareOptions? options = null)
        {
            if (before == null)
                throw new ArgumentNullException(nameof(before));
            if (after == null)
                throw new ArgumentNullException(nameof(after));
            return new DocumentComparer(options ?? KitbagCompareOptions.Default).Compare(before.Root, after.Root);
        }
    }
}
