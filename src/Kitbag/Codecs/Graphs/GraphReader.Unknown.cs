using System;
using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Objects of classes that the program which wrote the document lacks, or that no known member refers to.
    internal sealed partial class GraphReader
    {
        private UnknownObjects? _unknown;

        private void ReadUnknownObjects(ref WireReader r, Codec root)
        {
            bool any = _plan.Types < _counts.Length && _counts[_plan.Types] != 0;
            for (int i = 0; i < _plan.Types; i++)
                any |= _plan.Parts[i].Codec is { } codec && codec == ReplaceableObject.Codec;
            if (!any || _createsNothing || UnknownObjects.Maker == null)
                return;
            _unknown = UnknownObjects.Maker(this, root);
            _unknown.Read(ref r);
        }

        /// <summary>Returns the objects, and the name of their class, for each tracked type that no known member refers to.</summary>
        public IEnumerable<(string Name, Array Objects)> UnknownTables()
        {
            for (int i = 0; i < _plan.Types; i++)
            {
                if (_plan.Parts[i].Codec is { } codec && codec == ReplaceableObject.Codec && _counts[i] != 0)
                    yield return (_plan.Parts[i].Writer.Name, _tables[i]!);
            }
        }

        /// <summary>Reads the objects of classes that the program which wrote the document lacks.</summary>
        /// <returns>The objects, or null if there are none.</returns>
        public Array? ReadUnknown(ref WireReader r)
        {
            int type = _plan.Types, start = 0;
            if (_counts[type] == 0)
                return null;
            foreach (GraphSegment segment in _segments)
            {
                if (segment.Type != type)
                    continue;
                ReadSegment(ref r, segment, start, null);
                start += segment.Count;
            }
            return _tables[type];
        }

        /// <summary>Schedules the construction and the completion of objects that have replaced unknown ones.</summary>
        /// <param name="codec">The codec of the objects.</param>
        /// <param name="table">The objects.</param>
        /// <param name="members">The members that are read.</param>
        public void CompleteReplaced(Codec codec, Array table, PresentMembers members)
        {
            if (codec.HasCompletion)
                CompletionOf(codec).Add(codec, table);
            for (int i = 0; codec.IsConstructed && i < table.Length; i++)
                CompletionOf(codec).AddConstructed(table.GetValue(i)!, members);
        }
    }
}
