using System;

namespace Kitbag.Codecs
{
    /// <summary>What values of a type hold of tracked objects.</summary>
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
