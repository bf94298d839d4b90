using System.Collections.Generic;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Finds types by what they contain.</summary>
    internal static class TypeUsers
    {
        /// <summary>Returns the keys of some types and of all types that contain them, directly or within others.</summary>
        /// <param name="types">All types.</param>
        /// <param name="keys">The keys of the contained types.</param>
        public static HashSet<string> Of(Dictionary<string, TypeModel> types, IEnumerable<string> keys)
        {
            var users = new Dictionary<string, List<string>>();
            foreach (TypeModel type in types.Values)
            {
                foreach (string used in type.Uses(isJson: false))
                {
                    if (!users.TryGetValue(used, out List<string> all))
                        users.Add(used, all = new List<string>());
                    all.Add(type.Key);
                }
            }
            var found = new HashSet<string>();
            var waiting = new Stack<string>(keys);
            while (waiting.Count != 0)
            {
                string key = waiting.Pop();
                if (!found.Add(key) || !users.TryGetValue(key, out List<string> all))
                    continue;
                foreach (string user in all)
                    waiting.Push(user);
            }
            return found;
        }
    }
}
