using System;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Exceptions of the program's own constructors, setters and callbacks, which the values of a document may provoke; and those of Kitbag
    /// itself. Which of the two it is depends on where they are caught: around calls of the program's code, or around Kitbag's own.
    /// </summary>
    internal static class UserCodeError
    {
        /// <summary>Whether an exception is none that Kitbag throws on purpose.</summary>
        public static bool Is(Exception e) => e is not KitbagException and not OutOfMemoryException;

        /// <summary>What is thrown instead.</summary>
        public static KitbagException Of(Exception e, long offset) => Of(e, offset, null);

        /// <summary>What is thrown instead, where it is known which method failed.</summary>
        public static KitbagException Of(Exception e, long offset, string? method) => new KitbagException(
            KitbagErrorReason.Refused,
            (method == null ? "The program's own code rejected the value: " : "'" + method + "' rejected the value: ") + e.GetType()
                + ", " + e.Message, offset, e);

        /// <summary>What is thrown instead of an exception that comes from Kitbag itself.</summary>
        public static KitbagException Defect(Exception e, long offset) => e is OverflowException
            ? new KitbagException(KitbagErrorReason.LimitExceeded,
                "The input describes more than 2 GiB of values in one column, which exceeds the maximum size of an array.", offset, e)
            : DefectOf(e, offset);

        /// <summary>What is thrown instead of an exception that comes from Kitbag itself, whatever it is.</summary>
        public static KitbagException DefectOf(Exception e, long offset) => new KitbagException(KitbagErrorReason.Defect,
            "Kitbag failed because of a bug: please report it, with the input. " + e.GetType() + ", "
            + e.Message, offset, e);
    }
}
