using System;

namespace Kitbag
{
    /// <summary>
    /// Takes a member out of what is serialized. On a class or struct: takes it out of what may stand where a base class or an interface of
    /// it is declared; writing one there is an error.
    /// </summary>
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Class | AttributeTargets.Struct,
        Inherited = false)]
    public sealed class KitbagIgnoreAttribute : Attribute
    {
    }

    /// <summary>Serializes a member that is not public, or whose accessors are not.</summary>
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    public sealed class KitbagIncludeAttribute : Attribute
    {
    }

    /// <summary>Names the constructor that makes objects when they are read; its parameters are named as the members are.</summary>
    [AttributeUsage(AttributeTargets.Constructor)]
    public sealed class KitbagConstructorAttribute : Attribute
    {
    }

    /// <summary>
    /// Names what a member, a value of an enum, or a type where a base is declared, was called in older documents, so that they still read.
    /// </summary>
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Class | AttributeTargets.Struct
        | AttributeTargets.Parameter, AllowMultiple = true)]
    public sealed class KitbagFormerNameAttribute : Attribute
    {
        /// <summary>Names it.</summary>
        /// <param name="name">The former name: of a member or a value its name, of a type its name without the namespace but with the types
        /// around it, as in <c>Items.Sword</c>.</param>
        public KitbagFormerNameAttribute(string name)
        {
            Name = name;
        }

        /// <summary>The former name.</summary>
        public string Name { get; }
    }

    /// <summary>
    /// Says that a type has lost something on purpose: a member, a value of an enum, or a type that stood where the base is declared. Older
    /// documents that have it are read as without the attribute; it silences what is reported of the lock file (KIT0040, KIT0046, KIT0047).
    /// </summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Interface,
        AllowMultiple = true)]
    public sealed class KitbagRemovedAttribute : Attribute
    {
        /// <summary>Names it.</summary>
        /// <param name="name">The name that older documents have: of a member or a value its name, of a type its name without the namespace
        /// but with the types around it, as in <c>Items.Sword</c>.</param>
        public KitbagRemovedAttribute(string name)
        {
            Name = name;
        }

        /// <summary>The name that older documents have.</summary>
        public string Name { get; }
    }

    /// <summary>
    /// Marks a type that is stored in place of another one, which one need not own. It has conversion operators to and from that type.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
    public sealed class KitbagSurrogateAttribute : Attribute
    {
        /// <summary>Marks it.</summary>
        /// <param name="type">
        /// The type whose values it stores; an open generic one (<c>typeof(Interval&lt;&gt;)</c>) for all its forms, on a type with the
        /// same
        /// type parameters.
        /// </param>
        public KitbagSurrogateAttribute(Type type)
        {
            Type = type;
        }

        /// <summary>The type whose values it stores.</summary>
        public Type Type { get; }
    }

    /// <summary>
    /// Keeps what a document or a text has of objects of a class and this program's version of the class lacks: the members stay with the
    /// object and are written with it, so that a newer program gets them back. The class is <c>partial</c>, and gets a field for them, or
    /// it has a property of type <see cref="KitbagUnknown"/>. Classes that derive from it keep them as well.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class KitbagKeepUnknownAttribute : Attribute
    {
        /// <summary>
        /// Whether objects of the class stand for those of classes that derive from the same base, or implement the same interface, and
        /// that this version of the program lacks: they have the members that they share with it, and keep the others.
        /// </summary>
        public bool Cases { get; set; }
    }
}
