using System;
using System.Collections.Generic;

namespace Kitbag.Generator.Parsing
{
    /// <summary>What a variable or member contains while a constructor runs, in terms of the constructor's parameters.</summary>
    internal readonly struct Content : IEquatable<Content>
    {
        /// <summary>Gets or initializes the parameters on which it depends, one bit for each.</summary>
        public ulong Uses { get; init; }

        /// <summary>
        /// Gets or initializes the parameters from which it is computed by operations that are not idempotent: if such a parameter got the
        /// value of the member, it would be computed twice.
        /// </summary>
        public ulong Computed { get; init; }

        /// <summary>Gets or initializes the name of the parameter that it is, unless null was replaced; null if it is none.</summary>
        public string? Unchanged { get; init; }

        /// <summary>Gets or initializes what became of null.</summary>
        public NullContent Null { get; init; }

        /// <summary>Gets or initializes what is known about its value if that does not depend on parameters.</summary>
        public OwnContent Own { get; init; }

        /// <summary>Gets or initializes its text if it is a constant, <c>default</c> for all defaults; otherwise null.</summary>
        public string? Constant { get; init; }

        /// <summary>Gets or initializes a value indicating whether it is a set, to which an element is added only once.</summary>
        public bool IsSet { get; init; }

        /// <summary>The default of its type.</summary>
        public static Content Default => new Content { Own = OwnContent.Default, Constant = "default" };

        /// <summary>A value that depends on certain parameters.</summary>
        public static Content Of(ulong uses) => new Content { Uses = uses };

        /// <summary>A value that depends on, and is computed from, what several others are.</summary>
        public static Content OfAll(IEnumerable<Content> all)
        {
            (ulong uses, ulong computed) = (0, 0);
            foreach (Content one in all)
                (uses, computed) = (uses | one.Uses, computed | one.Computed);
            return new Content { Uses = uses, Computed = computed };
        }

        /// <summary>This value after an operation that may change it, such as a limit or a copy.</summary>
        public Content Limited() => Of(Uses) with { Computed = Computed, IsSet = IsSet };

        /// <summary>This value after an operation that is not idempotent.</summary>
        public Content Changed() => Limited() with { Computed = Uses };

        /// <summary>Either of two values.</summary>
        /// <param name="other">The other value.</param>
        /// <param name="condition">The parameters on which the choice depends.</param>
        /// <param name="computed">The parameters from which the result is regarded as computed.</param>
        public Content Or(Content other, ulong condition, ulong computed) => Equals(other) ? this : new Content
        {
            Uses = Uses | other.Uses | condition,
            Computed = computed,
            Unchanged = Unchanged == other.Unchanged ? Unchanged : null,
            Null = Null == other.Null ? Null
                : Null == NullContent.Replaced || other.Null == NullContent.Replaced ? NullContent.Replaced : NullContent.Unknown,
            Own = Own == other.Own ? Own : OwnContent.Unknown,
            Constant = Constant == other.Constant ? Constant : null,
            IsSet = IsSet && other.IsSet,
        };

        /// <summary>This value, or another one if the argument from which it comes is null.</summary>
        /// <param name="other">The other value.</param>
        /// <param name="tested">The argument that is compared with null.</param>
        public Content UnlessNull(Content other, Content tested) => Equals(other) ? this
            : (Uses & tested.Uses) == 0 || tested.Unchanged == null ? Or(other, tested.Uses, Computed | other.Computed)
            : this with
            {
                Uses = Uses | other.Uses,
                Computed = Computed | other.Computed,
                Null = other.Own == OwnContent.Default || other.Unchanged == tested.Unchanged ? NullContent.Kept : NullContent.Replaced,
                Own = OwnContent.Unknown,
            };

        public bool Equals(Content other) => Uses == other.Uses && Computed == other.Computed && Unchanged == other.Unchanged
            && Null == other.Null && Own == other.Own && Constant == other.Constant && IsSet == other.IsSet;

        public override bool Equals(object? other) => other is Content content && Equals(content);

        public override int GetHashCode() => Uses.GetHashCode();
    }

    /// <summary>What a value is if the argument from which it comes is null.</summary>
    internal enum NullContent
    {
        /// <summary>It is not known.</summary>
        Unknown,

        /// <summary>It is null.</summary>
        Kept,

        /// <summary>It is another value.</summary>
        Replaced,
    }

    /// <summary>A value that does not depend on parameters.</summary>
    internal enum OwnContent
    {
        /// <summary>It is not known.</summary>
        Unknown,

        /// <summary>The default of its type.</summary>
        Default,

        /// <summary>A new collection without elements.</summary>
        Empty,

        /// <summary>A new collection with elements.</summary>
        Filled,
    }
}
