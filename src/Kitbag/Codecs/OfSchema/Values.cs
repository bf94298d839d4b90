using System;
using System.Collections;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // What the values of a document are while it is edited, or written as JSON: scalars are those of C#, in boxes; lists and maps those of
    // the framework.

    /// <summary>An object of a class: the values of its members in wire order.</summary>
    internal sealed class ObjectValue
    {
        public ObjectValue(IMembersCodec codec, object?[] values)
        {
            Codec = codec;
            Values = values;
        }

        public IMembersCodec Codec { get; }

        public object?[] Values { get; }
    }

    /// <summary>A struct; without values all of them are the defaults of their types.</summary>
    internal readonly struct StructValue : IEquatable<StructValue>
    {
        public StructValue(object?[]? values) => Values = values;

        public object?[]? Values { get; }

        // As keys of a map structs are told apart by what they hold.
        public bool Equals(StructValue other) => StructuralComparisons.StructuralEqualityComparer.Equals(Values, other.Values);

        public override bool Equals(object? obj) => obj is StructValue other && Equals(other);

        public override int GetHashCode() => Values == null ? 0 : StructuralComparisons.StructuralEqualityComparer.GetHashCode(Values);
    }

    /// <summary>A record: its memory image; without one all bytes are 0.</summary>
    internal readonly struct RecordValue : IEquatable<RecordValue>
    {
        public RecordValue(byte[]? image) => Image = image;

        public byte[]? Image { get; }

        public bool Equals(RecordValue other) => Image.AsSpan().SequenceEqual(other.Image);

        public override bool Equals(object? obj) => obj is RecordValue other && Equals(other);

        public override int GetHashCode()
        {
            uint hash = 0;
            foreach (byte one in Image ?? Array.Empty<byte>())
                hash = (hash ^ one) * 16777619;
            return (int)hash;
        }
    }

    /// <summary>A value of a union that is not of classes alone: which of its types it has.</summary>
    internal sealed class UnionValue
    {
        public UnionValue(uint number, object? value)
        {
            Number = number;
            Value = value;
        }

        /// <summary>1 + the place of its type.</summary>
        public uint Number { get; }

        public object? Value { get; set; }
    }

    /// <summary>A list of strings with a comparer, or a list that is tracked.</summary>
    internal sealed class ItemList<T> : List<T>
    {
        public StringComparer? Comparer { get; set; }
    }

    /// <summary>A map with strings as keys, or one that is tracked.</summary>
    internal sealed class ItemMap<TKey> : Dictionary<TKey, object?>
        where TKey : notnull
    {
        public ItemMap(int capacity, IEqualityComparer<TKey>? comparer)
            : base(capacity, comparer)
        {
        }

        /// <summary>The comparer that the document names.</summary>
        public StringComparer? Named { get; set; }
    }

    /// <summary>The codec of objects with members.</summary>
    internal interface IMembersCodec
    {
        SchemaType Type { get; }
    }

    internal enum AnySByte : sbyte
    {
    }

    internal enum AnyByte : byte
    {
    }

    internal enum AnyInt16 : short
    {
    }

    internal enum AnyUInt16 : ushort
    {
    }

    internal enum AnyInt32
    {
    }

    internal enum AnyUInt32 : uint
    {
    }

    internal enum AnyInt64 : long
    {
    }

    internal enum AnyUInt64 : ulong
    {
    }
}
