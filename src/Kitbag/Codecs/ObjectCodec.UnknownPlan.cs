using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // How kept members are read that the type has.
    public abstract partial class ObjectCodec<T>
    {
        private KeptReading Resolve(KeptBlock block, ReadPlan plan, KitbagUnknownCases unknownCases)
        {
            KeptShape shape = block.Shape;
            ObjectDescription description = Description;
            var builder = new PlanBuilder(unknownCases) { Tracked = shape.Type.Tracked!, IsOfBlock = true };
            bool isLate = false;
            SchemaMember[] members = shape.Type.MemberArray;
            var parts = new ReadPlan?[members.Length];
            var json = new List<int>();
            // Only stand-ins need the name of the class.
            string caseName = StandsForUnknown ? shape.CaseName : "";
            bool isKnown = caseName != shape.CaseName;
            KeptMatch match = Match(shape, plan, builder);
            bool[] stale = match.Stale;
            int[] targets = match.Targets;
            for (int i = 0; i < members.Length; i++)
            {
                if (match.IsJson[i] && !stale[i])
                {
                    json.Add(i);
                    (targets[i], stale[i]) = (-1, true);
                }
                else if (stale[i] || (targets[i] >= 0 && !KeptMatch.CanRead(block, members[i].Type)))
                {
                    targets[i] = -1;
                }
                if (targets[i] >= 0)
                {
                    int target = targets[i], values = builder.ValueCount;
                    string name = members[i].Name;
                    parts[i] = builder.Resolve(description.Codecs[target], members[i].Type, name,
                        description.MigrationsOf(target, name));
                    isLate |= values != builder.ValueCount || (description.Codecs[target].References & References.AsKeys) != 0
                        || parts[i] is { SeesReferences: true };
                }
                isKnown |= stale[i] || targets[i] >= 0;
            }
            return new KeptReading(isKnown
                ? new ReadPlan(shape.Type, parts, targets)
                {
                    Unknown = UnknownMembers.OfRest(KeptMembers.Of(shape.Type, targets, stale, caseName, _ => true)),
                }
                : null, json.ToArray(), shape.HasReferences ? new GraphPlan(builder.Parts, true) : null, isLate, unknownCases);
        }

        private KeptMatch Match(KeptShape shape, ReadPlan plan, PlanBuilder builder)
        {
            SchemaMember[] members = shape.Type.MemberArray;
            var match = new KeptMatch(Description, members.Length);
            for (int i = 0; i < members.Length; i++)
            {
                if (FindByJson(members[i].Name, out bool isCurrent) is >= 0 and var byJson)
                    match.AddJson(i, byJson, isCurrent, shape.Names[i]);
                else
                    match.Add(i, members, builder);
            }
            match.Finish(plan);
            return match;
        }
    }
}
