using System;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Diagnostics
{
    /// <summary>
    /// Handles exceptions of the generator's own code. The compiler reports an exception of a generator as a warning, and none of the
    /// project's types gets any code; this class converts it to an error that describes the current work, and the generator continues.
    /// </summary>
    internal static class Defects
    {
        /// <summary>Called with a description of the next work on this thread: tests throw here.</summary>
        [ThreadStatic]
        internal static Action<string>? Before;

        /// <summary>Does work, and returns an alternative result if it throws an exception.</summary>
        /// <param name="what">The description of the work: a step, or a step and a type.</param>
        /// <param name="work">The work.</param>
        /// <param name="otherwise">Creates the alternative result from a text about the exception.</param>
        public static T Catch<T>(string what, Func<T> work, Func<string, T> otherwise)
        {
            try
            {
                Before?.Invoke(what);
                return work();
            }
            catch (Exception e) when (e is not OperationCanceledException)
            {
                return otherwise(TextOf(e));
            }
        }

        /// <inheritdoc cref="Catch{T}(string, Func{T}, Func{string, T})"/>
        public static void Catch(string what, Action work, Action<string> otherwise) => Catch<object?>(
            what,
            () =>
            {
                work();
                return null;
            },
            text =>
            {
                otherwise(text);
                return null;
            });

        /// <summary>The diagnostic of a step that failed as a whole.</summary>
        public static DiagnosticModel OfStep(string step, string text) =>
            new DiagnosticModel(Rules.Defect.Id, "", "", new EquatableArray<string>(new[] { "The project", step, text }));

        // The first line of the stack trace contains the position; more would differ between machines.
        private static string TextOf(Exception e)
        {
            string place = (e.StackTrace ?? "").Split('\n')[0].Trim();
            int file = place.IndexOf(") in ", StringComparison.Ordinal);
            return e.GetType().FullName + " (" + e.Message.Replace('\r', ' ').Replace('\n', ' ') + ") "
                + (file < 0 ? place : place.Substring(0, file + 1));
        }
    }
}
