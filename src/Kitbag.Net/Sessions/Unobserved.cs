using System;
using System.Threading.Tasks;

namespace Kitbag.Net.Sessions
{
    /// <summary>Exceptions of the program's code that no caller is there to receive.</summary>
    internal static class Unobserved
    {
        /// <summary>Raises <see cref="TaskScheduler.UnobservedTaskException"/> for it, when the garbage collector runs.</summary>
        public static void Report(Exception exception) => _ = Task.FromException(exception);
    }
}
