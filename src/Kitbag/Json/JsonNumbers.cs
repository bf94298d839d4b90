using System;
using System.ComponentModel;

namespace Kitbag.Json
{
    /// <summary>
    /// What of numbers may be strings; names and numbers are those of System.Text.Json's JsonNumberHandling. For generated code.
    /// </summary>
    [Flags]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public enum JsonNumbers
    {
        /// <summary>Nothing.</summary>
        Strict = 0,

        /// <summary>Strings are read.</summary>
        AllowReadingFromString = 1,

        /// <summary>Strings are written.</summary>
        WriteAsString = 2,

        /// <summary><c>"NaN"</c> and the infinities are written and read.</summary>
        AllowNamedFloatingPointLiterals = 4,
    }
}
