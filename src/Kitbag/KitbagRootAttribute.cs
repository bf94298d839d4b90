using System;

namespace Kitbag
{
    /// <summary>
    /// Marks a type parameter whose type arguments are serialized. The generator finds them, across assemblies, and generates codecs for
    /// them and for all types that they reference. Type arguments of a method are found where the method is called or converted to a
    /// delegate; type arguments of a class also where the class is constructed, derived from, or one of its static members is accessed.
    /// </summary>
    [AttributeUsage(AttributeTargets.GenericParameter)]
    public sealed class KitbagRootAttribute : Attribute
    {
        /// <summary>
        /// Gets or sets a value indicating whether JSON code is generated as well. The default is true. Set it to false to generate less
        /// code if no JSON is written or read.
        /// </summary>
        public bool Json { get; set; } = true;
    }

    /// <summary>Requests a codec for a type that is not named at a call: on the type, or on the assembly for a type of another
    /// assembly.</summary>
    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Assembly,
        AllowMultiple = true)]
    public sealed class KitbagSerializableAttribute : Attribute
    {
        /// <summary>Initializes a new instance that requests a codec for the type that carries the attribute.</summary>
        public KitbagSerializableAttribute()
        {
        }

        /// <summary>Initializes a new instance that requests a codec for another type.</summary>
        /// <param name="type">The type.</param>
        public KitbagSerializableAttribute(Type type)
        {
            Type = type;
        }

        /// <summary>
        /// Gets or sets a value indicating whether all instance fields of the type are stored, including private and readonly ones, and its
        /// properties are not. Requires .NET 8 if generated code has no access to the fields. If the class has no parameterless
        /// constructor, objects are created without calling a constructor.
        /// </summary>
        public bool Fields { get; set; }

        /// <summary>
        /// Gets or sets a value indicating whether JSON code is generated as well. The default is true. Set it to false to generate less
        /// code if no JSON is written or read.
        /// </summary>
        public bool Json { get; set; } = true;

        /// <summary>
        /// Gets or sets a value indicating whether objects of the class are tracked: each object is stored once, however many references to
        /// it there are, and the references are restored to a single object. Classes that can reference themselves are tracked unless this
        /// is set to false; other classes are tracked if this is set to true. The setting applies to derived classes that do not specify it
        /// themselves, and has no effect on structs and enums. An attribute of the assembly that sets it requests no codec.
        /// </summary>
        public bool Tracked { get; set; }

        /// <summary>Gets the type for which a codec is requested, or null if it is the type that carries the attribute.</summary>
        public Type? Type { get; }
    }
}
