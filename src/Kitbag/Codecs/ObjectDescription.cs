using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>The members of an object, as described by generated code, in one chain of calls.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed partial class ObjectDescription
    {
        private int _size;
        private readonly List<int> _initialized = new List<int>(), _constant = new List<int>();
        // The migrations of members; may be shorter than the list of members.
        private Migration[]?[]? _migrations;
        private Dictionary<PlanKey, MigrationSet?>? _sets;

        internal List<string> Names { get; } = new List<string>();

        internal List<Codec> Codecs { get; } = new List<Codec>();

        internal List<string[]> FormerNames { get; } = new List<string[]>();

        // Null if no attribute of another serializer specifies a name.
        internal List<string?> OtherNames { get; } = new List<string?>();

        /// <summary>The member that holds unknown members; -1 if there is none.</summary>
        internal int Unknown => Codecs.FindIndex(codec => codec.HoldsUnknown);

        internal List<int> Required { get; } = new List<int>();

        /// <summary>Whether a new object contains only default values and constants, with the exception of some members.</summary>
        internal bool IsPredictable { get; private set; }

        /// <summary>Determines the values of members that may be non-default in a new object; null if there are none.</summary>
        internal InitialSlots? InitialSlots { get; private set; }

        /// <summary>What the type was in older documents.</summary>
        internal TypeOrigin Origin { get; private set; } = TypeOrigin.None;

        /// <summary>Adds the members in wire order.</summary>
        /// <param name="names">Their names, separated by spaces.</param>
        /// <param name="codecs">The codecs of their types.</param>
        public ObjectDescription Add(string names, params Codec[] codecs)
        {
            Names.AddRange(Words.Split(names, ' '));
            Codecs.AddRange(codecs);
            foreach (Codec _ in codecs)
            {
                FormerNames.Add(Array.Empty<string>());
                OtherNames.Add(null);
            }
            return this;
        }

        /// <summary>Adds the next member in wire order; its name may contain any characters.</summary>
        internal void AddOne(string name, Codec codec)
        {
            Names.Add(name);
            Codecs.Add(codec);
            FormerNames.Add(Array.Empty<string>());
            OtherNames.Add(null);
        }

        /// <summary>
        /// Declares that the type derives from another class, or had other names. Called by generated code, because <c>Type.BaseType</c>
        /// adds 330 KB of reflection to a program that is compiled by NativeAOT.
        /// </summary>
        /// <param name="isDerived">Whether it derives from another class.</param>
        /// <param name="formerNames">The former names.</param>
        public ObjectDescription Derive(bool isDerived, params string[] formerNames)
        {
            Origin = new TypeOrigin(formerNames, isDerived);
            return this;
        }

        /// <summary>Declares the former names of a member.</summary>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="names">The former names.</param>
        public ObjectDescription AddFormer(int member, params string[] names)
        {
            FormerNames[member] = names;
            return this;
        }

        /// <summary>
        /// Declares the name of a member in an attribute of another serializer. Older documents may contain this name; it is used if no
        /// member has it as its own or former name.
        /// </summary>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="name">The name.</param>
        public ObjectDescription Rename(int member, string name)
        {
            OtherNames[member] = name;
            return this;
        }

        /// <summary>Declares the migrations of a member.</summary>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="migrations">The program's methods, in order of declaration.</param>
        public ObjectDescription Migrate(int member, params Migration[] migrations)
        {
            if (_migrations == null || _migrations.Length <= member)
                Array.Resize(ref _migrations, member + 1);
            _migrations[member] = migrations;
            return this;
        }

        private Migration[]? MigrationsOf(int member) =>
            _migrations != null && member < _migrations.Length ? _migrations[member] : null;

        /// <summary>The migrations of a member that a document has under a name; null if there are none.</summary>
        internal MigrationSet? MigrationsOf(int member, string name)
        {
            if (MigrationsOf(member) is not { } all)
                return null;
            // Any object of this description that is never replaced.
            lock (FormerNames)
            {
                var key = new PlanKey(name, "", member);
                _sets ??= new Dictionary<PlanKey, MigrationSet?>();
                if (!_sets.TryGetValue(key, out MigrationSet? set))
                {
                    bool isOnly = !HasName(member, name);
                    Migration[] some = Array.FindAll(all, m => m.From == name || (m.From.Length == 0 && !isOnly));
                    _sets.Add(key, set = some.Length == 0 ? null : new MigrationSet(some, isOnly));
                }
                return set;
            }
        }

        private bool HasName(int member, string name) =>
            Names[member] == name || OtherNames[member] == name || Array.IndexOf(FormerNames[member], name) >= 0;

        // The member that a migration creates from a member of this name; -1 if there is none.
        private int FindMigrated(string name) => _migrations == null
            ? -1
            : Array.FindIndex(_migrations, all => all != null && Array.Exists(all, migration => migration.From == name));

        private bool IsNamed(int member, string name) => Names[member] == name || Array.IndexOf(FormerNames[member], name) >= 0
            || (MigrationsOf(member) is { } all && Array.Exists(all, migration => migration.From == name));

        /// <summary>The size of an object, as the sum of the sizes of its members. Other fields of the class are not known.</summary>
        internal int Size
        {
            get
            {
                if (_size == 0)
                {
                    int size = Cost.ObjectHeader;
                    foreach (Codec codec in Codecs)
                        size += codec.ValueSize < 8 ? codec.ValueSize : Cost.Aligned(codec.ValueSize);
                    _size = Math.Max(Cost.Aligned(size), 24);
                }
                return _size;
            }
        }

        /// <summary>
        /// Declares that all members of a new object have the default of their types, except those that are declared otherwise.
        /// </summary>
        public ObjectDescription Predict()
        {
            IsPredictable = true;
            return this;
        }

        /// <summary>Declares that a member of a new object may be non-default.</summary>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="isConstant">Whether its value is always the same, and not an object.</param>
        public ObjectDescription Initialize(int member, bool isConstant)
        {
            (isConstant ? _constant : _initialized).Add(member);
            InitialSlots ??= new InitialSlots();
            return this;
        }

        /// <summary>Returns whether a member of a new object may be non-default.</summary>
        /// <param name="member">The index of the member in wire order.</param>
        /// <param name="isConstant">Whether its value is always the same.</param>
        internal bool IsInitialized(int member, out bool isConstant)
        {
            isConstant = _constant.Contains(member);
            return isConstant || _initialized.Contains(member);
        }

        /// <summary>Declares a member without which no object can be created.</summary>
        /// <param name="member">The index of the member in wire order.</param>
        public ObjectDescription Require(int member)
        {
            Required.Add(member);
            return this;
        }

        /// <summary>The codec of the member with a name in C# or, by an attribute, in JSON; null if there is none.</summary>
        internal Codec? CodecOf(string name)
        {
            int index = IndexOf(name);
            return index < 0 ? null : Codecs[index];
        }

        /// <summary>The index of the member with a name in C# or, by an attribute, in JSON; -1 if there is none.</summary>
        internal int IndexOf(string name)
        {
            int index = Names.IndexOf(name);
            return index < 0 ? OtherNames.IndexOf(name) : index;
        }

        /// <summary>The exception for JSON that lacks a member without which no object can be created.</summary>
        /// <param name="r">The reader, behind the object.</param>
        /// <param name="member">The member's name in C#.</param>
        /// <param name="name">Its name in JSON.</param>
        /// <param name="type">The type's name.</param>
        internal static KitbagException MissingRequiredMember(ref JsonReader r, string member, string name, string type) =>
            r.Error(KitbagErrorReason.SchemaMismatch,
                "The object lacks the member '" + name + "', which is required to create a '" + type + "'."
                    + (name == member ? "" : " The name of '" + member + "' is '" + name + "' in JSON"
                        + (r.Options.CaseInsensitive ? "." : "; names in other cases are found with KitbagJsonOptions.CaseInsensitive.")));

        /// <summary>The member with a name, a former name, or that of a migration; -1 if there is none.</summary>
        internal int Find(string name)
        {
            int index = Names.IndexOf(name);
            if (index < 0)
                index = FormerNames.FindIndex(former => Array.IndexOf(former, name) >= 0);
            return index >= 0 ? index : FindMigrated(name);
        }

        // Finds a member of the writer that is the same member under another name, and whether it is newer if both were kept: under the
        // current name, or behind the other one, because members that an older program has kept for longer follow those that it wrote.
        private bool FindOther(int index, string name, SchemaMember[] writers, [NotNullWhen(true)] out SchemaMember? other,
            out bool isNewer)
        {
            (other, isNewer) = (null, false);
            bool isBehind = false;
            foreach (SchemaMember writer in writers)
            {
                if (writer.Name == name)
                {
                    isBehind = true;
                }
                else if (IsNamed(index, writer.Name))
                {
                    other = writer;
                    isNewer |= isBehind || writer.Name == Names[index];
                }
            }
            return other != null;
        }

        /// <summary>
        /// Returns whether the document has a newer value of a member than a kept one. Its value under a former name is older than one that
        /// was kept under another name, which the writer did not know: that program stores only what a new object has.
        /// </summary>
        /// <param name="plan">The plan of the document's object.</param>
        /// <param name="member">The index of the member.</param>
        /// <param name="kept">The name under which it was kept.</param>
        internal bool HasNewer(ReadPlan plan, int member, string kept)
        {
            int step = plan.StepOf(member);
            return step >= 0 && plan.Writer.MemberArray[step].Name is { } name && (name == kept || name == Names[member]);
        }

        /// <summary>
        /// The member that corresponds to a writer's member of this name, by its name or a former one; -1 if there is none.
        /// </summary>
        internal int Find(string name, SchemaMember[] writers, PlanBuilder builder)
        {
            int index = Find(name);
            if (index >= 0)
            {
                if (Names[index] == name || !FindOther(index, name, writers, out SchemaMember? other, out bool isNewer))
                    return index;
                if (builder.IsOfBlock)
                    return isNewer ? -1 : index;
                throw builder.Mismatch("The document has both '" + name + "' and '" + other.Name
                    + "', which are both names of the member '" + Names[index] + "'.");
            }
            index = OtherNames.IndexOf(name);
            return index >= 0 && !Array.Exists(writers, w => w.Name == Names[index] || Array.IndexOf(FormerNames[index], w.Name) >= 0)
                ? index
                : -1;
        }
    }
}
