using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Codecs
{
    /// <summary>Splits the value of an <see cref="object"/> into the arrays that are stored.</summary>
    internal sealed class AnyValueWriter
    {
        /// <summary>The maximum nesting of lists and maps: each level uses a part of the stack.</summary>
        public const int MaxDepth = 256;

        private readonly List<byte> _types = new List<byte>();
        private List<byte>? _bytes;
        private List<long>? _integers;
        private List<double>? _reals;
        private List<string?>? _texts;

        private readonly AnyValueKinds _kinds;

        private AnyValueWriter(AnyValueKinds kinds)
        {
            _kinds = kinds;
        }

        /// <summary>Gets the numbers of the types, in the order in which a walk visits the values.</summary>
        public byte[] Types => _types.ToArray();

        /// <summary>Gets the bytes of values that are byte arrays, or null if there are none.</summary>
        public byte[]? Bytes => _bytes?.ToArray();

        /// <summary>Gets the integers, including values that are stored as integers, or null if there are none.</summary>
        public long[]? Integers => _integers?.ToArray();

        /// <summary>Gets the 64-bit floating-point numbers, or null if there are none.</summary>
        public double[]? Reals => _reals?.ToArray();

        /// <summary>Gets strings and the keys of maps, or null if there are none.</summary>
        public string?[]? Texts => _texts?.ToArray();

        /// <summary>Splits a value that is not null.</summary>
        /// <param name="value">The value.</param>
        /// <param name="kinds">The supported types.</param>
        /// <exception cref="KitbagException">The type of a value is not supported, or lists and maps are nested too deeply.</exception>
        public static AnyValueWriter Of(object value, AnyValueKinds kinds)
        {
            var tree = new AnyValueWriter(kinds);
            tree.Add(value, 0);
            return tree;
        }

        private void Add(long integer) => (_integers ??= new List<long>()).Add(integer);

        private void Add(object? value, int depth)
        {
            if (value is null)
            {
                _types.Add(AnyValueKinds.Null);
                return;
            }
            AnyValueKind kind = _kinds.Of(value) ?? throw AnyValueKinds.NotHeld(value);
            switch (kind.Number)
            {
                case AnyValueKinds.True:
                    _types.Add((bool)value ? AnyValueKinds.True : AnyValueKinds.False);
                    break;
                case AnyValueKinds.Bytes:
                    _types.Add(kind.Number);
                    Add(((byte[])value).Length);
                    (_bytes ??= new List<byte>()).AddRange((byte[])value);
                    break;
                case AnyValueKinds.List:
                    Descend(depth);
                    _types.Add(kind.Number);
                    AddElements((List<object?>)value, depth + 1);
                    break;
                case AnyValueKinds.Map:
                    Descend(depth);
                    AddEntries((Dictionary<string, object?>)value, depth + 1);
                    break;
                case (byte)Schema.SchemaKind.String:
                    _types.Add(kind.Number);
                    (_texts ??= new List<string?>()).Add((string)value);
                    break;
                case (byte)Schema.SchemaKind.Double:
                    _types.Add(kind.Number);
                    (_reals ??= new List<double>()).Add((double)value);
                    break;
                default:
                    _types.Add(kind.Number);
                    kind.Write(_integers ??= new List<long>(), value);
                    break;
            }
        }

        private void AddElements(List<object?> list, int depth)
        {
            Add(list.Count);
            foreach (object? element in list)
                Add(element, depth);
        }

        private void AddEntries(Dictionary<string, object?> map, int depth)
        {
            byte comparer = TextComparers.NumberOfHashed(map.Comparer);
            _types.Add(comparer == 0 ? AnyValueKinds.Map : AnyValueKinds.MapWithComparer);
            if (comparer != 0)
                Add(comparer);
            Add(map.Count);
            foreach (KeyValuePair<string, object?> entry in map)
            {
                (_texts ??= new List<string?>()).Add(entry.Key);
                Add(entry.Value, depth);
            }
        }

        private static void Descend(int depth)
        {
            if (depth >= MaxDepth)
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "Lists and maps in a value of type object nest deeper than " + MaxDepth.ToString(CultureInfo.InvariantCulture)
                    + " levels. Does one contain itself?");
        }
    }
}
