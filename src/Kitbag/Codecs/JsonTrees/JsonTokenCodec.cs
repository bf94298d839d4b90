using System;
using System.ComponentModel;
using System.Globalization;
using System.Text;

namespace Kitbag.Codecs
{
    /// <summary>
    /// A type of another library that contains any JSON, such as Newtonsoft's JToken: its text. Generated code calls that library.
    /// </summary>
    /// <typeparam name="T">The type that contains JSON.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class JsonTokenCodec<T> : JsonTreeCodec<T>
        where T : class
    {
        /// <summary>The maximum nesting depth of texts for <see cref="FromText"/>.</summary>
        protected const int Depth = MaxDepth;

        /// <summary>The value for null in JSON.</summary>
        protected virtual T? Null => null;

        /// <summary>Returns the text of a value.</summary>
        /// <param name="value">The value, not null.</param>
        protected abstract string ToText(T value);

        /// <summary>Returns the value of a text.</summary>
        /// <param name="text">The text of any JSON.</param>
        protected abstract T FromText(string text);

        // The objects that Newtonsoft.Json creates: for each value, an object with five references, a box, and an entry in a list that
        // grows by doubling; for each object and array, a collection as well; for each name, an object. A long string is one value.
        private protected sealed override long CostOf(string text)
        {
            long cost = CostOfOne + 4L * text.Length;
            foreach (char c in text)
                cost += c switch { ',' => 125, ':' => 270, '[' => 180, '{' => 230, _ => 0 };
            return cost;
        }

        private protected sealed override T OfNull => Null!;

        private protected sealed override ReadOnlySpan<byte> TextOf(T value)
        {
            string text = ToText(value);
            try
            {
                return Utf8.GetBytes(text);
            }
            catch (EncoderFallbackException)
            {
                return Utf8.GetBytes(EscapeHalves(text));
            }
        }

        // An unpaired surrogate in a string can only be written as an escape.
        private static string EscapeHalves(string text)
        {
            var escaped = new StringBuilder(text.Length + 16);
            for (int i = 0; i < text.Length; i++)
            {
                if (!char.IsSurrogate(text[i]))
                    escaped.Append(text[i]);
                else if (i + 1 < text.Length && char.IsSurrogatePair(text[i], text[i + 1]))
                    escaped.Append(text[i]).Append(text[++i]);
                else
                    escaped.Append("\\u").Append(((int)text[i]).ToString("x4", CultureInfo.InvariantCulture));
            }
            return escaped.ToString();
        }

        /// <inheritdoc/>
        protected sealed override T FromSurrogate(string surrogate) => FromText(surrogate);

        private protected sealed override T Parse(ReadOnlySpan<byte> text) => FromText(Utf8.GetString(text));
    }
}
