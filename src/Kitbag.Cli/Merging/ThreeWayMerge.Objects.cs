using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Nodes;
using Kitbag.Schema;

namespace Kitbag.Cli.Merging
{
    internal sealed partial class ThreeWayMerge
    {
        /// <summary>The objects whose paths do not identify them; null in documents without tracked objects.</summary>
        public LinkedObjects? Linked { get; set; }

        // Whether objects with one path are certainly those of the same path in the base, so that their members can be merged. Different
        // types and ids are those of different objects.
        private bool AreSameObject(SchemaType? type, JsonObject @base, JsonObject ours, JsonObject theirs) =>
            ItemKeys.Ids.All(id => HaveEqual(id, @base, ours, theirs))
                && (Linked == null || type == null || !Linked.MayDiffer(type, @base, ours, theirs)
                    || !AreBothChanged(type, @base, ours, theirs));

        private static bool HaveEqual(string name, params JsonObject[] objects) =>
            objects.Select(one => ItemKeys.KeyOf(one, name)).Distinct().Count() == 1;

        // If a side has inserted or removed an object above, its object is another one. That is noticed where the other side's change is,
        // which may be further on, behind a link. An empty link of another object would be equal, so its change is one of the object.
        private bool AreBothChanged(SchemaType type, JsonObject @base, JsonObject ours, JsonObject theirs)
        {
            bool isOurs = false, isTheirs = false, isDifferent = false;
            foreach (string name in Names(@base).Union(Names(ours)).Union(Names(theirs)))
            {
                JsonNode? before = Of(@base, name), our = Of(ours, name), their = Of(theirs, name);
                if (Linked!.IsLink(type, name) && before is JsonObject { Count: > 0 } or JsonArray { Count: > 0 })
                    continue;
                isOurs |= !AreEqual(before, our);
                isTheirs |= !AreEqual(before, their);
                isDifferent |= !AreEqual(our, their);
            }
            return isOurs && isTheirs && isDifferent;
        }
    }
}
