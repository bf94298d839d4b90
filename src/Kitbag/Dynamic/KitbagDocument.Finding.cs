using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Codecs;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Finds the value at a path: <c>Zones[3].Name</c>, <c>Zones[^1]</c> (from the end), <c>Prices["iron"]</c>, <c>Levels[5]</c> (a key
        /// of a map), <c>Map[{X: 1, Y: 2}]</c> (a key with members), <c>Pairs[#0]</c> (a map entry by position), <c>#Node[17]</c> (a
        /// tracked object). A leading <c>$</c> denotes the root.
        /// </summary>
        /// <returns>The value.</returns>
        /// <exception cref="KitbagException">The path is invalid, or there is no value at that path.</exception>
        public KitbagNode Find(string path)
        {
            KitbagNode node = Start(path, out List<PathStep> steps, out int first);
            for (int i = first; i < steps.Count; i++)
                node = Step(node, steps[i]);
            return node;
        }

        /// <summary>Finds the value at a path, if there is one.</summary>
        /// <param name="path">The path, in the syntax of <see cref="Find"/>.</param>
        /// <param name="node">Returns the value.</param>
        /// <returns>true if there is a value at that path; otherwise, false.</returns>
        /// <exception cref="KitbagException">The path is invalid, or the document is damaged there.</exception>
        public bool TryFind(string path, out KitbagNode node)
        {
            try
            {
                node = Find(path);
                return true;
            }
            catch (KitbagException e) when (e.Reason == KitbagErrorReason.SchemaMismatch)
            {
                node = default;
                return false;
            }
        }

        private KitbagNode Start(string path, out List<PathStep> steps, out int first)
        {
            steps = PathText.Parse(path);
            first = 0;
            KitbagNode root = Root;
            if (!IsOfObject(steps))
                return root;
            foreach (TrackedColumns objects in Body.Objects)
            {
                if ("#" + objects.Type.Name != steps[0].Text)
                    continue;
                if (!int.TryParse(steps[1].Text, NumberStyles.None, CultureInfo.InvariantCulture, out int place)
                    || place >= objects.Count)
                    throw Nothing(root, "There is no object '" + KitbagException.Cut(path) + "'; the document has "
                        + objects.Count.ToString(CultureInfo.InvariantCulture) + " of that type.");
                first = 2;
                try
                {
                    Column column = objects.FindObject((uint)place, out int index)
                        ?? throw Nothing(root, "The members of the object '" + KitbagException.Cut(path) + "' are missing.");
                    var parent = new NodePlace(new NodePlace(null, steps[0].Text, isRaw: true), place);
                    return KitbagNode.OfObject(this, column, index, parent, place);
                }
                catch (KitbagException e)
                {
                    throw Place(e, null);
                }
            }
            throw Nothing(root, "There is no tracked type '" + KitbagException.Cut(steps[0].Text.Substring(1)) + "'.");
        }

        // Returns whether a path starts with a tracked object and its number.
        private static bool IsOfObject(List<PathStep> steps) => steps.Count >= 2 && !steps[0].IsBracketed && steps[0].Text.Length != 0
            && steps[0].Text[0] == '#' && steps[1].IsBracketed;

        // The same path from the root, which leads through the values.
        private List<PathStep> FromRoot(List<PathStep> steps)
        {
            if (!IsOfObject(steps))
                return steps;
            string name = steps[0].Text + "[" + steps[1].Text + "]";
            string identity = Find(name).Identity!;
            var met = new HashSet<string>();
            var open = new Queue<KitbagNode>();
            open.Enqueue(Root);
            while (open.Count != 0)
            {
                KitbagNode node = open.Dequeue();
                if (node.Identity == identity)
                {
                    List<PathStep> path = PathText.Parse(node.Path);
                    path.AddRange(steps.GetRange(2, steps.Count - 2));
                    return path;
                }
                // Parts without references are skipped, however many values they have.
                if (node.IsNull || CodecSet.CodecOf(node.DeclaredType).References == References.None
                    || (node.Identity != null && !met.Add(node.Identity)))
                    continue;
                for (int i = 0; i < node.Count; i++)
                    open.Enqueue(node[i]);
            }
            throw Nothing(Root, "'" + KitbagException.Cut(name) + "' is only reached by keys of maps, which have no path.");
        }

        // The same path, in which keys that are not scalars are replaced by the positions of their entries.
        private List<PathStep> ByPosition(List<PathStep> steps)
        {
            int last = steps.FindLastIndex(step => step.IsBracketed && !step.IsQuoted && KeyText.MayBeComposite(step.Text));
            KitbagNode node = last < 0 ? default : Root;
            for (int i = 0; i <= last; i++)
            {
                KitbagNode part = Step(node, steps[i]);
                if (node.Kind == KitbagNodeKind.Map && KeyText.MayBeComposite(steps[i].Text) && !steps[i].IsQuoted)
                    steps[i] = new PathStep(KeyText.OfPosition(node.EntryIndex(steps[i].Text)), true, false, steps[i].End);
                node = part;
            }
            return steps;
        }

        private KitbagNode Step(KitbagNode node, in PathStep step)
        {
            if (!step.IsBracketed || step.IsQuoted || node.Kind is KitbagNodeKind.Object or KitbagNodeKind.Null or KitbagNodeKind.Value)
                return node[step.Text];
            if (node.Kind == KitbagNodeKind.Map && (step.Text[0] != '#' || KeyText.MayBeComposite(step.Text)))
                return node[step.Text];
            if (step.Rest is { } rest)
                return Step(Step(node, step.First), rest);
            int index = IndexOf(step.Text, node.Kind == KitbagNodeKind.Map, node.Count);
            if (index < 0 || index >= node.Count)
                throw Nothing(node, "There is no item '" + KitbagException.Cut(step.Text) + "'; there are "
                    + node.Count.ToString(CultureInfo.InvariantCulture) + ".");
            return node[index];
        }

        /// <summary>
        /// Returns the position for an index: <c>3</c>, <c>^1</c> from the end, <c>#3</c> for an entry; -1 if there is none.
        /// </summary>
        internal static int IndexOf(string text, bool isEntry, int count)
        {
            int from = text.Length != 0 && text[0] == '^' ? 1 : text.Length != 0 && text[0] == '#' && isEntry ? 1 : 0;
            if (!int.TryParse(text.Substring(from), NumberStyles.None, CultureInfo.InvariantCulture, out int index))
                return -1;
            return text[0] == '^' ? count - index : index;
        }

        private KitbagException Nothing(KitbagNode node, string message) =>
            Place(new KitbagException(KitbagErrorReason.SchemaMismatch, message), node.Place);
    }
}
