using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Describes how the members of a stand-in are read as those of the class that it stands for.</summary>
    internal sealed class StandInPlan
    {
        private StandInPlan(ReadPlan? plan, GraphPlan graph)
        {
            Plan = plan;
            Graph = graph;
        }

        /// <summary>Gets the plan of the object.</summary>
        public ReadPlan? Plan { get; }

        /// <summary>Gets how its references are read.</summary>
        public GraphPlan Graph { get; }

        /// <summary>Creates the plan.</summary>
        /// <param name="codec">The codec of the class.</param>
        /// <param name="other">The codec of the stand-ins.</param>
        /// <param name="unknownCases">How values of a union are handled whose types the program lacks.</param>
        public static StandInPlan Of(Codec codec, Codec other, KitbagUnknownCases unknownCases)
        {
            var builder = new PlanBuilder(unknownCases) { ReadsOthers = true, Tracked = other.Graph.Writers };
            ReadPlan? plan = builder.Resolve(codec, other.Schema);
            return new StandInPlan(plan, new GraphPlan(builder.Parts, true));
        }
    }
}
