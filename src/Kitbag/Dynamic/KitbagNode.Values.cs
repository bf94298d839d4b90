using System;
using System.Globalization;
using System.Numerics;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    public readonly partial struct KitbagNode
    {
        /// <summary>
        /// Gets a scalar as an object of its C# type, or null for any other node. An enum is returned as its integer, a Half as a float, an
        /// Int128 as a BigInteger, a DateOnly as a DateTime, and a TimeOnly as a TimeSpan.
        /// </summary>
        public object? Value
        {
            get
            {
                if (Kind != KitbagNodeKind.Value)
                    return null;
                try
                {
                    return Scalars.Box(_column!, _index);
                }
                catch (KitbagException e)
                {
                    throw Document.Place(e, _place, _column);
                }
            }
        }

        /// <summary>Gets a value indicating whether the value may be of any type, because it is declared as <c>object</c>.</summary>
        internal bool MayBeAny
        {
            get
            {
                SchemaType declared = DeclaredType.Kind == SchemaKind.Nullable ? DeclaredType.Element! : DeclaredType;
                return declared.IsAny || declared.IsAnyUnion;
            }
        }

        /// <summary>Gets the union that the value was found in.</summary>
        internal UnionPlace Union => _union;

        /// <summary>
        /// Gets the name that the type of the value has among those of a union, or null if the value is of no union, or of a type that
        /// members declared as <c>object</c> have without registration.
        /// </summary>
        internal string? CaseName => _union.Name;

        /// <summary>Gets the name of an enum value, or the names of its flags separated by <c>|</c>, or null if there is none.</summary>
        public string? EnumName => Kind == KitbagNodeKind.Value && Type.Kind == SchemaKind.Enum
            ? ScalarText.EnumName(Type, (long)_column!.BitsAt(_index).Low)
            : null;

        /// <summary>Gets the value of a bool.</summary>
        /// <exception cref="KitbagException">The value is not a bool.</exception>
        public bool GetBoolean() => Value is bool value ? value : throw Other("bool");

        /// <summary>Gets the value of a string, which may be null.</summary>
        /// <exception cref="KitbagException">The value is not a string.</exception>
        public string? GetString() => IsNull && DeclaredType.Kind == SchemaKind.String ? null
            : Value as string ?? throw Other("string");

        /// <summary>Gets the value of an integer, an enum or a char.</summary>
        /// <exception cref="KitbagException">The value is of another type, or outside the range of long.</exception>
        public long GetInt64()
        {
            object? value = Value;
            if (value is char unit)
                return unit;
            if (value is BigInteger big && big >= long.MinValue && big <= long.MaxValue)
                return (long)big;
            return value is sbyte or byte or short or ushort or int or uint or long or ulong and <= long.MaxValue
                ? Convert.ToInt64(value, CultureInfo.InvariantCulture)
                : throw Other("integer of 64 bits");
        }

        /// <summary>Gets the value of a non-negative integer.</summary>
        /// <exception cref="KitbagException">The value is of another type, or is negative.</exception>
        public ulong GetUInt64() => Value is ulong value ? value
            : GetInt64() is >= 0 and var number ? (ulong)number : throw Other("integer that is not negative");

        /// <summary>Gets the value of any number; for a large integer or a decimal, the nearest double.</summary>
        /// <exception cref="KitbagException">The value is not a number.</exception>
        public double GetDouble() => Value is BigInteger big ? (double)big
            : IsNumber(Value) ? Convert.ToDouble(Value, CultureInfo.InvariantCulture) : throw Other("number");

        /// <summary>Gets the value of any number that a decimal can represent.</summary>
        /// <exception cref="KitbagException">The value is not such a number.</exception>
        public decimal GetDecimal()
        {
            try
            {
                return Value is BigInteger big ? (decimal)big
                    : IsNumber(Value) ? Convert.ToDecimal(Value, CultureInfo.InvariantCulture) : throw Other("number");
            }
            catch (OverflowException)
            {
                throw Other("number within the range of decimal");
            }
        }

        /// <summary>Gets the value of a Guid.</summary>
        /// <exception cref="KitbagException">The value is not a Guid.</exception>
        public Guid GetGuid() => Value is Guid value ? value : throw Other("Guid");

        /// <summary>Gets the value of a DateTime or a DateOnly.</summary>
        /// <exception cref="KitbagException">The value is of another type.</exception>
        public DateTime GetDateTime() => Value is DateTime value ? value : throw Other("DateTime");

        /// <summary>Gets the value of a DateTimeOffset.</summary>
        /// <exception cref="KitbagException">The value is of another type.</exception>
        public DateTimeOffset GetDateTimeOffset() => Value is DateTimeOffset value ? value : throw Other("DateTimeOffset");

        /// <summary>Gets the value of a TimeSpan or a TimeOnly.</summary>
        /// <exception cref="KitbagException">The value is of another type.</exception>
        public TimeSpan GetTimeSpan() => Value is TimeSpan value ? value : throw Other("TimeSpan");

        /// <summary>
        /// Returns a scalar as a C# literal: <c>"a\nb"</c>, <c>1.5f</c>, <c>0.10m</c>, enums by name, times in ISO 8601. For lists, maps
        /// and objects, returns the type and the count: <c>Item[3]</c>.
        /// </summary>
        public override string ToString()
        {
            if (_document == null)
                return "";
            try
            {
                return Kind switch
                {
                    KitbagNodeKind.Null => "null",
                    KitbagNodeKind.Value => ScalarText.Of(_column!, _index),
                    KitbagNodeKind.List => WithCount(TypeName),
                    KitbagNodeKind.Map => TypeName + "[" + Count.ToString(CultureInfo.InvariantCulture) + "]",
                    _ => TypeName,
                };
            }
            catch (KitbagException e)
            {
                throw Document.Place(e, _place, _column);
            }
        }

        private string WithCount(string name)
        {
            if (_column is GridColumn grid)
                return name.Substring(0, name.LastIndexOf('[') + 1) + string.Join(",", grid.Lengths) + "]";
            int at = name.LastIndexOf("[]", StringComparison.Ordinal);
            return name.Substring(0, at + 1) + Count.ToString(CultureInfo.InvariantCulture) + name.Substring(at + 1);
        }

        private static bool IsNumber(object? value) =>
            value is sbyte or byte or short or ushort or int or uint or long or ulong or float or double or decimal;

        private KitbagException Other(string expected) => Document.Place(new KitbagException(KitbagErrorReason.SchemaMismatch,
            "Expected a value of type " + expected + ", found " + (Kind == KitbagNodeKind.Value ? TypeName + " " : "") + ToString() + "."),
            _place);
    }
}
