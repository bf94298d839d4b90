using System;
using System.Collections;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Represent the values of a document while it is edited or written as JSON: scalars are boxed values of C# types; lists and maps are
    // collections of the framework.

    /// <summary>An object of a class.</summary>
    internal sealed class ObjectValue
    {
        public ObjectValue(IMembersCodec codec, MemberValues members)
        {
            Codec = codec;
            Members = members;
        }

        public IMembersCodec Codec { get; }

        public MemberValues Members { get; set; }

        /// <summary>The values, to be changed.</summary>
        public object?[] Boxes
        {
            get
            {
                if (Members.Boxes == null)
                    Members = new MemberValues(Members.ToBoxes(Codec.Type.MemberArray.Length));
                return Members.Boxes!;
            }
        }
    }

    /// <summary>A struct.</summary>
    internal readonly struct StructValue : IEquatable<StructValue>
    {
        public StructValue(MemberValues members, int count)
        {
            Members = members;
            Count = count;
        }

        public MemberValues Members { get; }

        /// <summary>The number of members.</summary>
        public int Count { get; }

        // Structs that are keys of a map are compared by their contents.
        public bool Equals(StructValue other)
        {
            bool areSame = Count == other.Count;
            for (int i = 0; i < Count && areSame; i++)
                areSame = StructuralComparisons.StructuralEqualityComparer.Equals(Members[i], other.Members[i]);
            return areSame;
        }

        public override bool Equals(object? obj) => obj is StructValue other && Equals(other);

        public override int GetHashCode()
        {
            uint hash = 0;
            for (int i = 0; i < Count; i++)
            {
                object? value = Members[i];
                hash = hash * 31 + (value == null ? 0 : (uint)StructuralComparisons.StructuralEqualityComparer.GetHashCode(value));
            }
            return (int)hash;
        }
    }

    /// <summary>A record: its memory image, which may stand among those of others; without one all bytes are 0.</summary>
    internal readonly struct RecordValue : IEquatable<RecordValue>
    {
        private readonly byte[]? _images;

        public RecordValue(byte[] images, int offset, int size)
        {
            _images = images;
            Offset = offset;
            Size = size;
        }

        /// <summary>Gets the bytes that contain the memory image, if there is one.</summary>
        public byte[]? Images => _images;

        public int Offset { get; }

        public int Size { get; }

        public ReadOnlySpan<byte> Image => new ReadOnlySpan<byte>(_images, Offset, Size);

        public bool Equals(RecordValue other) => Image.SequenceEqual(other.Image);

        public override bool Equals(object? obj) => obj is RecordValue other && Equals(other);

        public override int GetHashCode()
        {
            uint hash = 0;
            foreach (byte one in Image)
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
