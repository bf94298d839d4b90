using System;
using System.ComponentModel;
using System.Text;
using Kitbag.Buffers;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// JSON that a program keeps unparsed or as a tree: stored as a string, its text without white space and comments; in JSON as the value
    /// itself. Strings and numbers are copied unchanged, so that nothing is lost that .NET types cannot represent.
    /// </summary>
    /// <typeparam name="T">The type that contains JSON.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract partial class JsonTreeCodec<T> : SurrogateCodec<T, string>
    {
        // The same depth as in the JSON options, so that everything that is written can be read.
        private protected const int MaxDepth = 1000;

        private static readonly KitbagJsonOptions s_compact = new KitbagJsonOptions { MaxDepth = MaxDepth };
        private static readonly KitbagJsonOptions s_lenient =
            new KitbagJsonOptions { MaxDepth = MaxDepth, AllowComments = true, AllowTrailingCommas = true };

        // An unpaired surrogate cannot be converted to UTF-8, and must not be replaced by another character.
        private protected static UTF8Encoding Utf8 => StrictUtf8.Encoding;

        private protected JsonTreeCodec()
            : base(StringCodec.Instance!)
        {
        }

        // The objects and arrays in the text. For one character, parsing creates at most 8 bytes of metadata ("[],"), and copies it twice.
        private protected override int CostOfOne => 320;

        private protected override int CostOfCharacter => 14;

        /// <summary>Returns the text of a value in UTF-8.</summary>
        private protected abstract ReadOnlySpan<byte> TextOf(T value);

        /// <summary>Returns the value of a text.</summary>
        private protected abstract T Parse(ReadOnlySpan<byte> text);

        /// <summary>The value for null in JSON.</summary>
        private protected virtual T OfNull => default!;

        /// <inheritdoc/>
        protected override string ToSurrogate(T value)
        {
            var w = new JsonWriter(s_compact);
            try
            {
                Copy(ref w, value);
                return Encoding.UTF8.GetString(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <inheritdoc/>
        protected override T FromSurrogate(string surrogate) => Parse(Utf8.GetBytes(surrogate));

        /// <inheritdoc/>
        public sealed override void WriteJson(ref JsonWriter w, T value)
        {
            if (value is null)
                w.WriteNull();
            else
                Copy(ref w, value);
        }

        internal sealed override bool IsAnyJson => true;

        internal sealed override void WriteJsonKey(ref JsonWriter w, T value) =>
            throw new KitbagException(KitbagErrorReason.NotSupported,
                "A '" + typeof(T) + "' is a key of a dictionary, which has no form in JSON: use its text, a string.");

        private void Copy(ref JsonWriter w, T value)
        {
            var r = new JsonReader(TextOf(value), s_lenient);
            try
            {
                r.CopyTo(ref w);
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <inheritdoc/>
        public sealed override T ReadJson(ref JsonReader r)
        {
            if (!typeof(T).IsValueType && r.TryReadNull())
                return OfNull;
            r.Peek();
            int start = r.Position;
            ReadOnlySpan<byte> text = r.ReadRaw();
            try
            {
                return Parse(text);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw JsonReader.ErrorAt(start, KitbagErrorReason.OutOfRange, "Found JSON that is not a '" + typeof(T) + "': " + e.Message);
            }
        }
    }
}
