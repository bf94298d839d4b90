using System;

namespace Kitbag.Codecs
{
    /// <summary>Specifies which references to tracked objects values of a type contain.</summary>
    [Flags]
    internal enum References
    {
        /// <summary>None.</summary>
        None = 0,

        /// <summary>References to them.</summary>
        Held = 1,

        /// <summary>References by which something is looked up, so that it cannot be made before the objects are complete.</summary>
        AsKeys = 2,
    }
}
