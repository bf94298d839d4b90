using System.ComponentModel;

namespace Kitbag.Layout
{
    /// <summary>
    /// The integer types that a column can be written as and read as. Characters, enums and times are stored as one of them.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public enum IntegerKind : byte
    {
        /// <summary><see cref="sbyte"/></summary>
        Int8,

        /// <summary><see cref="byte"/></summary>
        UInt8,

        /// <summary><see cref="short"/></summary>
        Int16,

        /// <summary><see cref="ushort"/></summary>
        UInt16,

        /// <summary><see cref="int"/></summary>
        Int32,

        /// <summary><see cref="uint"/></summary>
        UInt32,

        /// <summary><see cref="long"/></summary>
        Int64,

        /// <summary><see cref="ulong"/></summary>
        UInt64,
    }
}
