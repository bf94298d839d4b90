using System;
using System.Collections.Generic;

namespace Kitbag.Schema
{
    /// <summary>Computes how well plans fit, once for each plan.</summary>
    internal sealed class PlanFits
    {
        private static readonly PlanFit s_one = new PlanFit(0, 0, 1);

        // Boxed, because NativeAOT compiles a dictionary once for all values that are objects.
        private readonly Dictionary<ReadPlan, object> _known = new Dictionary<ReadPlan, object>();

        /// <summary>Returns how well a plan fits.</summary>
        /// <param name="reader">The reader's type.</param>
        /// <param name="plan">The plan, or null if nothing differs.</param>
        public PlanFit Of(SchemaType reader, ReadPlan? plan)
        {
            if (plan == null)
                return PlanFit.Exact;
            if (plan.IsMigration)
                return plan.Fit;
            if (_known.TryGetValue(plan, out object? known))
                return (PlanFit)known;
            PlanFit fit = Find(reader, plan);
            _known.Add(plan, fit);
            return fit;
        }

        private PlanFit Find(SchemaType reader, ReadPlan plan)
        {
            // One value in place of another that may be null, of a list, or the other way round.
            if (plan.IsConversion)
                return s_one + OfParts(reader.Kind is SchemaKind.Nullable or SchemaKind.Sequence ? reader.Element! : reader, plan);
            switch (reader.Kind)
            {
                case SchemaKind.Object or SchemaKind.Record when IsByMembers(plan):
                    int taken = plan.Targets.Length - Array.FindAll(plan.Targets, target => target < 0).Length;
                    return OfMembers(reader, plan) + new PlanFit(0, Math.Max(reader.MemberArray.Length - taken, 0), 0);
                case SchemaKind.Union when plan.Writer.Kind == SchemaKind.Union && IsByMembers(plan):
                    return OfMembers(reader, plan);
                case SchemaKind.Union when plan.Targets.Length == 1 && plan.Parts.Length == 1:
                    return s_one + Of(MemberOf(reader, plan.Targets[0]), plan.Parts[0]);
                case SchemaKind.Map when plan.Parts.Length == 2:
                    return Of(reader.Key!, plan.Parts[0]) + Of(reader.Element!, plan.Parts[1]);
                case SchemaKind.Nullable or SchemaKind.Sequence when plan.Parts.Length == 1:
                    return OfParts(reader.Element!, plan);
                // The stored type of a type with a surrogate.
                case not SchemaKind.Reference when plan.Parts.Length == 1 && plan.Targets.Length == 0:
                    return OfParts(reader, plan);
                default:
                    return plan.Writer.Kind == reader.Kind && plan.Check == null && reader.Kind == SchemaKind.Reference
                        ? PlanFit.Exact : s_one;
            }
        }

        private static bool IsByMembers(ReadPlan plan) =>
            plan.Targets.Length == plan.Writer.MemberArray.Length && plan.Parts.Length == plan.Targets.Length;

        private PlanFit OfMembers(SchemaType reader, ReadPlan plan)
        {
            PlanFit sum = default;
            for (int i = 0; i < plan.Targets.Length; i++)
                sum += plan.Targets[i] < 0 ? new PlanFit(1, 0, 0) : Of(MemberOf(reader, plan.Targets[i]), plan.Parts[i]);
            return sum;
        }

        private static SchemaType MemberOf(SchemaType reader, int member) =>
            member < reader.MemberArray.Length ? reader.MemberArray[member].Type : reader;

        private PlanFit OfParts(SchemaType reader, ReadPlan plan)
        {
            PlanFit sum = default;
            foreach (ReadPlan? part in plan.Parts)
                sum += Of(reader, part);
            return sum;
        }
    }
}
