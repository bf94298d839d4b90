using System;

namespace Kitbag
{
    /// <summary>What becomes of the values that a finding of a report is about.</summary>
    [Flags]
    public enum KitbagReadEffects
    {
        /// <summary>Nothing is lost, and nothing is refused.</summary>
        None = 0,

        /// <summary>Values are lost without an error.</summary>
        Loses = 1,

        /// <summary>Numbers are rounded.</summary>
        Rounds = 2,

        /// <summary>Some values are an error where they stand. What was read without an error is right.</summary>
        Refuses = 4,

        /// <summary>Objects that were shared become values of their own.</summary>
        Copies = 8,
    }
}
