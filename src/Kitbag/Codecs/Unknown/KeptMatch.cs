using System;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Determines which members of a type the members of a block are, and which of these are newer elsewhere.</summary>
    internal sealed class KeptMatch
    {
        private readonly ObjectDescription _description;
        private readonly string[] _names;
        private readonly bool[] _areCurrent;

        /// <summary>Initializes a match without members.</summary>
        /// <param name="description">The members of the type.</param>
        /// <param name="count">The number of members of the block.</param>
        public KeptMatch(ObjectDescription description, int count)
        {
            _description = description;
            _names = new string[count];
            _areCurrent = new bool[count];
            Targets = new int[count];
            IsJson = new bool[count];
            Stale = new bool[count];
        }

        /// <summary>Gets for each member of the block the member of the type, or -1.</summary>
        public int[] Targets { get; }

        /// <summary>Gets for each member whether it is the text of a member of the type.</summary>
        public bool[] IsJson { get; }

        /// <summary>Gets for each member whether it is neither read nor kept, because there is a newer value.</summary>
        public bool[] Stale { get; }

        /// <summary>Adds a member whose text is kept.</summary>
        /// <param name="index">Its index in the block.</param>
        /// <param name="target">The member of the type.</param>
        /// <param name="isCurrent">Whether it has the current name.</param>
        /// <param name="name">Its name in the text.</param>
        public void AddJson(int index, int target, bool isCurrent, string name)
        {
            IsJson[index] = true;
            Targets[index] = target;
            _areCurrent[index] = isCurrent;
            _names[index] = name;
        }

        /// <summary>Adds another member.</summary>
        /// <param name="index">Its index in the block.</param>
        /// <param name="members">The members of the block.</param>
        /// <param name="builder">The builder of the plan.</param>
        public void Add(int index, SchemaMember[] members, PlanBuilder builder)
        {
            string name = _names[index] = members[index].Name;
            int target = _description.Find(name);
            Targets[index] = target >= 0 ? target : _description.Find(name, members, builder);
            _areCurrent[index] = target >= 0 && _description.Names[target] == name;
        }

        /// <summary>Finds out which members are stale, after all have been added.</summary>
        /// <param name="plan">The plan of the document's object.</param>
        public void Finish(ReadPlan plan)
        {
            // Not the members themselves, if they have just been read from a block with the same names.
            SchemaMember[] direct = plan.Unknown is UnknownMembers { HasTexts: true }
                ? Array.Empty<SchemaMember>()
                : plan.Writer.MemberArray;
            for (int i = 0; i < Stale.Length; i++)
                Stale[i] = Array.Exists(direct, other => other.Name == _names[i]) || (Targets[i] >= 0
                    && (_description.HasNewer(plan, Targets[i], _names[i]) || HasNewer(i)));
        }

        private bool HasNewer(int index)
        {
            for (int i = 0; i < Targets.Length; i++)
            {
                if (i != index && Targets[i] == Targets[index] && IsNewer(i, index))
                    return true;
            }
            return false;
        }

        // Members under the current name are newest; of two with that name, the first one is read. Otherwise, those that an older program
        // has kept for longer follow those that it wrote itself, which have the value of a new object because the program did not know the
        // newer name.
        private bool IsNewer(int index, int than)
        {
            if (_areCurrent[index] != _areCurrent[than])
                return _areCurrent[index];
            return _areCurrent[index] ? index < than : index > than;
        }

        /// <summary>
        /// Returns whether a member can be read: not if objects to which it refers are missing. An object that is no reference itself may
        /// have members with references that the program lacks, and keeps them.
        /// </summary>
        public static bool CanRead(KeptBlock block, SchemaType member) =>
            !SchemaForms.HoldsReferences(member) || (block.Targets is { } targets && !targets.Misses(member));
    }
}
