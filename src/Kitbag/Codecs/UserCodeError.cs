using System;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Exceptions of the program's own constructors, setters and callbacks, which values of a document may cause, and those of Kitbag
    /// itself. They are distinguished by where they are caught: around calls of the program's code, or around Kitbag's own code.
    /// </summary>
    internal static class UserCodeError
    {
        /// <summary>Whether an exception is not one that Kitbag throws intentionally.</summary>
        public static bool Is(Exception e) => e is not KitbagException and not OutOfMemoryException;

        /// <summary>The exception that is thrown instead.</summary>
        public static KitbagException Of(Exception e, long offset) => Of(e, offset, null);

        /// <summary>The exception that is thrown instead, if the failing method is known.</summary>
        public static KitbagException Of(Exception e, long offset, string? method) => new KitbagException(
            KitbagErrorReason.Refused,
            (method == null ? "The program's own code rejected the value: " : "'" + method + "' rejected the value: ") + e.GetType()
                + ", " + e.Message, offset, e);

        /// <summary>The exception that is thrown instead of an exception of Kitbag itself.</summary>
        public static KitbagException Defect(Exception e, long offset) => e is OverflowException
            ? new KitbagException(KitbagErrorReason.LimitExceeded,
                "The input describes more than 2 GiB of values in one column, which exceeds the maximum size of an array.", offset, e)
            : DefectOf(e, offset);

        /// <summary>The exception that is thrown instead of any exception of Kitbag itself.</summary>
        public static KitbagException DefectOf(Exception e, long offset) => new KitbagException(KitbagErrorReason.Defect,
            "Kitbag failed because of a bug: please report it, with the input. " + e.GetType() + ", "
            + e.Message, offset, e);
    }
}
