using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>What is different at one place of two documents.</summary>
    public enum KitbagDifferenceKind
    {
        /// <summary>There is another value.</summary>
        Changed,

        /// <summary>It is in the second document only.</summary>
        Added,

        /// <summary>It is in the first document only.</summary>
        Removed,

        /// <summary>An item of a list stands at another place among the others. What else is different of it is told by itself.</summary>
        Moved,
    }

    /// <summary>One difference between two documents.</summary>
    public sealed class KitbagDifference
    {
        internal KitbagDifference(KitbagDifferenceKind kind, KitbagNode? before, KitbagNode? after)
        {
            Kind = kind;
            Old = before;
            New = after;
        }

        /// <summary>What it is.</summary>
        public KitbagDifferenceKind Kind { get; }

        /// <summary>The value in the first document; null where it was added.</summary>
        public KitbagNode? Old { get; }

        /// <summary>The value in the second document; null where it was removed.</summary>
        public KitbagNode? New { get; }

        /// <summary>The path: in the second document, or of what was removed in the first.</summary>
        public string Path => (New ?? Old)!.Value.Path;

        /// <summary>The path in the first document; null where it was added.</summary>
        public string? OldPath => Old?.Path;

        /// <summary>
        /// <c>~ Path: old → new</c>, <c>+ Path: new</c>, <c>- Path: old</c>, <c>&gt; old path → new path</c>.
        /// </summary>
        public override string ToString() => Kind switch
        {
            KitbagDifferenceKind.Changed => "~ " + Path + ": " + Old + " → " + New,
            KitbagDifferenceKind.Added => "+ " + Path + ": " + New,
            KitbagDifferenceKind.Removed => "- " + Path + ": " + Old,
            _ => "> " + OldPath + " → " + Path,
        };
    }

    /// <summary>How documents are compared.</summary>
    public sealed class KitbagCompareOptions
    {
        /// <summary>Lists matched by <c>Id</c>, <c>Key</c>, <c>Guid</c> or <c>Name</c>, else by value.</summary>
        public static KitbagCompareOptions Default { get; } = new KitbagCompareOptions();

        /// <summary>
        /// By which member the items of lists are matched, by the name of their type; an empty name: by value. Types that are not here have
        /// the first member that is called <c>Id</c>, <c>Key</c>, <c>Guid</c> or <c>Name</c>, if it is different in each item.
        /// </summary>
        public IReadOnlyDictionary<string, string> Keys { get; init; } = new Dictionary<string, string>();

        /// <summary>The most differences that are told; 100,000.</summary>
        public int MaxDifferences { get; init; } = 100_000;

        /// <summary>
        /// The most items of a list, behind those that are alike at its start and before those at its end, that are matched by what they
        /// are; more are compared place by place. 250,000.
        /// </summary>
        public int MaxMatched { get; init; } = 250_000;
    }

    /// <summary>The differences between two documents.</summary>
    public sealed class KitbagComparison
    {
        internal KitbagComparison(IReadOnlyList<KitbagDifference> differences, bool isCut)
        {
            Differences = differences;
            IsCut = isCut;
        }

        /// <summary>The differences, in the order of the members of the second document.</summary>
        public IReadOnlyList<KitbagDifference> Differences { get; }

        /// <summary>Whether there are more than <see cref="KitbagCompareOptions.MaxDifferences"/>.</summary>
        public bool IsCut { get; }

        /// <summary>Whether there are none.</summary>
        public bool AreEqual => Differences.Count == 0;
    }
}
