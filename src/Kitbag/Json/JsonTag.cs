using System.Globalization;

namespace Kitbag.Json
{
    /// <summary>Represents the type discriminator of an object: a name and a value, encoded once.</summary>
    internal sealed class JsonTag
    {
        // A bit for each naming.
        private int _checked;

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

        /// <summary>Whether the names of the object's members, which depend on the naming, are known to differ from this one.</summary>
        public bool IsChecked(KitbagJsonNaming naming) => (_checked & (1 << (int)naming)) != 0;

        /// <summary>Records that they differ.</summary>
        public void SetChecked(KitbagJsonNaming naming) => _checked |= 1 << (int)naming;
    }
}
