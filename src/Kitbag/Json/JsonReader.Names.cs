using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Kitbag.Json
{
    // Finds members by their names, of which a text may have several for one member: the current name, former ones, and that in C#.
    public ref partial struct JsonReader
    {
        /// <summary>
        /// Gets or sets a value indicating whether an object was met whose class keeps unknown members: a program that kept members of a
        /// binary document knew only their names in C#, also those of members of the objects in them.
        /// </summary>
        internal bool MayHaveKept
        {
            readonly get => _mayHaveKept;
            set => _mayHaveKept = value;
        }

        // The member that has a name as it stands between its quotes; -1 where there is none.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly int IndexOf(JsonNames names, ReadOnlySpan<byte> name, bool isPlain)
        {
            int index = isPlain ? names.Find(name) : -1;
            if (index < 0 && (!isPlain || _options.CaseInsensitive || names.HasFormer))
                index = names.Find(Decode(name), _options.CaseInsensitive);
            return index < 0 && _mayHaveKept && names.InCode != null ? names.FindInCode(Decode(name), _options.CaseInsensitive) : index;
        }

        /// <summary>Finds the next known member of an object.</summary>
        /// <param name="names">The names of the members.</param>
        /// <param name="expected">The index of the expected member.</param>
        /// <param name="isFirst">Whether nothing of the object has been read.</param>
        /// <param name="isFormer">Whether it has a former name, or that of a migration.</param>
        /// <returns>The index of the member, the number of names for an unknown one, or -1 at the end of the object.</returns>
        internal int NextMember(JsonNames names, int expected, bool isFirst, out bool isFormer)
        {
            int before = _at, depth = _depth;
            int index = NextMember(names, expected, isFirst);
            isFormer = false;
            if (index < 0 || index == names.All.Length)
                return index;
            int after = _at;
            _at = before;
            // Discriminators and identities may precede the member.
            for (; Next(isFirst, (byte)'}', "'}'"); isFirst = false)
            {
                string name = ReadMemberName();
                if (_at >= after)
                {
                    isFormer = names.IsFormer(index, name, _options.CaseInsensitive);
                    break;
                }
                Skip();
            }
            MoveTo(after, depth);
            return index;
        }

        /// <summary>
        /// Finds the members of an object that have their current names, also those that follow: what an older program stored under a
        /// former name need not be a value of the member's type.
        /// </summary>
        /// <param name="names">The names of the members.</param>
        /// <param name="start">A position in the object, from which members are examined.</param>
        /// <param name="isFirst">Whether the first member follows there.</param>
        /// <param name="current">Receives the indexes of the members.</param>
        internal void FindCurrent(JsonNames names, int start, bool isFirst, HashSet<int> current)
        {
            int here = _at, depth = _depth;
            _at = start;
            for (; Next(isFirst, (byte)'}', "'}'"); isFirst = false)
            {
                string name = ReadMemberName();
                int index = names.Find(name, _options.CaseInsensitive);
                if (index >= 0 && !names.IsFormer(index, name, _options.CaseInsensitive))
                    current.Add(index);
                Skip();
            }
            MoveTo(here, depth);
        }
    }
}
