using System;

namespace Kitbag
{
    /// <summary>
    /// Marks a static method that makes what a type, or a member of it, is now of what it was in older documents, where no rule of reading
    /// covers the change. It takes what there was and returns what there is; it is called once for each value of an older document.
    /// </summary>
    /// <remarks>
    /// <para>With the name of a member, the method takes the member's old type and returns its present one. Without, it takes a type that
    /// describes the old values whole, and returns the type that declares the method: of such a value nothing else is read.</para>
    /// <para>A document's value is read as what loses the least of it: the present type, or the parameter of a migration; see
    /// <c>docs/evolution.md</c>. Migrations may follow one another: from the first version to the second, and from that to the
    /// present one.</para>
    /// </remarks>
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true, Inherited = false)]
    public sealed class KitbagMigrationAttribute : Attribute
    {
        /// <summary>Marks a method that returns the type that declares it.</summary>
        public KitbagMigrationAttribute()
        {
        }

        /// <summary>Marks a method that returns a member's value.</summary>
        /// <param name="member">The member, by its name in C#.</param>
        public KitbagMigrationAttribute(string member)
        {
            Member = member;
        }

        /// <summary>The member that the method makes; null where it makes a value of the type as a whole.</summary>
        public string? Member { get; }

        /// <summary>
        /// The name that the old member had in documents, where that is no name of any member now; null where it had the member's own name
        /// or a former one.
        /// </summary>
        public string? From { get; set; }
    }
}
