using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>The names of an object's members in JSON, as described by generated code, in the order in which they are written.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonMembers
    {
        private readonly List<string> _names = new List<string>();
        private readonly List<bool> _isFixed = new List<bool>();
        private readonly List<Omission> _omission = new List<Omission>();
        private readonly List<KeyValuePair<string, int>> _former = new List<KeyValuePair<string, int>>();
        private readonly List<string> _migrated = new List<string>();
        private readonly List<string> _skipped = new List<string>();
        private readonly List<string> _skippedFixed = new List<string>();
        private readonly JsonNames?[] _byNaming = new JsonNames?[3];
        private bool? _refusesUnknown;
        private bool _keepsUnknown;
        private bool _hasNew = true;

        /// <summary>Adds the next members.</summary>
        /// <param name="names">Their names in C#, separated by spaces. The naming policy of the options is applied to them.</param>
        public JsonMembers Add(string names)
        {
            foreach (string name in Words.Split(names, ' '))
                Add(name, false);
            return this;
        }

        /// <summary>Adds the next member.</summary>
        /// <param name="name">Its name in JSON, regardless of the options.</param>
        public JsonMembers AddFixed(string name) => Add(name, true);

        private JsonMembers Add(string name, bool isFixed)
        {
            _names.Add(name);
            _isFixed.Add(isFixed);
            _omission.Add(Omission.ByOptions);
            return this;
        }

        /// <summary>Specifies that the last added member is always written.</summary>
        public JsonMembers Keep() => SetLast(Omission.Never);

        /// <summary>
        /// Specifies that the last added member is omitted if it is the default of its type, regardless of the options, unless it has
        /// another value in a new object.
        /// </summary>
        public JsonMembers OmitDefault() => SetLast(Omission.Default);

        private JsonMembers SetLast(Omission omission)
        {
            _omission[_omission.Count - 1] = omission;
            return this;
        }

        /// <summary>
        /// Specifies that no new object can be created to determine which defaults need not be written, so that no member is omitted.
        /// </summary>
        public JsonMembers KeepDefaults()
        {
            _hasNew = false;
            for (int i = 0; i < _omission.Count; i++)
            {
                if (_omission[i] == Omission.ByOptions)
                    _omission[i] = Omission.Never;
            }
            return this;
        }

        /// <summary>
        /// Specifies that no new object can be created, but that those members whose omission the options determine are the default of
        /// their type in an object that is read without them.
        /// </summary>
        public JsonMembers KnowDefaults()
        {
            _hasNew = false;
            return this;
        }

        /// <summary>Gets a value indicating whether a new object can be created to determine which members are restored.</summary>
        internal bool HasNew => _hasNew;

        /// <summary>Gets a value indicating whether options may omit any member.</summary>
        internal bool MayOmit => _omission.Contains(Omission.ByOptions);

        /// <summary>
        /// Gets a value indicating whether a member is omitted regardless of the options, and a new object can be created to determine
        /// whether that restores it.
        /// </summary>
        internal bool MayLose => _hasNew && _omission.Contains(Omission.Default);

        /// <summary>Specifies that members are never omitted which have another value than the default in a new object.</summary>
        /// <param name="ofNew">For each member, the name that recorded whether it is the default of its type in a new object.</param>
        internal void KeepReplaced(JsonName[] ofNew)
        {
            for (int i = 0; i < ofNew.Length; i++)
            {
                if (_omission[i] == Omission.Default && !ofNew[i].WasDefault)
                    _omission[i] = Omission.Never;
            }
            Array.Clear(_byNaming, 0, _byNaming.Length);
        }

        /// <summary>Returns the names for writers that omit defaults.</summary>
        /// <param name="names">The names for other writers.</param>
        /// <param name="ofNew">For each member, the name that recorded whether it is the default of its type in a new object; null if it is
        /// known to be.</param>
        internal JsonName[] Omitting(JsonName[] names, JsonName[]? ofNew)
        {
            var omitting = new JsonName[names.Length];
            for (int i = 0; i < names.Length; i++)
                omitting[i] = _omission[i] == Omission.ByOptions && ofNew?[i].WasDefault != false ? names[i].Omitting() : names[i];
            return omitting;
        }

        private enum Omission
        {
            ByOptions,
            Default,
            Never,
        }

        /// <summary>Adds a former name of the last added member.</summary>
        /// <param name="name">The name in JSON, regardless of the options.</param>
        public JsonMembers AddFormer(string name)
        {
            _former.Add(new KeyValuePair<string, int>(name, _names.Count - 1));
            return this;
        }

        /// <summary>
        /// Adds a name of an old member from which a migration creates a member: <see cref="JsonMemberReader.Index"/> is then the number of
        /// all members plus 1 plus the number of such names added before.
        /// </summary>
        /// <param name="name">The name in JSON, regardless of the options.</param>
        public JsonMembers AddMigrated(string name)
        {
            _migrated.Add(name);
            return this;
        }

        /// <summary>Adds names of properties and fields that the type has, but never reads. They are skipped, not unknown.</summary>
        /// <param name="names">Their names in C#, separated by spaces. The naming policy of the options is applied to them.</param>
        public JsonMembers AddSkipped(string names)
        {
            _skipped.AddRange(Words.Split(names, ' '));
            return this;
        }

        /// <summary>Adds the name of a property or field that the type has, but never reads.</summary>
        /// <param name="name">Its name in JSON, regardless of the options.</param>
        public JsonMembers AddSkippedFixed(string name)
        {
            _skippedFixed.Add(name);
            return this;
        }

        /// <summary>Specifies that unknown members are an error, regardless of the options.</summary>
        public void RefuseUnknown() => _refusesUnknown = true;

        /// <summary>Specifies that unknown members are skipped, regardless of the options.</summary>
        public void SkipUnknown() => _refusesUnknown = false;

        /// <summary>
        /// Specifies that unknown members are kept, regardless of the options: <see cref="JsonMemberReader.Next"/> stops at each of them,
        /// with an index after those of the names, and it must be read with <see cref="JsonUnknownMembers.Add"/>.
        /// </summary>
        public void KeepUnknown() => _keepsUnknown = true;

        /// <summary>Gets the number of members.</summary>
        internal int Count => _names.Count;

        /// <summary>Gets the number of names of migrations.</summary>
        internal int MigratedCount => _migrated.Count;

        /// <summary>Returns the name of a migration.</summary>
        /// <param name="index">Its index: the number of all members plus 1 plus the number of such names added before.</param>
        internal string MigratedNameOf(int index) => _migrated[index - _names.Count - 1];

        /// <summary>Gets or sets for each name of a migration the index of the member that it creates, or -1.</summary>
        internal int[] MigratedMembers { get; set; } = Array.Empty<int>();

        /// <summary>Returns the name that a member has in JSON.</summary>
        /// <param name="member">Its name in C#.</param>
        /// <param name="options">The options.</param>
        internal string NameOf(string member, KitbagJsonOptions options)
        {
            int index = _names.FindIndex(name => (NameInCode?.Invoke(name) ?? name) == member);
            return index < 0 ? member : For(options).All[index].Text;
        }

        /// <summary>Returns the name of a member as it was added.</summary>
        internal string NameOf(int index) => _names[index];

        /// <summary>
        /// Gets or sets a function that returns the name in C# of a member with a name that is used regardless of the options, or null.
        /// </summary>
        internal Func<string, string?>? NameInCode { get; set; }

        /// <summary>Gets or sets a value indicating whether the class keeps unknown members for other programs.</summary>
        internal bool MayHaveKept { get; set; }

        internal JsonNames For(KitbagJsonOptions options) => _byNaming[(int)options.Naming] ?? Make(options.Naming);

        private Dictionary<string, int>? FormerNames(KitbagJsonNaming naming)
        {
            if (_former.Count == 0 && _migrated.Count == 0)
                return null;
            var names = new Dictionary<string, int>(StringComparer.Ordinal);
            for (int i = 0; i < _migrated.Count; i++)
            {
                names[_migrated[i]] = _names.Count + 1 + i;
                names[Naming.Apply(_migrated[i], naming)] = _names.Count + 1 + i;
            }
            foreach (KeyValuePair<string, int> former in _former)
            {
                names[former.Key] = former.Value;
                names[Naming.Apply(former.Key, naming)] = former.Value;
            }
            return names;
        }

        // No name by which a member is found anyway.
        private Dictionary<string, int>? NamesInCode(string[] names, Dictionary<string, int>? former, KitbagJsonNaming naming)
        {
            Dictionary<string, int>? others = null;
            for (int i = 0; i < names.Length; i++)
            {
                if (!_isFixed[i] || NameInCode?.Invoke(_names[i]) is not { } name)
                    continue;
                foreach (string one in new[] { Naming.Apply(name, naming), name })
                {
                    if (Array.IndexOf(names, one) < 0 && former?.ContainsKey(one) != true)
                        (others ??= new Dictionary<string, int>(StringComparer.Ordinal)).TryAdd(one, i);
                }
            }
            return others;
        }

        private JsonNames Make(KitbagJsonNaming naming)
        {
            var names = new string[_names.Count];
            for (int i = 0; i < names.Length; i++)
                names[i] = _isFixed[i] ? _names[i] : Naming.Apply(_names[i], naming);
            Dictionary<string, int>? former = FormerNames(naming);
            var made = new JsonNames(names, former)
            {
                InCode = NamesInCode(names, former, naming),
                MayHaveKept = MayHaveKept,
                RefusesUnknown = _refusesUnknown,
                KeepsUnknown = _keepsUnknown,
                Migrated = MigratedMembers,
                Skipped = _skipped.Count + _skippedFixed.Count == 0
                    ? Array.Empty<string>()
                    : _skipped.Select(name => Naming.Apply(name, naming)).Concat(_skippedFixed).ToArray(),
            };
            for (int i = 0; i < names.Length; i++)
            {
                if (_omission[i] == Omission.Default)
                    made.All[i] = made.All[i].Omitting();
            }
            return _byNaming[(int)naming] = made;
        }
    }
}
