using System;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Compares two documents, whose schemas may differ: members are matched by name, map entries by key, and list items by a member
        /// with unique values or by value.
        /// </summary>
        /// <param name="before">The first document.</param>
        /// <param name="after">The second document.</param>
        /// <param name="options">Options that control the comparison, or null to use <see cref="KitbagCompareOptions.Default"/>.</param>
        /// <returns>The differences.</returns>
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
