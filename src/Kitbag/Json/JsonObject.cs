using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Kitbag.Json
{
    /// <summary>Goes through the members of an object that is read. For generated code.</summary>
    public struct JsonObject
    {
        private readonly JsonNames _names;
        // What may follow without a look at anything else.
        private readonly JsonName[] _expected;
        private readonly HashSet<int>? _seen;
        private bool _isInside;

        internal JsonObject(JsonNames names, bool refusesDuplicates)
        {
            _names = names;
            _expected = refusesDuplicates ? names.Nowhere : names.All;
            _seen = refusesDuplicates ? new HashSet<int>() : null;
            _isInside = false;
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
            if (!r.TryEndObject())
                return Find(ref r);
            Index = -1;
            return false;
        }

        /// <summary>Goes to the next member if it is a certain one, as nearly always; if not, <see cref="Next"/> is to be asked.</summary>
        /// <param name="r">The reader, behind a value.</param>
        /// <param name="index">Which member, in order of the names; the one after that whose value was read.</param>
        /// <returns>Whether the reader stands before its value.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool IsNext(ref JsonReader r, int index)
        {
            if (r.TryPass(_expected[index]))
                return true;
            Index = index - 1;
            return false;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool Find(ref JsonReader r)
        {
            bool isFirst = !_isInside;
            _isInside = true;
            if (isFirst && _expected.Length != 0 && r.TryPassName(_expected[0]))
            {
                Index = 0;
                return true;
            }
            Index = r.NextMember(_names, Index + 1, isFirst);
            if (_seen != null && Index >= 0 && !_seen.Add(Index))
                throw r.Error(KitbagErrorReason.Malformed, "The member '" + _names.All[Index].Text + "' stands twice (KitbagJsonOptions.Duplicates refuses that).");
            return Index >= 0;
        }
    }
}
