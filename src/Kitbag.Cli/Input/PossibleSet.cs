using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>
    /// A list of different scalars. Documents do not distinguish lists from sets, and a set with equal elements cannot be read.
    /// </summary>
    internal sealed class PossibleSet
    {
        // A list of one element says nothing.
        private const int Least = 2;

        private readonly string _path;

        private PossibleSet(string path) => _path = path;

        /// <summary>Returns the list at a path, or the one with the item at the path; null if neither may be a set.</summary>
        public static PossibleSet? At(KitbagDocument document, string path) =>
            new[] { path, Regex.Match(path, @"^(.+)\[\^?\d+\]$").Groups[1].Value }
                .Where(list => list.Length != 0 && Elements(document, list) is { Count: >= Least } elements && AreDifferent(elements))
                .Select(list => new PossibleSet(list)).FirstOrDefault();

        /// <summary>Checks that the elements are still different.</summary>
        /// <exception cref="ToolException">They are not.</exception>
        public void Check(KitbagDocument document)
        {
            if (Elements(document, _path) is { } elements && !AreDifferent(elements))
                throw ToolException.Bad("'" + _path + "' may be a set, because its elements are all different, and a set with equal "
                    + "elements could not be read: specify --repeat if it is a list.");
        }

        // Null if it is not a list of scalars.
        private static List<object?>? Elements(KitbagDocument document, string path)
        {
            if (!document.TryFind(path, out KitbagNode list) || list.Kind != KitbagNodeKind.List)
                return null;
            var elements = new List<object?>();
            foreach (KitbagNode item in list.Items)
            {
                if (item.Kind is not (KitbagNodeKind.Value or KitbagNodeKind.Null))
                    return null;
                elements.Add(item.Value);
            }
            return elements;
        }

        private static bool AreDifferent(List<object?> elements) => new HashSet<object?>(elements).Count == elements.Count;
    }
}
