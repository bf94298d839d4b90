using System;

namespace Kitbag.Codecs
{
    /// <summary>Exceptions of the program's own constructors, setters and callbacks, which the values of a document may provoke.</summary>
    internal static class Refusal
    {
        /// <summary>Whether an exception comes from the program's own code.</summary>
        public static bool Is(Exception e) => e is not KitbagException and not OutOfMemoryException;

        /// <summary>What is thrown instead.</summary>
        public static KitbagException Of(Exception e, long offset) => new KitbagException(
            KitbagErrorReason.Refused, "The program's own code refused what was read: " + e.GetType() + ", " + e.Message, offset, e);
    }
}
