using System;

namespace Kitbag
{
    /// <summary>
    /// Marks a type parameter whose arguments are serialized: the generator finds them, across assemblies, and makes codecs for them and
    /// for all that they reach. A method's parameter has its arguments where the method is called or made a delegate; a class's also where
    /// the class is constructed, derived from, or a static member of it is named.
    /// </summary>
    [AttributeUsage(AttributeTargets.GenericParameter)]
    public sealed class KitbagRootAttribute : Attribute
    {
        /// <summary>
        /// Whether the arguments are written and read as JSON, too: true unless said. False saves the generated code for it, where what is
        /// marked calls <see cref="KitbagSerializer"/> and not <see cref="KitbagJson"/>.
        /// </summary>
        public bool Json { get; set; } = true;
    }

    /// <summary>Has a codec made for a type that no call site names: on the type, or on the assembly for a type one does not own.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Assembly,
        AllowMultiple = true)]
    public sealed class KitbagSerializableAttribute : Attribute
    {
        /// <summary>Has a codec made for the type that carries the attribute.</summary>
        public KitbagSerializableAttribute()
        {
        }

        /// <summary>Has a codec made for another type.</summary>
        /// <param name="type">The type.</param>
        public KitbagSerializableAttribute(Type type)
        {
            Type = type;
        }

        /// <summary>
        /// Whether all instance fields are the type's members, private and readonly ones too, and its properties are not. Needs
        /// .NET 8 where generated code cannot see them. An object whose class has no parameterless constructor is then made without one.
        /// </summary>
        public bool Fields { get; set; }

        /// <summary>
        /// Whether the type is written and read as JSON, too: true unless said. False saves the generated code for it, where no call of
        /// <see cref="KitbagJson"/> reaches the type.
        /// </summary>
        public bool Json { get; set; } = true;

        /// <summary>
        /// Whether objects of the class are tracked: each is stored once, however many references to it there are, and is one object again
        /// when it is read. Classes that can reach themselves are tracked unless this says false, others where it says true. It holds for
        /// derived classes that say nothing themselves, and has no meaning for structs and enums.
        /// </summary>
        public bool Tracked { get; set; }

        /// <summary>The type, where it is not the one that carries the attribute.</summary>
        public Type? Type { get; }
    }
}
