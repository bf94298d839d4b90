using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>Specifies the kind of a difference between two documents.</summary>
    public enum KitbagDifferenceKind
    {
        /// <summary>The value is different.</summary>
        Changed,

        /// <summary>The value exists only in the second document.</summary>
        Added,

        /// <summary>The value exists only in the first document.</summary>
        Removed,

        /// <summary>An item of a list is at another position. Other changes of the item are separate differences.</summary>
        Moved,
    }

    /// <summary>Describes one difference between two documents.</summary>
    public sealed class KitbagDifference
    {
        internal KitbagDifference(KitbagDifferenceKind kind, KitbagNode? before, KitbagNode? after)
        {
            Kind = kind;
            Old = before;
            New = after;
        }

        /// <summary>Gets the kind of the difference.</summary>
        public KitbagDifferenceKind Kind { get; }

        /// <summary>Gets the value in the first document, or null if it was added.</summary>
        public KitbagNode? Old { get; }

        /// <summary>Gets the value in the second document, or null if it was removed.</summary>
        public KitbagNode? New { get; }

        /// <summary>Gets the path in the second document, or in the first document if the value was removed.</summary>
        public string Path => (New ?? Old)!.Value.Path;

        /// <summary>Gets the path in the first document, or null if the value was added.</summary>
        public string? OldPath => Old?.Path;

        /// <summary>
        /// Returns the difference as <c>~ Path: old → new</c>, <c>+ Path: new</c>, <c>- Path: old</c>, or <c>&gt; old path → new path</c>.
        /// If only the type of a value has changed, the types follow the values.
        /// </summary>
        public override string ToString() => Kind switch
        {
            KitbagDifferenceKind.Changed => "~ " + Path + ": " + Old + TypeOf(Old) + " → " + New + TypeOf(New),
            KitbagDifferenceKind.Added => "+ " + Path + ": " + New,
            KitbagDifferenceKind.Removed => "- " + Path + ": " + Old,
            _ => "> " + OldPath + " → " + Path,
        };

        /// <summary>Returns the type of a value in parentheses, if the two values would look the same without it.</summary>
        internal string TypeOf(KitbagNode? value) => Old is { } old && New is { } current && NameOf(old) != NameOf(current)
            && old.ToString() == current.ToString() ? " (" + NameOf(value!.Value) + ")" : "";

        // Only the name in the union contains the namespace, if it is needed.
        private static string NameOf(KitbagNode value) => value.CaseName is { } name
            && name.EndsWith("." + value.Type.Name, StringComparison.Ordinal) ? name : value.TypeName;
    }

    /// <summary>Provides options for comparing documents.</summary>
    public sealed class KitbagCompareOptions
    {
        /// <summary>
        /// Gets the default options: list items are matched by <c>Id</c>, <c>Key</c>, <c>Guid</c> or <c>Name</c>, otherwise by value.
        /// </summary>
        public static KitbagCompareOptions Default { get; } = new KitbagCompareOptions();

        /// <summary>
        /// Gets or initializes the members by which list items are matched, by the name of the items' type; an empty member name means by
        /// value. Types that are not included are matched by the first member called <c>Id</c>, <c>Key</c>, <c>Guid</c> or <c>Name</c> if
        /// its values are all different.
        /// </summary>
        public IReadOnlyDictionary<string, string> Keys { get; init; } = new Dictionary<string, string>();

        /// <summary>Gets or initializes the maximum number of differences that are reported. The default is 100,000.</summary>
        public int MaxDifferences { get; init; } = 100_000;

        /// <summary>
        /// Gets or initializes the maximum number of items of a list that are matched by key or value, not counting equal items at its
        /// start and end; longer lists are compared by position. The default is 250,000.
        /// </summary>
        public int MaxMatched { get; init; } = 250_000;
    }

    /// <summary>Contains the differences between two documents.</summary>
    public sealed class KitbagComparison
    {
        internal KitbagComparison(IReadOnlyList<KitbagDifference> differences, bool isCut)
        {
            Differences = differences;
            IsCut = isCut;
        }

        /// <summary>Gets the differences, in the order of the members of the second document.</summary>
        public IReadOnlyList<KitbagDifference> Differences { get; }

        /// <summary>
        /// Gets a value indicating whether there are more differences than <see cref="KitbagCompareOptions.MaxDifferences"/>.
        /// </summary>
        public bool IsCut { get; }

        /// <summary>Gets a value indicating whether there are no differences.</summary>
        public bool AreEqual => Differences.Count == 0;
    }
}
