using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Resolves a writer's schema against a reader's codecs.</summary>
    internal sealed partial class PlanBuilder
    {
        private readonly Dictionary<PlanKey, ReadPlan?> _done = new Dictionary<PlanKey, ReadPlan?>();
        private readonly List<Action> _waiting = new List<Action>();
        private readonly List<ValuePart> _values = new List<ValuePart>();
        private readonly List<string> _path = new List<string>();
        private readonly List<SchemaType> _writers = new List<SchemaType>();
        private readonly List<PlanKey> _inside = new List<PlanKey>();
        private GraphPart[] _parts = Array.Empty<GraphPart>();
        private (SchemaType Writer, SchemaType Reader, int Depth)? _whole;
        private string _caseName = "";

        /// <summary>Initializes a builder for a root.</summary>
        /// <param name="unknownCases">How values of a union are handled whose types the reader lacks.</param>
        /// <param name="check">
        /// The checking read for which the plans are made, or null if they create values. With a checking read, there are plans even if the
        /// schemas are equal.
        /// </param>
        internal PlanBuilder(KitbagUnknownCases unknownCases = KitbagUnknownCases.Refuse, CheckingRead? check = null)
        {
            Check = check;
            UnknownCases = unknownCases;
        }

        internal KitbagUnknownCases UnknownCases { get; }

        /// <summary>
        /// Gets or initializes a value indicating whether the objects to be read are of another class, which replaces the resolved class.
        /// </summary>
        internal bool ReadsOthers { get; init; }

        /// <summary>The reading that creates nothing, for which the plans are made.</summary>
        internal CheckingRead? Check { get; }

        /// <summary>Gets or sets the listener that is notified of each difference, or null.</summary>
        internal IPlanListener? Listener { get; set; }

        /// <summary>
        /// Gets or sets the tracked types of the document to which unknown members may refer that are kept, or null if it is not known yet
        /// which objects this program has.
        /// </summary>
        internal GraphPart[]? KeptTargets { get; set; }

        /// <summary>
        /// Gets or initializes a value indicating whether the members of a block are resolved, all objects of which exist already.
        /// </summary>
        internal bool IsOfBlock { get; init; }

        /// <summary>Gets or sets a value indicating whether there is an unknown member with references that may be kept.</summary>
        internal bool HasMetReferences { get; set; }

        /// <summary>Gets the tracked types as they have been resolved so far.</summary>
        internal GraphPart[] Parts => _parts;

        /// <summary>Gets the number of tracked types whose objects are read as values.</summary>
        internal int ValueCount => _values.Count;

        /// <summary>Gets the steps from the root to the type that is being resolved.</summary>
        internal IReadOnlyList<string> Path => _path;

        internal ReadPlan? Resolve(Codec codec, SchemaType writer)
        {
            var key = new PlanKey(codec, writer);
            bool isDone = _done.TryGetValue(key, out ReadPlan? plan);
            if (isDone && Listener == null)
                return plan;
            Listener?.Enter(writer, codec.Schema);
            // A listener hears of the parts of a type that has a name once, and of those of other types at every place.
            if (!isDone || writer.Kind > SchemaKind.Union)
            {
                _writers.Add(writer);
                plan = codec.OwnMigrations is { } migrations ? Choose(codec, writer, migrations, isMember: false)
                    : codec.Resolve(writer, this);
                _writers.RemoveAt(_writers.Count - 1);
                _done[key] = plan;
            }
            Listener?.Leave();
            return plan;
        }

        /// <summary>The writer's tracked types, in the order of their numbers.</summary>
        internal SchemaType[] Tracked
        {
            set => _parts = Array.ConvertAll(value, type => new GraphPart(type));
        }

        /// <summary>
        /// Records that a codec reads the objects of a tracked type. How it does is determined later, because these objects may refer to
        /// the type that is being resolved.
        /// </summary>
        /// <param name="codec">The codec of the objects themselves.</param>
        /// <param name="writer">The writer's tracked type.</param>
        /// <returns>The number of the type, and whether the codec reads the objects of another one as well.</returns>
        internal (int Number, bool IsSecond) Track(Codec codec, SchemaType writer)
        {
            int number = NumberOf(writer);
            GraphPart part = _parts[number];
            bool isSecond = Array.Exists(_parts, other => other != part && other.Ordinals.Contains(codec.Ordinal));
            if (part.Codec == null)
            {
                part.Codec = codec;
                ResolveLater(() => (part.Plan, part.Late) = codec.SplitLate(Resolve(codec, writer)));
            }
            else if (!part.Codec.HasTypeOf(codec))
            {
                throw Mismatch("The document's class '" + KitbagException.Cut(writer.Name) + "', whose objects have an identity, is two "
                    + "classes in this program: " + Describe(part.Codec.Schema) + " and " + Describe(codec.Schema) + ".");
            }
            if (!part.Ordinals.Contains(codec.Ordinal))
                part.Ordinals.Add(codec.Ordinal);
            return (number, isSecond);
        }

        /// <summary>
        /// Records that unknown members refer to objects of a tracked type, which are kept as <see cref="ReplaceableObject"/> if the
        /// program does not have them.
        /// </summary>
        /// <param name="writer">The writer's tracked type.</param>
        /// <returns>Whether the objects are kept.</returns>
        internal bool TrackKept(SchemaType writer)
        {
            HasMetReferences = true;
            if (IsOfBlock)
                return true;
            if (KeptTargets == null || Array.Find(KeptTargets, kept => kept.Writer.Identity.Equals(writer.Identity)) is not { } known)
                return false;
            GraphPart part = _parts[NumberOf(writer)];
            if (known.Codec != null || part.Codec != null)
                return true;
            Codec codec = ReplaceableObject.Codec!;
            part.Codec = codec;
            part.Ordinals.Add(codec.Ordinal);
            ResolveLater(() => (part.Plan, part.Late) = codec.SplitLate(ResolveCase(codec, writer, writer.Name)));
            return true;
        }

        /// <summary>Records that the document may have kept members, which may refer to objects of each of its tracked types.</summary>
        internal void TrackAllKept()
        {
            foreach (GraphPart part in _parts)
                TrackKept(part.Writer);
        }

        /// <summary>Records that a codec reads the objects of a tracked type as values.</summary>
        /// <param name="codec">The codec.</param>
        /// <param name="writer">The writer's tracked type.</param>
        internal ValuePart TrackValue(Codec codec, SchemaType writer)
        {
            if (_values.Find(part => part.Codec == codec && part.Writer == writer) is { } known)
                return known;
            var value = new ValuePart(codec, writer, NumberOf(writer), UnknownCases);
            _values.Add(value);
            ResolveLater(() => value.Plan = Resolve(codec, writer));
            return value;
        }

        private int NumberOf(SchemaType writer) => Array.FindIndex(_parts, part => part.Writer.Identity.Equals(writer.Identity));

        /// <summary>Finds out how all tracked types are read that anything refers to.</summary>
        internal GraphPart[] ResolveTracked()
        {
            // Resolving one may add others.
            for (int i = 0; i < _waiting.Count; i++)
                _waiting[i]();
            _waiting.Clear();
            return _parts;
        }

        // Resolves with the path at the time of this call, which error messages contain.
        private void ResolveLater(Action resolve)
        {
            string[] path = _path.ToArray();
            _waiting.Add(() =>
            {
                _path.AddRange(path);
                resolve();
                _path.Clear();
            });
        }

        /// <summary>
        /// Resolves a part of the writer's type, or the whole type against a part of the reader's, if the two have different forms. Error
        /// messages contain the names of the whole types.
        /// </summary>
        internal ReadPlan? ResolveInside(Codec codec, SchemaType part, SchemaType whole, SchemaType reader)
        {
            // A collection of itself would take a value for its only element without end.
            var key = new PlanKey(codec, part);
            if (_inside.Contains(key))
                throw Mismatch(whole, reader);
            _inside.Add(key);
            (SchemaType Writer, SchemaType Reader, int Depth)? before = _whole;
            if (before?.Depth != _path.Count)
                _whole = (whole, reader, _path.Count);
            ReadPlan? plan = Resolve(codec, part);
            _whole = before;
            _inside.RemoveAt(_inside.Count - 1);
            return plan;
        }

        /// <summary>Returns the plans of the keys and the values of a map.</summary>
        /// <param name="key">The reader's keys.</param>
        /// <param name="value">The reader's values.</param>
        /// <param name="writer">The written map.</param>
        /// <param name="mayDrop">Whether entries are left out whose keys or values are of types that the reader lacks.</param>
        internal ReadPlan?[] ResolveEntries(Codec key, Codec value, SchemaType writer, out bool mayDrop)
        {
            ReadPlan? keys = Resolve(key, writer.Key!, "Keys")?.WithoutNulls(), values = Resolve(value, writer.Element!, "[]");
            mayDrop = keys is { MayDrop: true } || values is { MayDrop: true };
            return new[] { keys, values };
        }

        internal ReadPlan? Resolve(Codec codec, SchemaType writer, string step)
        {
            _path.Add(step);
            ReadPlan? plan = Resolve(codec, writer);
            _path.RemoveAt(_path.Count - 1);
            return plan;
        }

        /// <summary>Resolves objects of a class that the program lacks and replaces by another one.</summary>
        /// <param name="codec">The codec of the replacing class.</param>
        /// <param name="writer">The writer's class.</param>
        /// <param name="name">The name of the writer's class.</param>
        internal ReadPlan? ResolveCase(Codec codec, SchemaType writer, string name)
        {
            _caseName = name;
            ReadPlan? plan = Resolve(codec, writer, "<" + name + ">");
            _caseName = "";
            return plan;
        }

        /// <summary>Returns the name of the class that is being resolved if the program lacks it; otherwise an empty string.</summary>
        internal string TakeCaseName()
        {
            string name = _caseName;
            _caseName = "";
            return name;
        }

        /// <summary>Returns a plan, or null if nothing differs.</summary>
        internal ReadPlan? Make(SchemaType writer, ReadPlan?[] parts, int[] targets, int readerMembers, UnknownPart? unknown = null)
        {
            // Members that are kept may belong to the type even if the document has all of its members, some under former names.
            bool same = Check == null && unknown is not { IsPartial: true } && targets.Length == readerMembers;
            for (int i = 0; same && i < targets.Length; i++)
                same = targets[i] == i;
            foreach (ReadPlan? part in parts)
                same &= part == null;
            return same ? null : new ReadPlan(writer, parts, targets) { Check = Check, Unknown = unknown };
        }

        /// <summary>
        /// Rejects a type that has no member of the reader's type, unless it is known to be the same: by its name, or because it is a
        /// concrete type of a union, which was found by a name or a former name.
        /// </summary>
        internal void RefuseOther(SchemaType writer, SchemaType reader)
        {
            bool isAtCase = _path.Count != 0 && _path[_path.Count - 1].StartsWith('<');
            if (!isAtCase && !LastName(writer).SequenceEqual(LastName(reader)))
                throw Mismatch("The document holds " + Describe(writer) + "; this program's type is " + Describe(reader)
                    + ": they have no member in common. If it is the same type, give its members [KitbagFormerName].");
        }

        // Without the types around it and its type arguments.
        private static ReadOnlySpan<char> LastName(SchemaType type)
        {
            ReadOnlySpan<char> name = type.Name;
            int arguments = name.IndexOf('<');
            if (arguments > 0)
                name = name.Slice(0, arguments);
            return name.Slice(name.LastIndexOf('.') + 1);
        }

        internal KitbagException Mismatch(SchemaType writer, SchemaType reader)
        {
            if (_whole?.Depth == _path.Count)
                (writer, reader, _) = _whole.Value;
            return Mismatch("The document holds " + Describe(writer) + "; this program's type is " + Describe(reader)
                + ", which cannot be read from it.");
        }

        internal KitbagException Mismatch(string message)
        {
            var e = new KitbagException(KitbagErrorReason.SchemaMismatch, message, Offset());
            for (int i = _path.Count - 1; i >= 0; i--)
            {
                if (_path[i] == "[]")
                    e.InElement(-1, -1);
                else
                    e.InMember(_path[i]);
            }
            return e;
        }

        // Returns the offset in the writer's schema of the type that is being resolved: that of its member, otherwise its own, otherwise
        // that of its container.
        private int Offset()
        {
            int last = _writers.Count - 1;
            if (last > 0 && _path.Count > 0)
            {
                SchemaMember? member = Array.Find(_writers[last - 1].MemberArray,
                    m => m.Name == _path[_path.Count - 1] && m.Type == _writers[last]);
                if (member != null)
                    return Math.Max(member.Offset, 0);
            }
            while (last >= 0 && _writers[last].Offset < 0)
                last--;
            return last < 0 ? 0 : _writers[last].Offset;
        }

        private static string Describe(SchemaType type) => type.Kind switch
        {
            SchemaKind.Object => (type.IsStruct ? "the struct '" : "the class '") + KitbagException.Cut(type.Name) + "'",
            SchemaKind.Record => "the struct '" + KitbagException.Cut(type.Name) + "'",
            SchemaKind.Enum => "the enum '" + KitbagException.Cut(type.Name) + "'",
            _ => "'" + type + "'",
        };
    }
}
