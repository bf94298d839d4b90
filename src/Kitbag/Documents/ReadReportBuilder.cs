using System;
using System.Collections.Generic;
using System.Text;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Documents
{
    /// <summary>
    /// Determines the differences between the schema of a document and that of this program, by resolving one against the other again when
    /// a report is requested. The result is kept with the plan.
    /// </summary>
    internal sealed class ReadReportBuilder : IPlanListener
    {
        private readonly List<KitbagReadFinding> _findings = new List<KitbagReadFinding>();
        // Several codecs may serve one type, and each resolves it.
        private readonly HashSet<(string Reader, SchemaType Writer)> _described = new HashSet<(string, SchemaType)>();
        private readonly Stack<Place> _open = new Stack<Place>();
        private readonly IReadOnlyList<string> _steps;
        private readonly string _root;
        private readonly KitbagReadEffects _others;

        private ReadReportBuilder(string root, IReadOnlyList<string> steps, KitbagUnknownCases unknownCases)
        {
            _others = EffectOf(unknownCases);
            _root = root;
            _steps = steps;
        }

        /// <summary>Compares a schema that can be read with that of this program.</summary>
        /// <param name="root">The codec of the root.</param>
        /// <param name="writer">The schema.</param>
        /// <param name="unknownCases">How values of concrete types that the program lacks are handled.</param>
        public static KitbagReadReport Of(Codec root, CanonicalSchema writer, KitbagUnknownCases unknownCases)
        {
            var builder = new PlanBuilder(unknownCases);
            var report = new ReadReportBuilder(root.Schema.RootName, builder.Path, unknownCases);
            builder.Listener = report;
            DocumentPlan.Of(root, writer.Root, builder);
            return new KitbagReadReport(new KitbagSchema(writer), false, report._findings.ToArray());
        }

        /// <inheritdoc/>
        public void Enter(SchemaType writer, SchemaType reader)
        {
            if (_open.Count != 0 && _open.Peek() is { } outer && outer.Depth == _steps.Count)
            {
                outer.Add(SchemaConversion.Of(writer, reader, outer.TakesNull, _others));
                outer.Inner++;
                return;
            }
            var place = new Place(writer, reader, _steps.Count, _findings.Count);
            place.Add(SchemaConversion.Of(writer, reader, false, _others));
            _open.Push(place);
        }

        /// <inheritdoc/>
        public void Leave()
        {
            Place place = _open.Peek();
            if (place.Inner-- != 0)
                return;
            _open.Pop();
            if (place.Effects is { } effects)
                _findings.Insert(place.Findings, new KitbagReadFinding(KitbagReadFindingKind.Converted, Path(), LastMember(), effects,
                    place.Writer, place.Reader, null)
                { Method = place.Method });
        }

        /// <inheritdoc/>
        public void Migrates(string method) => _open.Peek().Migrate(method);

        /// <inheritdoc/>
        public void Members(SchemaType writer, SchemaType reader, int[] targets, Predicate<int>? isKept)
        {
            if (!_described.Add((reader.Name, writer)))
                return;
            string path = Path();
            for (int i = 0; i < targets.Length; i++)
            {
                SchemaMember member = writer.MemberArray[i];
                if (targets[i] >= 0)
                    continue;
                bool kept = isKept != null && isKept(i);
                Add(kept ? KitbagReadFindingKind.MemberKept : KitbagReadFindingKind.MemberLost, path + "." + Cut(member.Name), member.Name,
                    kept ? KitbagReadEffects.None : KitbagReadEffects.Loses, member.Type, null, reader);
            }
            for (int i = 0; i < reader.MemberArray.Length; i++)
            {
                SchemaMember member = reader.MemberArray[i];
                if (Array.IndexOf(targets, i) < 0 && !SchemaForms.IsStore(member))
                    Add(KitbagReadFindingKind.MemberAbsent, path + "." + member.Name, member.Name, KitbagReadEffects.None, null,
                        member.Type, reader);
            }
        }

        /// <inheritdoc/>
        public void Cases(SchemaType writer, SchemaType reader, int[] targets, KitbagUnknownCases unknownCases, SchemaType? standIn)
        {
            if (!_described.Add((reader.Name, writer)))
                return;
            string path = Path();
            for (int i = 0; i < targets.Length; i++)
            {
                SchemaMember one = writer.MemberArray[i];
                if (targets[i] >= 0)
                    continue;
                bool isKept = standIn != null && one.Type.Kind == SchemaKind.Object;
                Add(KitbagReadFindingKind.TypeUnknown, path + "<" + Cut(one.Name) + ">", one.Name,
                    isKept ? KitbagReadEffects.None : EffectOf(unknownCases), one.Type, isKept ? standIn : null, reader);
            }
        }

        /// <inheritdoc/>
        public void Values(SchemaType writer, SchemaType reader, EnumPlan? plan, EnumValues values)
        {
            if (!_described.Add((reader.Name, writer)))
                return;
            string path = Path();
            var numbers = new HashSet<long>();
            foreach (SchemaEnumValue value in writer.ValueArray)
            {
                numbers.Add(value.Value);
                long target = value.Value;
                bool isRefused = false;
                plan?.TryFind(value.Value, out target, out isRefused);
                bool isKnown = values.TryFind(value.Name, false, out _) || values.TryFind(value.Name, true, out _);
                if (isRefused || target != value.Value || !isKnown)
                    Changed(path, Cut(value.Name), writer, isKnown ? reader : null, reader, isRefused);
            }
            foreach (SchemaEnumValue value in reader.ValueArray)
            {
                if (plan != null && !numbers.Contains(value.Value) && plan.TryFind(value.Value, out _, out bool isRefused) && isRefused)
                    Changed(path, Text(value.Value, reader), null, reader, reader, true);
            }
        }

        private static KitbagReadEffects EffectOf(KitbagUnknownCases unknownCases) =>
            unknownCases == KitbagUnknownCases.Refuse ? KitbagReadEffects.Refuses : KitbagReadEffects.Loses;

        // A number with its name, which may be a name of the document or of this program.
        private static string Text(long number, SchemaType type) => SchemaNumbers.Text(number, type.Underlying);

        private void Changed(string path, string name, SchemaType? writer, SchemaType? reader, SchemaType owner, bool isRefused) =>
            Add(KitbagReadFindingKind.EnumValueChanged, path + "<" + name + ">", name,
                isRefused ? KitbagReadEffects.Refuses : KitbagReadEffects.None, writer, reader, owner);

        private void Add(KitbagReadFindingKind kind, string path, string name, KitbagReadEffects effects, SchemaType? writer,
            SchemaType? reader, SchemaType owner) =>
            _findings.Add(new KitbagReadFinding(kind, path, name, effects, writer, reader, owner));

        private string Path()
        {
            var path = new StringBuilder(_root);
            foreach (string step in _steps)
            {
                if (step == "[]" || step.StartsWith('<'))
                    path.Append(Cut(step));
                else
                    path.Append('.').Append(Cut(step));
            }
            return path.ToString();
        }

        private string LastMember()
        {
            string last = _steps.Count == 0 ? "" : _steps[_steps.Count - 1];
            return last == "[]" ? "" : last;
        }

        private static string Cut(string name) => KitbagException.Cut(name);

        private sealed class Place
        {
            private readonly SchemaType _reader;

            public Place(SchemaType writer, SchemaType reader, int depth, int findings)
            {
                Writer = writer;
                _reader = reader;
                Depth = depth;
                Findings = findings;
            }

            public SchemaType Writer { get; }

            public SchemaType Reader => _reader;

            /// <summary>Gets the number of steps of its path.</summary>
            public int Depth { get; }

            /// <summary>Gets the number of findings before it.</summary>
            public int Findings { get; }

            /// <summary>Gets or sets the number of open parts at the same position.</summary>
            public int Inner { get; set; }

            public bool TakesNull => _reader.CanBeNull;

            /// <summary>Gets the effects on the values, or null if they have the same type.</summary>
            public KitbagReadEffects? Effects { get; private set; }

            /// <summary>
            /// Gets the method of the program that creates the values; of several methods, the one that returns the required type.
            /// </summary>
            public string? Method { get; private set; }

            // The effects of conversion rules do not apply to a migration method; it may reject some values.
            public void Migrate(string method)
            {
                Method ??= method;
                Effects = KitbagReadEffects.Refuses;
            }

            public void Add(KitbagReadEffects? effects)
            {
                if (effects != null)
                    Effects = Effects.GetValueOrDefault() | effects;
            }
        }
    }
}
