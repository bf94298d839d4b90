using System;
using System.ComponentModel;

namespace Kitbag.CompilerServices
{
    /// <summary>
    /// Marks a class that declares members of another type again: those that a compiler does not show to other projects, which are private
    /// fields, properties and accessors. By it the generator of another project finds them. For generated code only.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class HiddenMembersAttribute : Attribute
    {
        /// <summary>Names the type.</summary>
        /// <param name="type">The type that has the members; of a generic type the open one.</param>
        /// <param name="order">The names of all fields and properties of the type, in order of declaration.</param>
        public HiddenMembersAttribute(Type type, params string[] order)
        {
            Type = type;
            Order = order;
        }

        /// <summary>The type that has the members.</summary>
        public Type Type { get; }

        /// <summary>The names of all fields and properties of the type, in order of declaration.</summary>
        public string[] Order { get; }

        /// <summary>
        /// Whether all instance fields of the type are its members. Those behind properties are declared again as properties.
        /// </summary>
        public bool Fields { get; set; }
    }

    /// <summary>
    /// Marks an assembly in which the generator has declared hidden members again: what it declares none for has none. For generated code
    /// only.
    /// </summary>
    [AttributeUsage(AttributeTargets.Assembly)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class HiddenMembersDeclaredAttribute : Attribute
    {
    }
}
