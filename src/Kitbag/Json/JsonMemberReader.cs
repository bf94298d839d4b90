using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Kitbag.Json
{
    /// <summary>Reads the names of the members of an object. Used by generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public struct JsonMemberReader
    {
        private readonly JsonNames _names;
        // The names that may follow without a search.
        private JsonName[] _expected;
        private readonly HashSet<int>? _seen;
        // Determines the next member if it is not the one that follows in the text; otherwise null.
        private readonly JsonMemberSource? _source;
        // Only for types that keep unknown members and have former names.
        private JsonNewest? _newest;
        private bool _isInside;

        /// <summary>
        /// Gets a value indicating whether an object that is populated must get all required members, like a new one. Used by generated
        /// code.
        /// </summary>
        public bool IsWhole { get; }

        /// <param name="names">The names of the object's members.</param>
        /// <param name="refusesDuplicates">Whether a member that occurs twice is an error.</param>
        /// <param name="isInside">Whether a part of the object was already read, so that a comma follows.</param>
        /// <param name="isWhole">The value of <see cref="IsWhole"/>; an object initializer would copy the reader (bench/:
        /// json-boot).</param>
        internal JsonMemberReader(JsonNames names, bool refusesDuplicates, bool isInside = false, bool isWhole = false)
        {
            _names = names;
            _expected = refusesDuplicates ? names.Nowhere : names.All;
            _seen = refusesDuplicates ? new HashSet<int>() : null;
            _isInside = isInside;
            _newest = null;
            _source = null;
            IsWhole = isWhole;
            Index = -1;
        }

        /// <summary>
        /// Reads the name of a member and its value, an entry of a dictionary, as if they were the members of an object.
        /// </summary>
        /// <param name="r">The reader.</param>
        /// <param name="names">The names of the object's members.</param>
        /// <param name="keyIsText">Whether a key that is not a name is a JSON string.</param>
        /// <exception cref="KitbagException">The members have other names in JSON.</exception>
        internal static JsonMemberReader OfEntry(ref JsonReader r, JsonNames names, bool keyIsText)
        {
            JsonName[] both = JsonForm.Pair.For(r.Options).All;
            int key = names.Find(both[0].Text, false), value = names.Find(both[1].Text, false);
            if (key < 0 || value < 0)
                throw r.Unexpected("an array");
            return new JsonMemberReader(names, new Entry(key, value, !keyIsText));
        }

        internal JsonMemberReader(JsonNames names, JsonMemberSource source, bool isInside = false, bool isWhole = false)
        {
            _names = names;
            _expected = names.Nowhere;
            _seen = null;
            _isInside = isInside;
            _newest = null;
            _source = source;
            IsWhole = isWhole;
            Index = -1;
        }

        /// <summary>Gets the index of the member, in order of the names.</summary>
        public int Index { get; private set; }

        /// <summary>Moves to the next member that the type has, before its value.</summary>
        /// <param name="r">The reader.</param>
        /// <returns>Whether there is one.</returns>
        /// <exception cref="KitbagException">The text is malformed, or the options reject its contents.</exception>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool Next(ref JsonReader r)
        {
            if (!r.TryEndObject())
                return Find(ref r);
            Index = -1;
            return false;
        }

        /// <summary>
        /// Moves to the next member if it is the expected one, as it nearly always is; if not, <see cref="Next"/> must be called.
        /// </summary>
        /// <param name="r">The reader, behind a value.</param>
        /// <param name="index">The index of the expected member, which follows the one that was read.</param>
        /// <returns>Whether the reader is positioned before its value.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public bool IsNext(ref JsonReader r, int index)
        {
            if (r.TryPass(_expected[index]))
                return true;
            Index = index - 1;
            return false;
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool Find(ref JsonReader r)
        {
            bool isFirst = !_isInside, isFormer = false;
            _isInside = true;
            if (_names.MayRepeat)
                _newest ??= new JsonNewest(r.Position, isFirst);
            if (_source != null)
            {
                Index = _source.Next(ref r, _names, Index, isFirst);
                return Index >= 0;
            }
            if (isFirst && _expected.Length != 0 && r.TryPassName(_expected[0]))
            {
                Index = 0;
                return true;
            }
            Index = _newest == null
                ? r.NextMember(_names, Index + 1, isFirst)
                : _newest.Next(ref r, _names, Index + 1, isFirst, out isFormer);
            if (_newest is { IsSearching: true })
                _expected = _names.Nowhere;
            if (_seen != null && (uint)Index < (uint)_names.All.Length && !_seen.Add(isFormer ? ~Index : Index))
                throw r.StandsTwice(_names.All[Index].Text);
            return Index >= 0;
        }

        /// <summary>
        /// Returns whether a member is present, but is read only when all objects are complete. Called by generated code.
        /// </summary>
        /// <param name="index">The index of the member, in order of the names.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public readonly bool IsDeferred(int index) => _source != null && _source.IsDeferred(index);

        private sealed class Entry : JsonMemberSource
        {
            private readonly int _key, _value;
            // Whether the name is a quoted value, such as a number, and not itself a string.
            private readonly bool _isQuoted;
            private bool _isInside;

            public Entry(int key, int value, bool isQuoted)
            {
                _key = key;
                _value = value;
                _isQuoted = isQuoted;
            }

            public override int Next(ref JsonReader r, JsonNames names, int index, bool isFirst)
            {
                if (_isInside && index != _key)
                    return -1;
                if (_isQuoted && !r.TryPassQuote())
                    throw r.Unexpected("a key in quotes");
                if (_isInside)
                    r.ReadColon();
                int next = _isInside ? _value : _key;
                _isInside = true;
                return next;
            }
        }
    }
}
