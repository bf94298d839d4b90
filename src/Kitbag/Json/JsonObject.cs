using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Kitbag.Json
{
    /// <summary>Goes through the members of an object that is read. For generated code.</summary>
    public struct JsonObject
    {
        private readonly JsonNames _names;
        private readonly HashSet<int>? _seen;
        private int _read;

        internal JsonObject(JsonNames names, bool refusesDuplicates)
        {
            _names = names;
            _seen = refusesDuplicates ? new HashSet<int>() : null;
            _read = 0;
            Index = -1;
        }

        /// <summary>Which member it is, in order of the names.</summary>
        public int Index { get; private set; }

        /// <summary>Goes to the next member that the type has; the reader then stands before its value.</summary>
        /// <param name="r">The reader.</param>
        /// <returns>Whether there is one.</returns>
        /// <exception cref="KitbagException">The text breaks a rule, or the options refuse what it holds.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Next(ref JsonReader r)
        {
            int next = Index + 1;
            if (_seen == null && r.TryNextMember(_names.All, next, _read == 0))
            {
                _read++;
                Index = next;
                return true;
            }
            return Find(ref r);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool Find(ref JsonReader r)
        {
            Index = r.NextMember(_names, Index + 1, ref _read);
            if (_seen != null && Index >= 0 && !_seen.Add(Index))
                throw r.Error(KitbagErrorReason.Malformed, "The member '" + _names.All[Index].Text + "' stands twice (KitbagJsonOptions.Duplicates refuses that).");
            return Index >= 0;
        }
    }
}
