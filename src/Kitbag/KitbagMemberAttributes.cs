using System;

namespace Kitbag
{
    /// <summary> Excludes a member from serialization. On a class or struct: excludes the type from the derived types of its base classes
    /// and interfaces; writing a value of the type where a base is declared is an error.
    /// </summary>
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Class | AttributeTargets.Struct,
        Inherited = false)]
    public sealed class KitbagIgnoreAttribute : Attribute
    {
    }

    /// <summary>Includes a member in serialization although it, or one of its accessors, is not public.</summary>
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public sealed class KitbagIncludeAttribute : Attribute
    {
    }

    /// <summary>
    /// Marks the constructor that creates objects when they are read. The names of its parameters must match the names of the members.
    /// </summary>
    [AttributeUsage(AttributeTargets.Constructor)]
    public sealed class KitbagConstructorAttribute : Attribute
    {
    }

    /// <summary> Specifies the name that a member, an enum value or a derived type had in older documents, so that these can still be read.
    /// </summary>
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Class | AttributeTargets.Struct
        | AttributeTargets.Parameter, AllowMultiple = true)]
    public sealed class KitbagFormerNameAttribute : Attribute
    {
        /// <summary>Initializes a new instance of the attribute.</summary>
        /// <param name="name">
        /// The former name. For a member or an enum value this is its name; for a type it is its name without the namespace but with its
        /// containing types, for example <c>Items.Sword</c>.
        /// </param>
        public KitbagFormerNameAttribute(string name)
        {
            Name = name;
        }

        /// <summary>Gets the former name.</summary>
        public string Name { get; }
    }

    /// <summary> Specifies that a member, an enum value or a derived type was removed from a type on purpose. The attribute suppresses the
    /// diagnostics of the lock file (KIT0040, KIT0046, KIT0047); it does not change how older documents are read.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Interface,
        AllowMultiple = true)]
    public sealed class KitbagRemovedAttribute : Attribute
    {
        /// <summary>Initializes a new instance of the attribute.</summary>
        /// <param name="name">
        /// The name in older documents. For a member or an enum value this is its name; for a type it is its name without the namespace but
        /// with its containing types, for example <c>Items.Sword</c>.
        /// </param>
        public KitbagRemovedAttribute(string name)
        {
            Name = name;
        }

        /// <summary>Gets the name that older documents have.</summary>
        public string Name { get; }
    }

    /// <summary>
    /// Marks a type that is stored in place of another type, which may belong to another library. The marked type must declare conversion
    /// operators to and from that type.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
    public sealed class KitbagSurrogateAttribute : Attribute
    {
        /// <summary>Initializes a new instance of the attribute.</summary>
        /// <param name="type">
        /// The type whose values are stored as the marked type. An open generic type (<c>typeof(Interval&lt;&gt;)</c>) represents all its
        /// constructed types; the marked type must then have the same type parameters.
        /// </param>
        public KitbagSurrogateAttribute(Type type)
        {
            Type = type;
        }

        /// <summary>Gets the type whose values are stored as the marked type.</summary>
        public Type Type { get; }
    }

    /// <summary>
    /// Preserves members of a document or JSON text that this program's version of the class does not have: they are kept with the object
    /// and written with it, so that a newer program can read them. The class must be <c>partial</c>, and gets a field for these members, or
    /// must declare a property of type <see cref="KitbagUnknown"/>. Derived classes keep them as well. On an assembly, the attribute
    /// applies to all classes that support it: those that the project declares as <c>partial</c> and serializes itself, and whose members
    /// can be set at any time, except records.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Assembly)]
    public sealed class KitbagKeepUnknownAttribute : Attribute
    {
        /// <summary>
        /// Gets or sets a value indicating whether objects of derived classes that this version of the program does not have are read as
        /// this class: classes that derive from the same base or implement the same interface. Such objects have the members that both
        /// classes share, and keep the others.
        /// </summary>
        public bool Cases { get; set; }
    }
}
