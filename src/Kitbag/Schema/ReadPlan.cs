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

        /// <summary>Gets the matching member of the reader for each of the writer's members, or -1.</summary>
        internal int[] Targets { get; }

        /// <summary>
        /// Gets the matching member of the writer for each of the reader's members, or -1; members after the last match have no entry.
        /// </summary>
        internal int[] Steps => _steps ??= FindSteps();

        /// <summary>Gets the checking read for which the plan was made, or null if values are created.</summary>
        internal CheckingRead? Check { get; init; }

        /// <summary>Gets, for an object, how members that its type lacks are kept, or null if they are not kept.</summary>
        internal UnknownPart? Unknown { get; init; }

        /// <summary>Gets or sets, for an object, how its rows are split, once the first one was.</summary>
        internal RowPlan? Row { get; set; }

        /// <summary>
        /// Gets a value indicating whether the plan itself reads the values, as a <c>ConvertingPlan</c>, because the writer's type has
        /// another form than the reader's.
        /// </summary>
        internal bool IsConversion { get; }

        /// <summary>
        /// Gets, for an object that the writer had as a nullable or in a collection of one element, the plan of the object itself.
        /// </summary>
        internal ReadPlan? OfValue => IsMigration ? null : IsConversion ? Parts[0]?.OfValue : this;

        /// <summary>
        /// Gets a value indicating whether a method of the program creates the values from those of older documents, as a
        /// <c>MigratingPlan</c>.
        /// </summary>
        internal bool IsMigration { get; private protected init; }

        /// <summary>Gets, for a migration, how well it reads the written values.</summary>
        internal PlanFit Fit { get; init; }

        /// <summary>Gets a value indicating whether a method of the program sees tracked objects that it, or a part of it, reads.</summary>
        internal bool SeesReferences
        {
            get => _seesReferences.Value ?? _seesReferences.Set(Array.Exists(Parts, part => part != null && part.SeesReferences));
            private protected init => _seesReferences.Set(value);
        }

        /// <summary>Gets, for a reference, the number of the objects' type among the tracked types of the document.</summary>
        internal int Tracked { get; init; }

        /// <summary>Gets how values of a union are handled whose types the reader lacks.</summary>
        internal KitbagUnknownCases UnknownCases { get; private init; }

        /// <summary>
        /// Gets a value indicating whether the values are of a union, or represent such values, and those of types that the reader lacks
        /// are to be left out.
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

        /// <summary>Returns the plan for values that cannot be null: values of types that the reader lacks are errors.</summary>
        internal ReadPlan WithoutNulls() => UnknownCases != KitbagUnknownCases.ReadAsNull
            ? this
            : new ReadPlan(Writer, Parts, Targets) { Check = Check };

        /// <summary>Returns the same plan for some of the members.</summary>
        /// <param name="targets">For each of the writer's members, the matching member of the reader, or -1.</param>
        /// <param name="unknown">How members that the type lacks are kept, or null.</param>
        internal ReadPlan With(int[] targets, UnknownPart? unknown) =>
            new ReadPlan(Writer, Parts, targets) { Check = Check, Unknown = unknown };

        /// <summary>Returns the member of the writer that matches a member of the reader, or -1 if the document lacks it.</summary>
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
