using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Represents a tracked type of a document, and the codec and the plan for its objects.</summary>
    internal sealed class GraphPart
    {
        public GraphPart(SchemaType writer)
        {
            Writer = writer;
        }

        /// <summary>The type in the document.</summary>
        public SchemaType Writer { get; }

        /// <summary>Gets or sets the codec of the objects themselves, or null if the reader does not need them.</summary>
        public Codec? Codec { get; set; }

        /// <summary>The ordinals of all codecs that serve the same class: each assembly may have its own.</summary>
        public List<int> Ordinals { get; } = new List<int>();

        /// <summary>Gets or sets the plan of the objects, or null if they have this program's own schema.</summary>
        public ReadPlan? Plan { get; set; }

        /// <summary>
        /// Gets or sets the plan of the members that must wait until all objects are complete, or null if there are none.
        /// </summary>
        public ReadPlan? Late { get; set; }
    }

    /// <summary>
    /// Describes how the tracked objects of a document are written or read: for each tracked type of its schema, the codec of this program.
    /// Created once for each schema.
    /// </summary>
    internal sealed class GraphPlan
    {
        /// <summary>That of a document without tracked types.</summary>
        public static readonly GraphPlan None = new GraphPlan(Array.Empty<GraphPart>(), true);

        private readonly int[] _numbers;

        /// <summary>Initializes a plan.</summary>
        /// <param name="parts">The tracked types of the schema, in the order of their numbers.</param>
        /// <param name="isOfBlock">Whether they are those of a block of unknown members, not of a document.</param>
        public GraphPlan(GraphPart[] parts, bool isOfBlock = false)
        {
            Types = parts.Length;
            if (!isOfBlock)
            {
                var unknown = new GraphPart(UnknownObjectType.Instance) { Codec = ReplaceableObject.Codec };
                if (unknown.Codec != null)
                    unknown.Ordinals.Add(unknown.Codec.Ordinal);
                Array.Resize(ref parts, Types + 1);
                parts[Types] = unknown;
            }
            Parts = parts;
            int most = -1;
            foreach (GraphPart part in parts)
            {
                foreach (int ordinal in part.Ordinals)
                    most = Math.Max(most, ordinal);
            }
            _numbers = new int[most + 1];
            _numbers.AsSpan().Fill(-1);
            for (int i = parts.Length - 1; i >= 0; i--)
            {
                foreach (int ordinal in parts[i].Ordinals)
                    _numbers[ordinal] = i;
            }
        }

        /// <summary>Returns the plan for a document that may have objects of classes that the program which wrote it lacks.</summary>
        /// <param name="hasUnknownObjects">Whether it does even if its schema has no tracked types.</param>
        /// <param name="unknownCases">How values of a union are handled whose types the reader lacks.</param>
        public GraphPlan With(bool hasUnknownObjects, KitbagUnknownCases unknownCases = KitbagUnknownCases.Refuse) =>
            hasUnknownObjects && this == None ? new GraphPlan(Array.Empty<GraphPart>()) { UnknownCases = unknownCases } : this;

        /// <summary>
        /// The tracked types, in the order of their numbers in the schema; for a document followed by <see cref="UnknownObjectType"/>.
        /// </summary>
        public GraphPart[] Parts { get; }

        /// <summary>Gets the number of tracked types in the schema.</summary>
        public int Types { get; }

        /// <summary>Gets or initializes a value indicating whether unknown members with references are kept.</summary>
        public bool HasKept { get; init; }

        /// <summary>Gets or initializes how values of a union are handled whose types the reader lacks.</summary>
        public KitbagUnknownCases UnknownCases { get; init; }

        /// <summary>The tracked types of the schema.</summary>
        public SchemaType[] Writers => Array.ConvertAll(Parts.AsSpan(0, Types).ToArray(), part => part.Writer);

        /// <summary>The number of the first type whose objects a codec writes or reads.</summary>
        public int NumberOf(int ordinal) => _numbers[ordinal];

        /// <summary>Returns that number, or -1 if no type has such objects.</summary>
        public int FindNumber(int ordinal) => (uint)ordinal < (uint)_numbers.Length ? _numbers[ordinal] : -1;

        /// <summary>The plan of the documents that this program writes of a root.</summary>
        public static GraphPlan Of(Codec root)
        {
            SchemaType[] tracked = new SchemaTable(root.Schema).Types.FindAll(type => type.IsTracked).ToArray();
            if (tracked.Length == 0)
                return None;
            var builder = new PlanBuilder { Tracked = tracked };
            builder.Resolve(root, root.Schema);
            return new GraphPlan(builder.ResolveTracked());
        }
    }

    /// <summary>Describes how a document with another schema is read: its root and its tracked objects.</summary>
    internal sealed class DocumentPlan
    {
        private DocumentPlan(SchemaType writer, ReadPlan? root, GraphPlan graph, PlanBuilder builder)
        {
            CreatesNothing = builder.Check != null;
            UnknownCases = builder.UnknownCases;
            Writer = writer;
            Root = root;
            Graph = graph;
        }

        /// <summary>The type of the root in the document.</summary>
        public SchemaType Writer { get; }

        /// <summary>Gets the plan of the root, or null if the bytes are those that this program would write.</summary>
        public ReadPlan? Root { get; }

        /// <summary>Gets the plan of the tracked objects.</summary>
        public GraphPlan Graph { get; }

        /// <summary>
        /// Gets or sets the differences between the document's schema and that of this program, after they were requested.
        /// </summary>
        public object? Report { get; set; }

        /// <summary>Gets a value indicating whether this is the plan of a checking read.</summary>
        public bool CreatesNothing { get; }

        /// <summary>Gets how values of a union are handled whose types the reader lacks.</summary>
        public KitbagUnknownCases UnknownCases { get; }

        /// <summary>Creates the plan for a schema.</summary>
        /// <param name="root">The codec of the root.</param>
        /// <param name="writer">The root of the document's schema.</param>
        /// <param name="builder">The builder that resolves one against the other.</param>
        /// <exception cref="KitbagException">The schema cannot be read as that of the codec.</exception>
        public static DocumentPlan Of(Codec root, SchemaType writer, PlanBuilder builder)
        {
            SchemaType[] tracked = writer.Tracked ?? root.Graph.Writers;
            // Unknown members with references are kept. Whether the program has the objects is known only when all is resolved.
            PlanBuilder first = builder.Listener == null ? builder : new PlanBuilder(builder.UnknownCases, builder.Check);
            DocumentPlan plan = Resolve(root, writer, first, tracked);
            if (first == builder && !first.HasMetReferences)
                return plan;
            PlanBuilder second = first == builder ? new PlanBuilder(builder.UnknownCases, builder.Check) : builder;
            if (first.HasMetReferences)
                second.KeptTargets = Array.FindAll(plan.Graph.Parts, part => part.Codec is not { IsCopied: true });
            return Resolve(root, writer, second, tracked);
        }

        private static DocumentPlan Resolve(Codec root, SchemaType writer, PlanBuilder builder, SchemaType[] tracked)
        {
            builder.Tracked = tracked;
            ReadPlan? plan = builder.Resolve(root, writer);
            GraphPart[] parts = builder.ResolveTracked();
            GraphPlan graph = parts.Length == 0
                ? GraphPlan.None
                : new GraphPlan(parts) { HasKept = builder.KeptTargets != null, UnknownCases = builder.UnknownCases };
            return new DocumentPlan(writer, plan, graph, builder);
        }
    }
}
