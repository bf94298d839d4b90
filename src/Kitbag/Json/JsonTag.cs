using System.Globalization;

namespace Kitbag.Json
{
    /// <summary>Represents the type discriminator of an object: a name and a value, encoded once.</summary>
    internal sealed class JsonTag
    {
        /// <param name="property">The name.</param>
        /// <param name="value">The value.</param>
        /// <param name="isNumber">Whether the value is a number, not a string.</param>
        public JsonTag(JsonName property, string value, bool isNumber)
        {
            Property = property;
            Value = new JsonName(value);
            Number = isNumber ? long.Parse(value, CultureInfo.InvariantCulture) : (long?)null;
        }

        public JsonName Property { get; }

        public JsonName Value { get; }

        public long? Number { get; }
    }
}
