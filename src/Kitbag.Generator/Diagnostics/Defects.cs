using System;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Diagnostics
{
    /// <summary>
    /// Exceptions of the generator's own code. To the compiler one that leaves the generator is a warning, and none of the project's types
    /// gets any code; here it becomes an error that names what was being worked on, and the rest goes on.
    /// </summary>
    internal static class Defects
    {
        /// <summary>Is told what is worked on next, on this thread: tests throw there.</summary>
        [ThreadStatic]
        internal static Action<string>? Before;

        /// <summary>Does something, or what is to be done where that fails.</summary>
        /// <param name="what">What is worked on: a step, or a step and a type.</param>
        /// <param name="work">What to do.</param>
        /// <param name="otherwise">What to do with a text that tells of the exception.</param>
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

        // The first line of the stack says where; more would differ from machine to machine.
        private static string TextOf(Exception e)
        {
            string place = (e.StackTrace ?? "").Split('\n')[0].Trim();
            int file = place.IndexOf(") in ", StringComparison.Ordinal);
            return e.GetType().FullName + " (" + e.Message.Replace('\r', ' ').Replace('\n', ' ') + ") "
                + (file < 0 ? place : place.Substring(0, file + 1));
        }
    }
}
