using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Buffers;

namespace Kitbag.Json
{
    /// <summary>A member's name, encoded once.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonName
    {
        // The first and the last eight bytes of the comma and what is quoted; of fewer both times all.
        private readonly ulong _first, _last, _mask, _lastMask;
        private readonly int _lastAt;

        internal JsonName(string name)
        {
            Text = name;
            var quoted = new byte[name.Length * 6 + 16];
            quoted[0] = (byte)'"';
            int length = 1 + StringText.Write(name.AsSpan(), ref quoted[1]);
            quoted[length++] = (byte)'"';
            quoted[length++] = (byte)':';
            Quoted = quoted.AsSpan(0, length).ToArray();
            Length = length;
            Literal = new byte[(length + 16) & ~15];
            Literal[0] = (byte)',';
            Quoted.CopyTo(Literal, 1);
            LeastRoom = Math.Max(length + 1, 8);
            // Zeros follow short names.
            _lastAt = Math.Max(length - 7, 0);
            _first = LittleEndian.Load64(ref Literal[0]);
            _last = LittleEndian.Load64(ref Literal[_lastAt]);
            _mask = length < 7 ? (1UL << (length + 1) * 8) - 1 : ulong.MaxValue;
            _lastMask = _lastAt == 0 ? _mask & ~0xFFUL : ulong.MaxValue;
        }

        /// <summary>Whether the member is left out where it is the default of its type.</summary>
        internal bool OmitsDefault { get; private set; }

        /// <summary>Whether it only asks which members of a new object are defaults, and nothing is to be written.</summary>
        internal bool IsQuestion { get; private set; }

        /// <summary>Of a question: whether the member was a default.</summary>
        internal bool WasDefault { get; private set; }

        /// <summary>Whether names only ask which members of a new object are defaults. For generated code.</summary>
        /// <param name="names">The names of an object's members.</param>
        public static bool AreQuestions(JsonName[] names) => names.Length != 0 && names[0].IsQuestion;

        /// <summary>The name for writers that leave out defaults.</summary>
        internal JsonName Omitting() => new JsonName(this) { OmitsDefault = true };

        /// <summary>The name by which <see cref="WasDefault"/> is found out.</summary>
        internal JsonName Question() => new JsonName(this) { OmitsDefault = true, IsQuestion = true };

        private JsonName(JsonName other)
        {
            (_first, _last, _mask, _lastMask, _lastAt) = (other._first, other._last, other._mask, other._lastMask, other._lastAt);
            (Text, Quoted, Length, Literal, LeastRoom) = (other.Text, other.Quoted, other.Length, other.Literal, other.LeastRoom);
        }

        /// <summary>Whether a member is left out.</summary>
        /// <param name="isDefault">Whether it is the default of its type.</param>
        internal bool Omits(bool isDefault)
        {
            if (IsQuestion)
                WasDefault = isDefault;
            return isDefault || IsQuestion;
        }

        private JsonName()
        {
            Text = "";
            Quoted = Literal = Array.Empty<byte>();
            LeastRoom = int.MaxValue;
        }

        /// <summary>A name that no text goes on with.</summary>
        internal static JsonName Never { get; } = new JsonName();

        /// <summary>The name.</summary>
        public string Text { get; }

        /// <summary>Quotes and colon with it.</summary>
        internal byte[] Quoted { get; }

        /// <summary>How many bytes <see cref="Quoted"/> has.</summary>
        internal int Length { get; }

        /// <summary>A comma before it, which may become a bracket, and zeros up to a multiple of 16 bytes.</summary>
        internal byte[] Literal { get; }

        /// <summary>How many bytes there have to be, from the comma on, to ask <see cref="Follows"/> and <see cref="Stands"/>.</summary>
        internal int LeastRoom { get; }

        /// <summary>Whether a text goes on with a comma and <see cref="Quoted"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal bool Follows(ref byte text)
        {
            ulong other = ((LittleEndian.Load64(ref text) ^ _first)
                | (LittleEndian.Load64(ref Unsafe.Add(ref text, _lastAt)) ^ _last)) & _mask;
            return other == 0 && (_lastAt <= 8 || IsSameBetween(ref text));
        }

        /// <summary>Whether a text goes on with <see cref="Quoted"/> after one byte, whatever that is.</summary>
        internal bool Stands(ref byte before)
        {
            ulong other = ((LittleEndian.Load64(ref before) ^ _first) & _mask & ~0xFFUL)
                | ((LittleEndian.Load64(ref Unsafe.Add(ref before, _lastAt)) ^ _last) & _lastMask);
            return other == 0 && (_lastAt <= 8 || IsSameBetween(ref before));
        }

        private bool IsSameBetween(ref byte text)
        {
            for (int i = 8; i < _lastAt; i += 8)
            {
                if (LittleEndian.Load64(ref Unsafe.Add(ref text, i)) != LittleEndian.Load64(ref Literal[i]))
                    return false;
            }
            return true;
        }

        /// <summary>The bytes between the quotes.</summary>
        internal ReadOnlySpan<byte> Bytes => Quoted.AsSpan(1, Quoted.Length - 3);
    }

    /// <summary>The names of an object's members in JSON, as generated code tells them, in the order in which they are written.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class JsonMembers
    {
        private readonly List<string> _names = new List<string>();
        private readonly List<bool> _isFixed = new List<bool>();
        private readonly List<Omission> _omission = new List<Omission>();
        private readonly List<KeyValuePair<string, int>> _former = new List<KeyValuePair<string, int>>();
        private readonly JsonNames?[] _byNaming = new JsonNames?[3];
        private bool? _refusesUnknown;
        private bool _keepsUnknown;

        /// <summary>Adds the next members.</summary>
        /// <param name="names">Their names in C#, a space between two, to which the naming of the options is applied.</param>
        public JsonMembers Add(string names)
        {
            foreach (string name in names.Split(' '))
                Add(name, false);
            return this;
        }

        /// <summary>Adds the next member.</summary>
        /// <param name="name">Its name in JSON, whatever the options say.</param>
        public JsonMembers AddFixed(string name) => Add(name, true);

        private JsonMembers Add(string name, bool isFixed)
        {
            _names.Add(name);
            _isFixed.Add(isFixed);
            _omission.Add(Omission.ByOptions);
            return this;
        }

        /// <summary>Says that the member added last is always written.</summary>
        public JsonMembers Keep() => SetLast(Omission.Never);

        /// <summary>Says that the member added last is left out where it is the default of its type, whatever the options say.</summary>
        public JsonMembers OmitDefault() => SetLast(Omission.Default);

        private JsonMembers SetLast(Omission omission)
        {
            _omission[_omission.Count - 1] = omission;
            return this;
        }

        /// <summary>Says that no new object can be made by which to know the defaults that come back, so that options omit none.</summary>
        public JsonMembers KeepDefaults()
        {
            for (int i = 0; i < _omission.Count; i++)
            {
                if (_omission[i] == Omission.ByOptions)
                    _omission[i] = Omission.Never;
            }
            return this;
        }

        /// <summary>Whether options have any member left out.</summary>
        internal bool MayOmit => _omission.Contains(Omission.ByOptions);

        /// <summary>The names for writers that leave out defaults.</summary>
        /// <param name="names">The names for other writers.</param>
        /// <param name="ofNew">For each member whether it is the default of its type in a new object, as its name was asked.</param>
        internal JsonName[] Omitting(JsonName[] names, JsonName[] ofNew)
        {
            var omitting = new JsonName[names.Length];
            for (int i = 0; i < names.Length; i++)
                omitting[i] = _omission[i] == Omission.ByOptions && ofNew[i].WasDefault ? names[i].Omitting() : names[i];
            return omitting;
        }

        private enum Omission
        {
            ByOptions,
            Default,
            Never,
        }

        /// <summary>Adds a name that the member added last had in older texts.</summary>
        /// <param name="name">The name, in JSON and whatever the options say.</param>
        public JsonMembers AddFormer(string name)
        {
            _former.Add(new KeyValuePair<string, int>(name, _names.Count - 1));
            return this;
        }

        /// <summary>Says that a member which the type does not have is an error, whatever the options say.</summary>
        public void RefuseUnknown() => _refusesUnknown = true;

        /// <summary>Says that members which the type does not have are passed over, whatever the options say.</summary>
        public void SkipUnknown() => _refusesUnknown = false;

        /// <summary>
        /// Says that members which the type does not have are kept, whatever the options say: <see cref="JsonMemberReader.Next"/> stops at
        /// each, with an index behind those of the names, and it is to be read by <see cref="JsonUnknownMembers.Add"/>.
        /// </summary>
        public void KeepUnknown() => _keepsUnknown = true;

        /// <summary>The name of a member as it was added.</summary>
        internal string NameOf(int index) => _names[index];

        internal JsonNames For(KitbagJsonOptions options) => _byNaming[(int)options.Naming] ?? Make(options.Naming);

        private Dictionary<string, int>? FormerNames(KitbagJsonNaming naming)
        {
            if (_former.Count == 0)
                return null;
            var names = new Dictionary<string, int>(StringComparer.Ordinal);
            foreach (KeyValuePair<string, int> former in _former)
            {
                names[former.Key] = former.Value;
                names[Naming.Apply(former.Key, naming)] = former.Value;
            }
            return names;
        }

        private JsonNames Make(KitbagJsonNaming naming)
        {
            var names = new string[_names.Count];
            for (int i = 0; i < names.Length; i++)
                names[i] = _isFixed[i] ? _names[i] : Naming.Apply(_names[i], naming);
            var made = new JsonNames(names, FormerNames(naming))
            {
                RefusesUnknown = _refusesUnknown,
                KeepsUnknown = _keepsUnknown,
            };
            for (int i = 0; i < names.Length; i++)
            {
                if (_omission[i] == Omission.Default)
                    made.All[i] = made.All[i].Omitting();
            }
            return _byNaming[(int)naming] = made;
        }
    }

    /// <summary>Names that are looked up by the bytes of JSON.</summary>
    internal sealed class JsonNames
    {
        private readonly short[] _slots;
        private readonly Dictionary<string, int>? _former;
        private Dictionary<string, int>? _ignoringCase;
        private JsonName[]? _nowhere;

        public JsonNames(string[] names, Dictionary<string, int>? former)
        {
            _former = former;
            All = new JsonName[names.Length];
            int size = 4;
            while (size < names.Length * 2)
                size *= 2;
            _slots = new short[size];
            for (int i = 0; i < names.Length; i++)
            {
                All[i] = new JsonName(names[i]);
                if (Find(All[i].Bytes) >= 0)
                    throw new KitbagException(KitbagErrorReason.NotSupported,
                        "Two members have the name '" + names[i] + "' in JSON. "
                        + "Rename one, or give it another name with [JsonPropertyName].");
                int slot = Slot(All[i].Bytes);
                while (_slots[slot] != 0)
                    slot = (slot + 1) & (size - 1);
                _slots[slot] = (short)(i + 1);
            }
        }

        public JsonName[] All { get; }

        /// <summary>As many names as there are, none of which a text has: with them every member is looked for.</summary>
        public JsonName[] Nowhere => _nowhere ??= Enumerable.Repeat(JsonName.Never, All.Length).ToArray();

        /// <summary>The names for writers that leave out defaults; null until they are asked for.</summary>
        public JsonName[]? Omitting { get; set; }

        public bool HasFormer => _former != null;

        /// <summary>Whether a member that is none of them is an error; null where the options tell.</summary>
        public bool? RefusesUnknown { get; init; }

        /// <summary>Whether a member that is none of them is given out like a member, before its name.</summary>
        public bool KeepsUnknown { get; init; }

        /// <summary>The index of the name that has these bytes between its quotes, or -1.</summary>
        public int Find(ReadOnlySpan<byte> bytes)
        {
            for (int slot = Slot(bytes); _slots[slot] != 0; slot = (slot + 1) & (_slots.Length - 1))
            {
                int i = _slots[slot] - 1;
                if (All[i].Bytes.SequenceEqual(bytes))
                    return i;
            }
            return -1;
        }

        /// <summary>The index of a name, or -1.</summary>
        public int Find(string name, bool ignoreCase)
        {
            for (int i = 0; i < All.Length; i++)
            {
                if (All[i].Text == name)
                    return i;
            }
            if (_former != null && _former.TryGetValue(name, out int index))
                return index;
            return ignoreCase && IgnoringCase().TryGetValue(name, out index) ? index : -1;
        }

        private Dictionary<string, int> IgnoringCase()
        {
            if (_ignoringCase == null)
            {
                var names = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
                for (int i = 0; i < All.Length; i++)
                    names.TryAdd(All[i].Text, i);
                if (_former != null)
                {
                    foreach (KeyValuePair<string, int> former in _former)
                        names.TryAdd(former.Key, former.Value);
                }
                _ignoringCase = names;
            }
            return _ignoringCase;
        }

        private int Slot(ReadOnlySpan<byte> bytes)
        {
            ref byte first = ref MemoryMarshal.GetReference(bytes);
            ulong hash = (ulong)bytes.Length;
            if (bytes.Length >= 8)
            {
                hash ^= LittleEndian.Load64(ref first) ^ LittleEndian.Load64(ref Unsafe.Add(ref first, bytes.Length - 8)) * 31;
            }
            else
            {
                for (int i = 0; i < bytes.Length; i++)
                    hash = hash * 257 + Unsafe.Add(ref first, i);
            }
            return (int)((hash * 0x9E3779B97F4A7C15) >> 40) & (_slots.Length - 1);
        }
    }
}
