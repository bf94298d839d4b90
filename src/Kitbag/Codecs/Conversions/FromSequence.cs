using System;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads what was written as a collection of one as what is in it. Null and a collection of none are null, where the reader's type
    /// has that.
    /// </summary>
    /// <typeparam name="T">The reader's type.</typeparam>
    internal sealed class FromSequence<T> : ConvertingPlan<T>
    {
        private readonly Codec<T> _codec;
        private readonly bool _isOfText;

        public FromSequence(Codec<T> codec, SchemaType writer, ReadPlan? part)
            : base(writer, new[] { part })
        {
            _codec = codec;
            _isOfText = writer.Element!.Kind == SchemaKind.String;
        }

        public override T ReadSlot(ref WireReader r, in SlotValue slot)
        {
            uint prefix = (uint)slot.Bits;
            if (_isOfText)
                prefix = Comparers.Skip(ref r, prefix);
            CheckPrefix(ref r, prefix);
            if (prefix != 2)
                return default!;
            ScratchMark mark = r.Mark();
            Span<T> one = r.Rent<T>(1);
            ReadElements(ref r, one, default);
            T value = one[0];
            r.Release(mark);
            return value;
        }

        public override void ReadColumn(ref WireReader r, Span<T> values)
        {
            ScratchMark mark = r.Mark();
            Span<uint> prefixes = r.Rent<uint>(values.Length);
            int total = LengthPrefixes.Read(ref r, prefixes, _isOfText, out _);
            for (int i = 0; i < prefixes.Length; i++)
            {
                try
                {
                    CheckPrefix(ref r, prefixes[i]);
                }
                catch (KitbagException e)
                {
                    e.At(i);
                    throw;
                }
            }
            Span<T> elements = r.Rent<T>(total);
            ReadElements(ref r, elements, prefixes);
            int next = 0;
            for (int i = 0; i < values.Length; i++)
                values[i] = prefixes[i] == 2 ? elements[next++] : default!;
            r.Release(mark);
        }

        private void CheckPrefix(ref WireReader r, uint prefix)
        {
            if (prefix > 2)
                throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "Found a collection of " + (prefix - 1).ToString(CultureInfo.InvariantCulture) + " elements where one '" + _codec.Schema
                    + "' is expected.");
            if (prefix < 2 && default(T) is not null)
                throw prefix == 0
                    ? NullValues.Error(ref r, _codec.Schema)
                    : r.Error(KitbagErrorReason.SchemaMismatch,
                        "Found a collection without elements where one '" + _codec.Schema + "' is expected.");
        }

        private void ReadElements(ref WireReader r, Span<T> elements, ReadOnlySpan<uint> prefixes)
        {
            try
            {
                _codec.ReadColumnByPlan(ref r, elements, Part);
            }
            catch (KitbagException e)
            {
                if (prefixes.IsEmpty)
                    e.InElement(0, -1);
                else
                    LengthPrefixes.Locate(e, prefixes);
                throw;
            }
        }
    }
}
