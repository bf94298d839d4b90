using System;
using System.Globalization;
using System.Numerics;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    public readonly partial struct KitbagNode
    {
        /// <summary>
        /// A scalar as an object of its C# type; null for all else. An enum is its integer, a Half a float, an Int128 a BigInteger, a
        /// DateOnly a DateTime, a TimeOnly a TimeSpan.
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
                    throw Document.Place(e, _place);
                }
            }
        }

        /// <summary>The name of an enum's value, or the names of its flags with <c>|</c> between them; null where there is none.</summary>
        public string? EnumName => Kind == KitbagNodeKind.Value && Type.Kind == SchemaKind.Enum
            ? ScalarText.EnumName(Type, (long)_column!.BitsAt(_index).Low)
            : null;

        /// <summary>The value of a bool.</summary>
        /// <exception cref="KitbagException">It is none.</exception>
        public bool GetBoolean() => Value is bool value ? value : throw Other("bool");

        /// <summary>The value of a string, or null.</summary>
        /// <exception cref="KitbagException">It is no string.</exception>
        public string? GetString() => IsNull && DeclaredType.Kind == SchemaKind.String ? null
            : Value as string ?? throw Other("string");

        /// <summary>The value of an integer, an enum or a char.</summary>
        /// <exception cref="KitbagException">It is none, or too large for a long.</exception>
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

        /// <summary>The value of an integer that is not negative.</summary>
        /// <exception cref="KitbagException">It is none, or negative.</exception>
        public ulong GetUInt64() => Value is ulong value ? value
            : GetInt64() is >= 0 and var number ? (ulong)number : throw Other("integer that is not negative");

        /// <summary>The value of any number; of a large integer or a decimal the nearest double.</summary>
        /// <exception cref="KitbagException">It is no number.</exception>
        public double GetDouble() => Value is BigInteger big ? (double)big
            : IsNumber(Value) ? Convert.ToDouble(Value, CultureInfo.InvariantCulture) : throw Other("number");

        /// <summary>The value of any number that a decimal can hold.</summary>
        /// <exception cref="KitbagException">It is none.</exception>
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

        /// <summary>The value of a Guid.</summary>
        /// <exception cref="KitbagException">It is none.</exception>
        public Guid GetGuid() => Value is Guid value ? value : throw Other("Guid");

        /// <summary>The value of a DateTime, or of a DateOnly.</summary>
        /// <exception cref="KitbagException">It is none.</exception>
        public DateTime GetDateTime() => Value is DateTime value ? value : throw Other("DateTime");

        /// <summary>The value of a DateTimeOffset.</summary>
        /// <exception cref="KitbagException">It is none.</exception>
        public DateTimeOffset GetDateTimeOffset() => Value is DateTimeOffset value ? value : throw Other("DateTimeOffset");

        /// <summary>The value of a TimeSpan, or of a TimeOnly.</summary>
        /// <exception cref="KitbagException">It is none.</exception>
        public TimeSpan GetTimeSpan() => Value is TimeSpan value ? value : throw Other("TimeSpan");

        /// <summary>
        /// Scalars as C# writes them: <c>"a\nb"</c>, <c>1.5f</c>, <c>0.10m</c>, enums by name, times in ISO 8601. Of lists, maps and
        /// objects the type and how much there is: <c>Item[3]</c>.
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
                throw Document.Place(e, _place);
            }
        }

        private string WithCount(string name)
        {
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
