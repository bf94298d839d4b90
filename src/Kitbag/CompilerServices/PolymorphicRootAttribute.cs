using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.CompilerServices
{
    /// <summary>
    /// Marks an assembly with a type for which it has a codec, and the base classes and interfaces that values of this type may contain:
    /// assemblies that reference it may have derived classes, for which they need a codec of the type as well. For generated code only.
    /// </summary>
    [AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class PolymorphicRootAttribute : Attribute
    {
        /// <summary>Specifies the types.</summary>
        /// <param name="root">The type that is written and read.</param>
        /// <param name="bases">The base classes and interfaces.</param>
        public PolymorphicRootAttribute(Type root, params Type[] bases)
        {
            Root = root;
            Bases = bases;
        }

        /// <summary>Gets the type that is written and read.</summary>
        public Type Root { get; }

        /// <summary>Gets the base classes and interfaces.</summary>
        public IReadOnlyList<Type> Bases { get; }

        /// <summary>Gets or sets a value indicating whether it is written and read as JSON, too.</summary>
        public bool Json { get; set; }
    }
}
