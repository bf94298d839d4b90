using System;

namespace Kitbag
{
    /// <summary>Specifies the effects of a difference in a report on the values.</summary>
    [Flags]
    public enum KitbagReadEffects
    {
        /// <summary>No value is lost or rejected.</summary>
        None = 0,

        /// <summary>Values are lost without an error.</summary>
        Loses = 1,

        /// <summary>Numbers are rounded.</summary>
        Rounds = 2,

        /// <summary>Some values cause an error where they occur. If reading succeeded, all values were read correctly.</summary>
        Refuses = 4,

        /// <summary>Shared objects are copied.</summary>
        Copies = 8,
    }
}
