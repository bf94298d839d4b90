using System;
using System.ComponentModel;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Declares the type that a codec is for, on the class of the codec. The generator knows codecs only from this attribute. The codec of
    /// an open generic type has the same number of type parameters, and a constructor that takes the codecs of the type arguments in order;
    /// other codecs have a public static <c>Instance</c>.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true, Inherited = false)]
    public sealed class CodecForAttribute : Attribute
    {
        /// <summary>Initializes a new instance of the attribute.</summary>
        /// <param name="type">The type, or the open generic type.</param>
        /// <param name="shape">How generated code uses the type.</param>
        public CodecForAttribute(Type type, CodecShape shape)
        {
            Type = type;
            Shape = shape;
        }

        /// <summary>The type, or the open generic type.</summary>
        public Type Type { get; }

        /// <summary>How generated code uses the type.</summary>
        public CodecShape Shape { get; }

        /// <summary>How a <see cref="CodecShape.Leaf"/> is stored in a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public SlotKind Slot { get; set; }

        /// <summary>The number of bytes of a <see cref="SlotKind.Fixed"/> slot.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public int Size { get; set; }

        /// <summary>The alignment of a <see cref="CodecShape.Record"/> in memory: the size of its largest field, 4 by default.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public int Alignment { get; set; } = 4;
    }
}
