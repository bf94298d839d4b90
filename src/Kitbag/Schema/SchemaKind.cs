namespace Kitbag.Schema
{
    /// <summary>Specifies the kind of a schema type. The numbers are the first byte of a type in the serialized schema.</summary>
    public enum SchemaKind : byte
    {
        /// <summary>A class or a struct, which has named members.</summary>
        Object = 1,

        /// <summary>An unmanaged struct without padding, stored as raw memory.</summary>
        Record = 2,

        /// <summary>An integer with named values.</summary>
        Enum = 3,

        /// <summary>One of several object types.</summary>
        Union = 4,

        /// <summary>A sequence of values of one type.</summary>
        Sequence = 5,

        /// <summary>A map of keys to values.</summary>
        Map = 6,

        /// <summary>A value type that can be null.</summary>
        Nullable = 7,

        /// <summary>A reference to an object with an identity.</summary>
        Reference = 8,

        /// <summary>A Boolean value.</summary>
        Boolean = 16,

        /// <summary>8 bits, signed.</summary>
        SByte = 17,

        /// <summary>8 bits, unsigned.</summary>
        Byte = 18,

        /// <summary>16 bits, signed.</summary>
        Int16 = 19,

        /// <summary>16 bits, unsigned.</summary>
        UInt16 = 20,

        /// <summary>32 bits, signed.</summary>
        Int32 = 21,

        /// <summary>32 bits, unsigned.</summary>
        UInt32 = 22,

        /// <summary>64 bits, signed.</summary>
        Int64 = 23,

        /// <summary>64 bits, unsigned.</summary>
        UInt64 = 24,

        /// <summary>128 bits, signed.</summary>
        Int128 = 25,

        /// <summary>128 bits, unsigned.</summary>
        UInt128 = 26,

        /// <summary>IEEE 754 binary16.</summary>
        Half = 27,

        /// <summary>IEEE 754 binary32.</summary>
        Single = 28,

        /// <summary>IEEE 754 binary64.</summary>
        Double = 29,

        /// <summary>96 bits, a scale by powers of ten and a sign.</summary>
        Decimal = 30,

        /// <summary>A UTF-16 code unit.</summary>
        Char = 31,

        /// <summary>A string, or null.</summary>
        String = 32,

        /// <summary>16 bytes.</summary>
        Guid = 33,

        /// <summary>Ticks of 100 ns since the year 1, and the kind.</summary>
        DateTime = 34,

        /// <summary>Ticks of the local time, and the offset from UTC in minutes.</summary>
        DateTimeOffset = 35,

        /// <summary>Ticks of 100 ns.</summary>
        TimeSpan = 36,

        /// <summary>Days since the year 1.</summary>
        DateOnly = 37,

        /// <summary>Ticks of 100 ns since midnight.</summary>
        TimeOnly = 38,
    }
}
