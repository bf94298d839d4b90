using System;
using System.Globalization;
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
            uint head = (uint)slot.Bits;
            if (_isOfText)
                head = TextComparers.Skip(ref r, head);
            CheckHead(ref r, head);
            if (head != 2)
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
            Span<uint> heads = r.Rent<uint>(values.Length);
            int total = Heads.Read(ref r, heads, _isOfText, out _);
            for (int i = 0; i < heads.Length; i++)
            {
                try
                {
                    CheckHead(ref r, heads[i]);
                }
                catch (KitbagException e)
                {
                    e.At(i);
                    throw;
                }
            }
            Span<T> elements = r.Rent<T>(total);
            ReadElements(ref r, elements, heads);
            int next = 0;
            for (int i = 0; i < values.Length; i++)
                values[i] = heads[i] == 2 ? elements[next++] : default!;
            r.Release(mark);
        }

        private void CheckHead(ref WireReader r, uint head)
        {
            if (head > 2)
                throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "Found a collection of " + (head - 1).ToString(CultureInfo.InvariantCulture) + " elements where one '" + _codec.Schema
                    + "' is expected.");
            if (head < 2 && default(T) is not null)
                throw head == 0
                    ? NullValues.Error(ref r, _codec.Schema)
                    : r.Error(KitbagErrorReason.SchemaMismatch,
                        "Found a collection without elements where one '" + _codec.Schema + "' is expected.");
        }

        private void ReadElements(ref WireReader r, Span<T> elements, ReadOnlySpan<uint> heads)
        {
            try
            {
                _codec.ReadColumnByPlan(ref r, elements, Part);
            }
            catch (KitbagException e)
            {
                if (heads.IsEmpty)
                    e.InElement(0, -1);
                else
                    Heads.Locate(e, heads);
                throw;
            }
        }
    }
}
