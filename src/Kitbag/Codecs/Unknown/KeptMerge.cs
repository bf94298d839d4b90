using System;
using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Merges members of the same objects that were kept in several blocks.</summary>
    internal static class KeptMerge
    {
        /// <summary>
        /// The allocation cost of a value without its C# type: a box or an object, its place, and the same again for its contents.
        /// </summary>
        public const int BytesOfValue = 96;

        /// <summary>Creates one block.</summary>
        /// <param name="parts">The members that were kept of each object, all of one shape.</param>
        /// <param name="more">Other members that were kept of each, all of another shape; members of both shapes are ignored.</param>
        public static KeptBlock Of(KitbagUnknown[] parts, KitbagUnknown[] more)
        {
            KeptShape first = parts[0].Block!.Shape, second = more[0].Block!.Shape;
            List<SchemaMember> members = MembersOf(parts[0].Block!);
            int own = members.Count;
            foreach (SchemaMember member in MembersOf(more[0].Block!))
            {
                KeptShape.IsJson(member.Name, out _, out string name);
                if (Array.IndexOf(first.Names, name) < 0)
                    members.Add(member);
            }
            // Both refer to objects of the same types.
            var types = new KeptTypes();
            SchemaMember[] all = members.ConvertAll(m => new SchemaMember(m.Name, types.Replace(m.Type))).ToArray();
            KeptShape shape = KeptShape.Of(all, first.CaseName.Length != 0 ? first.CaseName : second.CaseName);
            var values = new object?[parts.Length];
            object?[] from = Read(shape, parts), others = Read(shape, more);
            for (int i = 0; i < values.Length; i++)
            {
                object?[] boxes = ((StructValue)from[i]!).Members.ToBoxes(members.Count);
                for (int member = own; member < boxes.Length; member++)
                    boxes[member] = ((StructValue)others[i]!).Members[member];
                values[i] = new StructValue(new MemberValues(boxes), boxes.Length);
            }
            return KeptBlock.Of(shape, values);
        }

        // Omits members that refer to missing objects, unless there are no others.
        private static List<SchemaMember> MembersOf(KeptBlock block)
        {
            var members = new List<SchemaMember>(block.Shape.Type.MemberArray);
            if (block.Targets is { IsAnyMissing: true } targets && members.Exists(m => !targets.Misses(m.Type)))
                members.RemoveAll(m => targets.Misses(m.Type));
            return members;
        }

        /// <summary>Returns the members of objects from any blocks as those of one shape that has all of them.</summary>
        public static object?[] Read(KeptShape shape, IReadOnlyList<KitbagUnknown> kept)
        {
            // Each block is read once.
            var blocks = new Dictionary<KeptBlock, object?[]>();
            var values = new object?[kept.Count];
            for (int i = 0; i < values.Length; i++)
            {
                KeptBlock block = kept[i].Block!;
                if (!blocks.TryGetValue(block, out object?[]? all))
                    blocks.Add(block, all = block.Shape == shape ? block.Values : block.ReadAs(shape));
                values[i] = all[kept[i].Index];
            }
            return values;
        }
    }
}
