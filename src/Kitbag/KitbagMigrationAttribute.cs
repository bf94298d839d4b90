using System;

namespace Kitbag
{
    /// <summary>
    /// Marks a static method that converts an old value of a type, or of one of its members, to the current value, if the change is not
    /// covered by the conversions of the reader. It takes the value as it is in older documents and returns the current value; it is called
    /// once for each value of an older document.
    /// </summary>
    /// <remarks>
    /// <para>With the name of a member, the method takes the old type of the member and returns its current type. Without a name, it takes
    /// a type that describes the whole old value, and returns the declaring type: nothing else of such a value is read.</para>
    /// <para>A value of a document is read as the type that loses the least of it: the current type, or the parameter type of a migration;
    /// see <c>docs/evolution.md</c>. Migrations can be chained: from the first version to the second, and from that to the current
    /// one.</para>
    /// </remarks>
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true, Inherited = false)]
    public sealed class KitbagMigrationAttribute : Attribute
    {
        /// <summary>Initializes a new instance for a method that returns the type that declares it.</summary>
        public KitbagMigrationAttribute()
        {
        }

        /// <summary>Initializes a new instance for a method that returns the value of a member.</summary>
        /// <param name="member">The C# name of the member.</param>
        public KitbagMigrationAttribute(string member)
        {
            Member = member;
        }

        /// <summary>
        /// Gets the name of the member whose value the method returns, or null if the method returns a value of the declaring type.
        /// </summary>
        public string? Member { get; }

        /// <summary>
        /// Gets or sets the name of the old member in documents if it is not the name of any current member, or null if it is the current
        /// or a former name of the member.
        /// </summary>
        public string? From { get; set; }
    }
}
