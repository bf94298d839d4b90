using System;
using System.ComponentModel;

namespace Kitbag.CompilerServices
{
    /// <summary>
    /// Marks a class that redeclares members of another type that compilers hide from other projects: private fields, properties and
    /// accessors. The generator of other projects finds them there. Used by generated code.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class HiddenMembersAttribute : Attribute
    {
        /// <summary>Specifies the type.</summary>
        /// <param name="type">The type that has the members; for a generic type, its open form.</param>
        /// <param name="order">The names of all fields and properties of the type, in order of declaration.</param>
        public HiddenMembersAttribute(Type type, params string[] order)
        {
            Type = type;
            Order = order;
        }

        /// <summary>Gets the type that has the members.</summary>
        public Type Type { get; }

        /// <summary>Gets the names of all fields and properties of the type, in order of declaration.</summary>
        public string[] Order { get; }

        /// <summary>
        /// Gets a value indicating whether all instance fields of the type are its members. Backing fields are redeclared as properties.
        /// </summary>
        public bool Fields { get; set; }
    }

    /// <summary>
    /// Marks an assembly in which the generator has redeclared hidden members: types without redeclarations have none. Used by generated
    /// code.
    /// </summary>
    [AttributeUsage(AttributeTargets.Assembly)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class HiddenMembersDeclaredAttribute : Attribute
    {
    }
}
