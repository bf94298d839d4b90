using System;
using System.ComponentModel;
using Kitbag.Layout;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Names the type that a codec serves, on the codec's class. The generator reads these and knows no type but by them.
    /// An open generic type is served by a codec with as many type parameters, whose constructor takes the codecs of the type
    /// arguments in order; any other by a codec with a public static <c>Instance</c>.
    /// </summary>
    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true, Inherited = false)]
    public sealed class CodecForAttribute : Attribute
    {
        /// <summary>Names the type.</summary>
        /// <param name="type">The type, or the open generic type.</param>
        /// <param name="shape">How the type appears to generated code.</param>
        public CodecForAttribute(Type type, CodecShape shape)
        {
            Type = type;
            Shape = shape;
        }

        /// <summary>The type, or the open generic type.</summary>
        public Type Type { get; }

        /// <summary>How the type appears to generated code.</summary>
        public CodecShape Shape { get; }

        /// <summary>How a <see cref="CodecShape.Leaf"/> is stored in a row.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public SlotKind Slot { get; set; }

        /// <summary>The bytes of a <see cref="SlotKind.Fixed"/> slot.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public int Size { get; set; }

        /// <summary>The alignment of a <see cref="CodecShape.Record"/> in memory: the bytes of its largest field, 4 by default.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public int Alignment { get; set; } = 4;
    }
}
