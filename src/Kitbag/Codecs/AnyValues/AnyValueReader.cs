using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Creates the value of an <see cref="object"/> from the arrays that are stored.</summary>
    internal sealed class AnyValueReader
    {
        private static readonly object s_false = false, s_true = true;

        private readonly AnyValueKinds _kinds;
        private int _type, _byte, _integer, _real, _text;

        /// <param name="kinds">The supported types.</param>
        public AnyValueReader(AnyValueKinds kinds)
        {
            _kinds = kinds;
        }

        public byte[]? Types { get; init; }

        public byte[]? Bytes { get; init; }

        public long[]? Integers { get; init; }

        public double[]? Reals { get; init; }

        public string?[]? Texts { get; init; }

        /// <summary>Creates the value.</summary>
        /// <param name="r">The reader, whose budget is charged.</param>
        /// <exception cref="KitbagException">The arrays are inconsistent, or a value has a type that this program does not
        /// have.</exception>
        public object Read(ref WireReader r)
        {
            object? value = Read(ref r, 0);
            if (_type != Length(Types) || _byte != Length(Bytes) || _integer != Length(Integers) || _real != Length(Reals)
                || _text != Length(Texts))
                throw Malformed("more data than its values need");
            return value!;
        }

        private long NextInteger() => Next(Integers, ref _integer, "integers");

        private static int Length(Array? array) => array == null ? 0 : array.Length;

        private static T Next<T>(T[]? array, ref int at, string what) =>
            at < Length(array) ? array![at++] : throw Malformed("fewer " + what + " than its values need");

        private static KitbagException Malformed(string what) =>
            new KitbagException(KitbagErrorReason.Malformed, "A value of type object has " + what + ".");

        private object? Read(ref WireReader r, int depth)
        {
            byte type = Next(Types, ref _type, "types");
            switch (type)
            {
                case AnyValueKinds.Null:
                    return null;
                case AnyValueKinds.False:
                    return s_false;
                case AnyValueKinds.True:
                    return s_true;
                case AnyValueKinds.Bytes:
                    return ReadBytes(ref r);
                case AnyValueKinds.List or AnyValueKinds.Map or AnyValueKinds.MapWithComparer:
                    if (depth >= AnyValueWriter.MaxDepth)
                        throw new KitbagException(KitbagErrorReason.LimitExceeded, "Lists and maps in a value of type object nest deeper "
                            + "than " + AnyValueWriter.MaxDepth.ToString(CultureInfo.InvariantCulture) + " levels.");
                    return type == AnyValueKinds.List ? ReadList(ref r, depth + 1)
                        : ReadMap(ref r, depth + 1, type == AnyValueKinds.MapWithComparer);
                case (byte)SchemaKind.String:
                    return Next(Texts, ref _text, "strings") ?? throw Malformed("a string that is null");
                case (byte)SchemaKind.Double:
                    r.Charge(Cost.ObjectHeader + sizeof(double));
                    return Next(Reals, ref _real, "floating point numbers");
                default:
                    return ReadIntegers(ref r, type);
            }
        }

        private object ReadIntegers(ref WireReader r, byte type)
        {
            AnyValueKind kind = _kinds.Of(type) ?? throw new KitbagException(KitbagErrorReason.NotSupported,
                "A value of type object holds a value of type " + type.ToString(CultureInfo.InvariantCulture)
                + ", which is unknown to this runtime or version of Kitbag.");
            r.Charge(kind.BoxSize);
            long first = NextInteger(), second = kind.Integers > 1 ? NextInteger() : 0;
            try
            {
                return kind.Read(first, second);
            }
            catch (Exception e) when (e is OverflowException or ArgumentException)
            {
                throw new KitbagException(KitbagErrorReason.OutOfRange,
                    "A value of type object holds a number that is not a '" + TypeText.Of(kind.Case.Codec.Type) + "'.", -1, e);
            }
        }

        // Each element needs at least one byte of types, so a count is limited by the available data.
        private int NextCount(int available)
        {
            long count = NextInteger();
            return count >= 0 && count <= available ? (int)count : throw Malformed("a count that exceeds its data");
        }

        private byte[] ReadBytes(ref WireReader r)
        {
            int count = NextCount(Length(Bytes) - _byte);
            r.Charge(Cost.ArrayHeader + count);
            byte[] bytes = count == 0 ? Array.Empty<byte>() : Bytes.AsSpan(_byte, count).ToArray();
            _byte += count;
            return bytes;
        }

        private List<object?> ReadList(ref WireReader r, int depth)
        {
            int count = NextCount(Length(Types) - _type);
            Cost cost = Cost.List<object>();
            r.Charge(cost.Each + (long)count * cost.PerElement);
            var list = new List<object?>(count);
            for (int i = 0; i < count; i++)
                list.Add(Read(ref r, depth));
            return list;
        }

        private Dictionary<string, object?> ReadMap(ref WireReader r, int depth, bool hasComparer)
        {
            StringComparer? comparer = null;
            if (hasComparer && (comparer = TextComparers.OfNumber(NextInteger())) == null)
                throw Malformed("a map with a comparer that this version does not know");
            if (r.Limits.IgnoreComparers)
                comparer = null;
            int count = NextCount(Math.Min(Length(Types) - _type, Length(Texts) - _text));
            Cost cost = Cost.Dictionary<string, object>();
            r.Charge(cost.Each + count * ((long)cost.PerElement + 2 * Cost.Reference));
            var keys = new string[count];
            var values = new object?[count];
            for (int i = 0; i < count; i++)
            {
                keys[i] = Next(Texts, ref _text, "strings")!;
                values[i] = Read(ref r, depth);
            }
            return Entries.NewDictionary<string, object?>(keys, values, false, comparer, r.KeyWork);
        }
    }
}
