using System;
using System.Globalization;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads a collection of one element as its element. Null and an empty collection become null, if the reader's type has null.
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
            uint prefix = OnePrefixes.Of(ref r, slot, _isOfText, _codec.Schema, default(T) is null);
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
            int total = OnePrefixes.Read(ref r, prefixes, _isOfText, _codec.Schema, default(T) is null);
            Span<T> elements = r.Rent<T>(total);
            ReadElements(ref r, elements, prefixes);
            int next = 0;
            for (int i = 0; i < values.Length; i++)
                values[i] = prefixes[i] == 2 ? elements[next++] : default!;
            r.Release(mark);
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
    /// <summary>Length prefixes of collections of one, or of none.</summary>
    internal static class OnePrefixes
    {
        /// <summary>Returns the prefix in a row.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="slot">The slot.</param>
        /// <param name="isOfText">Whether comparers may be specified.</param>
        /// <param name="reader">The reader's type.</param>
        /// <param name="hasNull">Whether the reader's type has null.</param>
        /// <exception cref="KitbagException">The collection has more elements, or none although the type has no null.</exception>
        public static uint Of(ref WireReader r, in SlotValue slot, bool isOfText, SchemaType reader, bool hasNull)
        {
            uint prefix = (uint)slot.Bits;
            if (isOfText)
                prefix = Comparers.Skip(ref r, prefix);
            Check(ref r, prefix, reader, hasNull);
            return prefix;
        }

        /// <summary>Reads the prefixes of a column; returns the number of elements.</summary>
        /// <inheritdoc cref="Of"/>
        public static int Read(scoped ref WireReader r, Span<uint> prefixes, bool isOfText, SchemaType reader, bool hasNull)
        {
            int total = LengthPrefixes.Read(ref r, prefixes, isOfText, out _), i = 0;
            try
            {
                for (; i < prefixes.Length; i++)
                    Check(ref r, prefixes[i], reader, hasNull);
            }
            catch (KitbagException e)
            {
                e.At(i);
                throw;
            }
            return total;
        }

        private static void Check(scoped ref WireReader r, uint prefix, SchemaType reader, bool hasNull)
        {
            if (prefix > 2)
                throw r.Error(KitbagErrorReason.SchemaMismatch,
                    "Found a collection of " + (prefix - 1).ToString(CultureInfo.InvariantCulture) + " elements where one '" + reader
                    + "' is expected.");
            if (prefix < 2 && !hasNull)
                throw prefix == 0
                    ? NullValues.Error(ref r, reader)
                    : r.Error(KitbagErrorReason.SchemaMismatch,
                        "Found an empty collection where a single '" + reader + "' is expected.");
        }
    }
}
