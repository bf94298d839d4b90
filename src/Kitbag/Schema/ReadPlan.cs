using System;
using System.ComponentModel;
using Kitbag.Buffers;

namespace Kitbag.Schema
{
    /// <summary>
    /// How values that were written by one schema are read by a codec of another. Made once, then followed for every value.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public class ReadPlan
    {
        private int[]? _steps;
        private LazyFlag _seesReferences;
        private readonly Func<SchemaType>? _getWriter;
        private SchemaType? _writer;

        internal ReadPlan(SchemaType writer, ReadPlan?[] parts, int[] targets)
        {
            _writer = writer;
            Parts = parts;
            Targets = targets;
        }

        // Of an object's own schema, which most programs never ask for.
        private ReadPlan(Func<SchemaType> getWriter, int count, int[] targets)
        {
            _getWriter = getWriter;
            Parts = new ReadPlan?[count];
            Targets = targets;
        }

        private protected ReadPlan(SchemaType writer, ReadPlan?[] parts)
            : this(writer, parts, Array.Empty<int>())
        {
            IsConversion = true;
        }

        /// <summary>What the bytes hold.</summary>
        public SchemaType Writer => _writer ??= _getWriter!();

        /// <summary>
        /// The plans of the writer's members, of the element, or of key and value. Null: read as if this program had written it.
        /// </summary>
        internal ReadPlan?[] Parts { get; }

        /// <summary>For each of the writer's members the reader's member that takes it, or -1.</summary>
        internal int[] Targets { get; }

        /// <summary>
        /// For each of the reader's members the writer's that it takes, or -1; none for those behind the last that takes one.
        /// </summary>
        internal int[] Steps => _steps ??= FindSteps();

        /// <summary>The reading that creates nothing, for which the plan was made; null where values are created.</summary>
        internal CheckingRead? Check { get; init; }

        /// <summary>
        /// Of an object: what becomes of members that its type lacks, where they are kept; null where nothing is to be done about them.
        /// </summary>
        internal object? Unknown { get; init; }

        /// <summary>Of an object: how its rows are taken apart, once one was.</summary>
        internal RowPlan? Row { get; set; }

        /// <summary>
        /// Whether the plan itself reads the values, a <c>ConvertingPlan</c>: the writer's type is of another shape than the
        /// reader's.
        /// </summary>
        internal bool IsConversion { get; }

        /// <summary>Of an object that the writer had as a nullable or in a collection of one: the plan of the object itself.</summary>
        internal ReadPlan? OfValue => IsMigration ? null : IsConversion ? Parts[0]?.OfValue : this;

        /// <summary>
        /// Whether a method of the program makes the values of what they were in older documents: a <c>MigratingPlan</c>.
        /// </summary>
        internal bool IsMigration { get; private protected init; }

        /// <summary>Of a migration: how well what was written is read by it.</summary>
        internal PlanFit Fit { get; init; }

        /// <summary>Whether a method of the program sees tracked objects that it, or a part of it, reads.</summary>
        internal bool SeesReferences
        {
            get => _seesReferences.Value ?? _seesReferences.Set(Array.Exists(Parts, part => part != null && part.SeesReferences));
            private protected init => _seesReferences.Set(value);
        }

        /// <summary>Of a reference: the number of the objects' type among the tracked types of the document.</summary>
        internal int Tracked { get; init; }

        /// <summary>What becomes of a union's values whose types the reader lacks.</summary>
        internal KitbagUnknownCases UnknownCases { get; private init; }

        /// <summary>
        /// Whether the values are of a union, or stand for such, and those of types that the reader lacks are to be left out.
        /// </summary>
        internal bool MayDrop { get; init; }

        /// <summary>The plan of an object's own schema.</summary>
        /// <param name="getWriter">Gets the schema.</param>
        /// <param name="count">How many members it has.</param>
        internal static ReadPlan Identity(Func<SchemaType> getWriter, int count)
        {
            var targets = new int[count];
            for (int i = 0; i < count; i++)
                targets[i] = i;
            return new ReadPlan(getWriter, count, targets);
        }

        internal static ReadPlan OfUnion(SchemaType writer, ReadPlan?[] parts, int[] targets, KitbagUnknownCases unknownCases) =>
            new ReadPlan(writer, parts, targets)
            {
                UnknownCases = unknownCases,
                MayDrop = unknownCases == KitbagUnknownCases.Drop && Array.IndexOf(targets, -1) >= 0,
            };

        /// <summary>The same for some of the members.</summary>
        /// <param name="targets">For each of the writer's members the reader's member that takes it, or -1.</param>
        /// <param name="unknown">What becomes of members that the type lacks.</param>
        internal ReadPlan With(int[] targets, object? unknown) =>
            new ReadPlan(Writer, Parts, targets) { Check = Check, Unknown = unknown };

        /// <summary>Which of the writer's members a member of the reader takes; -1 where the document lacks it.</summary>
        internal int StepOf(int member) => member < Steps.Length ? Steps[member] : -1;

        private int[] FindSteps()
        {
            int count = 0;
            foreach (int target in Targets)
                count = Math.Max(count, target + 1);
            var steps = new int[count];
            for (int i = 0; i < steps.Length; i++)
                steps[i] = -1;
            for (int i = 0; i < Targets.Length; i++)
            {
                if (Targets[i] >= 0)
                    steps[Targets[i]] = i;
            }
            return steps;
        }

        internal static ReadPlan Leaf(SchemaType writer) => new ReadPlan(writer, Array.Empty<ReadPlan?>(), Array.Empty<int>());
    }
}
