using System.Collections.Generic;
using System.ComponentModel;

namespace Kitbag.Json
{
    /// <summary>
    /// Where members of an object stand that its type does not have: they are read once there is an object that can hold them. For
    /// generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public struct JsonUnknownMembers
    {
        private List<int>? _starts;

        /// <summary>Whether there are any.</summary>
        public readonly bool Any => _starts != null;

        /// <summary>Notes the member that comes and passes over it.</summary>
        /// <param name="r">Where from; before the member's name.</param>
        /// <exception cref="KitbagException">It is not JSON.</exception>
        public void Add(ref JsonReader r)
        {
            (_starts ??= new List<int>()).Add(r.Position);
            r.SkipKeptMember();
        }

        /// <summary>Gets the positions of the names, in the order of the text.</summary>
        internal readonly IReadOnlyList<int> Starts => _starts ?? (IReadOnlyList<int>)System.Array.Empty<int>();
    }
}
