using System;
using System.Text;

namespace Kitbag.Json
{
    // The type discriminator of an object: a member of it, at any place.
    public ref partial struct JsonReader
    {
        /// <summary>
        /// Returns the type discriminator of the object that follows, which may be at any position among its members, or null if there is
        /// none or no object follows.
        /// </summary>
        internal string? PeekType(JsonName property, out bool isNumber)
        {
            isNumber = false;
            if (Peek() != '{')
                return null;
            int at = _at, depth = _depth;
            bool refusesSecond = _options.Duplicates == KitbagJsonDuplicates.Refuse;
            string? type = null;
            Begin((byte)'{', "an object");
            for (int i = 0; (type == null || refusesSecond) && Next(i == 0, (byte)'}', "'}'"); i++)
            {
                bool isType = Is(ReadNameBytes(out bool isPlain), isPlain, property);
                ReadColon();
                if (!isType)
                {
                    Skip();
                    continue;
                }
                if (type != null)
                    throw StandsTwice(property.Text);
                isNumber = Peek() != '"';
                type = isNumber ? ReadNumberText() : ReadText("the name of a type");
            }
            _at = at;
            _depth = depth;
            return type;
        }

        // System.Text.Json lets numbers name types, too.
        private string ReadNumberText()
        {
            int start = _at;
            SkipScalar(Peek());
            return Encoding.ASCII.GetString(_data.Slice(start, _at - start).ToArray());
        }

        /// <summary>Returns whether the object that follows has a member.</summary>
        internal bool PeekMember(ReadOnlySpan<byte> wanted)
        {
            int at = _at, depth = _depth;
            bool isThere = false;
            Begin((byte)'{', "an object");
            for (int i = 0; !isThere && Next(i == 0, (byte)'}', "'}'"); i++)
            {
                isThere = ReadNameBytes(out _).SequenceEqual(wanted);
                ReadColon();
                Skip();
            }
            _at = at;
            _depth = depth;
            return isThere;
        }

        /// <summary>
        /// Sets the name of the type discriminator of the object that follows. Returns the previous one, for <see cref="EndTag"/>.
        /// </summary>
        internal JsonName? BeginTag(JsonName tag, out int depth)
        {
            JsonName? outer = _tag;
            depth = _tagDepth;
            _tag = tag;
            _tagDepth = _depth + 1;
            _mayHaveKept |= tag.IsOfStandIn;
            return outer;
        }

        /// <summary>Restores the previous type discriminator.</summary>
        internal void EndTag(JsonName? outer, int depth)
        {
            _tag = outer;
            _tagDepth = depth;
        }

        /// <summary>
        /// Returns the class for which the object that follows is a stand-in, or null if it does not name one.
        /// </summary>
        internal string? PeekStandIn()
        {
            int at = _at, depth = _depth;
            string? name = null;
            Begin((byte)'{', "an object");
            for (int i = 0; name == null && Next(i == 0, (byte)'}', "'}'"); i++)
            {
                bool isName = ReadNameBytes(out _).SequenceEqual(StandInBytes);
                ReadColon();
                if (isName && Peek() == '"')
                    name = ReadText("the name of a class");
                else
                    Skip();
            }
            _at = at;
            _depth = depth;
            return name;
        }

        private static ReadOnlySpan<byte> StandInBytes => "$case"u8;

        /// <summary>Skips the type discriminator of the current object, if it follows.</summary>
        internal bool TryPassTag()
        {
            int at = _at;
            if (Peek() == '"' && IsType(ReadNameBytes(out bool isPlain), isPlain))
            {
                ReadColon();
                Skip();
                return true;
            }
            _at = at;
            return false;
        }

        private readonly bool IsType(ReadOnlySpan<byte> name, bool isPlain) =>
            name.SequenceEqual("$type"u8) || (_tag != null && _depth == _tagDepth
                && (Is(name, isPlain, _tag) || (_tag.IsOfStandIn && name.SequenceEqual(StandInBytes))));

        // Names that attributes specify may be written with escapes, as System.Text.Json writes all but ASCII. An escaped $ makes a name
        // data: keys of dictionaries that have a name of the syntax of graphs are written in this way.
        private readonly bool Is(ReadOnlySpan<byte> name, bool isPlain, JsonName wanted) => name.SequenceEqual(wanted.Bytes)
            || (!isPlain && !wanted.Text.StartsWith('$') && Decode(name) == wanted.Text);
    }
}
