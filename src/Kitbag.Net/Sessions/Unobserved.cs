using System;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>Reports exceptions of the program's code that have no caller.</summary>
    internal static class Unobserved
    {
        /// <summary>Raises <see cref="TaskScheduler.UnobservedTaskException"/> for an exception when the garbage collector runs.</summary>
        public static void Report(Exception exception) => _ = Task.FromException(exception);
    }
}
