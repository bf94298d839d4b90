using System;
using System.Collections.Generic;
using System.Numerics;

namespace Kitbag.TestCases
{
    // Fields and properties are mixed on purpose.

    public enum Level : byte { None, Low, High = 200 }

    public enum Signed : sbyte { Minus = -5, Zero = 0, Plus = 5 }

    public enum Short : short { A = -30000, B = 30000 }

    public enum UShort : ushort { A, B = 60000 }

    public enum Plain { Zero, One, Two, Far = 1_000_000, Below = -7 }

    public enum UInt : uint { A, B = 4_000_000_000 }

    public enum Long : long { A = long.MinValue, Zero = 0, B = long.MaxValue }

    public enum ULong : ulong { Zero, B = ulong.MaxValue }

    public struct Vec3 : IEquatable<Vec3>
    {
        public float X, Y, Z;

        public readonly bool Equals(Vec3 other) => X.Equals(other.X) && Y.Equals(other.Y) && Z.Equals(other.Z);

        public override readonly bool Equals(object? obj) => obj is Vec3 other && Equals(other);

        public override readonly int GetHashCode() => X.GetHashCode();
    }

    public struct Segment
    {
        public Vec3 From;
        public Vec3 To { get; set; }
        public Plain Kind;
        public int Id { get; set; }
    }

    public struct Padded
    {
        public byte Small;
        public long Large;
        public bool Flag;
    }

    public struct Label
    {
        public string? Text { get; set; }
        public int Size;
        public Vec3 At;
    }

    public class Empty
    {
    }

    public abstract class Identified
    {
        public int Id { get; set; }
        public string? Name;
    }

    public class Named : Identified
    {
    }

    public class Derived : Identified
    {
        public double Weight { get; set; } = 1.5;
        public Level Level;
    }

    public class Item
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public int Count = 1;
        public float Durability { get; set; }
        public Level Level { get; set; }
        public string? Note { get; set; }
        public Label Label;
        public Label? Extra { get; set; }
        public Vec3? Place;
        public int? Target { get; set; }
        public bool? Maybe { get; set; }
        public DateTime? When;
        public Named? Owner { get; set; }
    }

    public class Zone
    {
        public string? Name { get; set; }
        public float[]? Heights;
        public List<Item?>? Items { get; set; }
        public Dictionary<string, int>? Flags { get; set; }
        public Dictionary<Plain, List<string?>>? Lists;
        public HashSet<int>? Set { get; set; }
        public List<List<int>?>? Nested { get; set; }
        public byte[]? Blob;
        public Segment[]? Path { get; set; }
    }

    public class World
    {
        public string? Name { get; set; }
        public DateTime SavedAt { get; set; }
        public List<Zone>? Zones { get; set; }
        public Segment Home;
        public Guid Id { get; set; }
        public TimeSpan Played;
    }

    public class Envelope
    {
        public bool IsInternal { get; set; }
        public DateTime TimeStamp { get; set; }
        public Guid MessageId { get; set; }
        public string? Header { get; set; }
        public Guid From { get; set; }
        public Guid To { get; set; }
        public Dictionary<string, string>? KeyValuePairs { get; set; }
    }

    public class Everything
    {
        public bool Boolean;
        public byte Byte;
        public sbyte SByte { get; set; }
        public short Int16;
        public ushort UInt16 { get; set; }
        public int Int32;
        public uint UInt32 { get; set; }
        public long Int64;
        public ulong UInt64 { get; set; }
        public float Single;
        public double Double { get; set; }
        public decimal Decimal;
        public char Char { get; set; }
        public string? String;
        public Guid Guid { get; set; }
        public DateTime DateTime;
        public DateTimeOffset DateTimeOffset { get; set; }
        public TimeSpan TimeSpan;
        public Level Level { get; set; }
        public Long Long;
        public bool? NullableBoolean { get; set; }
        public byte? NullableByte;
        public long? NullableInt64 { get; set; }
        public double? NullableDouble;
        public decimal? NullableDecimal { get; set; }
        public Guid? NullableGuid;
        public Level? NullableLevel { get; set; }
        public Padded? NullablePadded;
        public Vec3? NullableVec3 { get; set; }
        public Vector2 Vector2;
        public Vector4 Vector4 { get; set; }
        public Quaternion Quaternion;
        public Matrix4x4 Matrix { get; set; }
        public Padded Padded;
        public Segment Segment { get; set; }
        public int[]? Array;
        public string?[]? Strings { get; set; }
    }

    public class Response<T>
    {
        public int Status { get; set; }
        public T? Body { get; set; }
        public List<T>? More;
    }
}
