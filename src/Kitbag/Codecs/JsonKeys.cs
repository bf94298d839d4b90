using System;
using System.Text;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Reads keys of dictionaries: scalars in quotes, without additional characters.</summary>
    internal static class JsonKeys
    {
        /// <summary>
        /// Whether keys that are not property names may have been written as such: in older texts in which the key type was T, and is now
        /// a nullable or a collection of T, and by other serializers if keys are of type <c>object</c>.
        /// </summary>
        public static bool MayBe(SchemaType key) => Scalar(key) is var scalar
            && (JsonKinds.IsKey(scalar.Kind) || scalar.IsAny || scalar.IsAnyUnion);

        /// <summary>Returns 0 if the next value may be a dictionary whose keys are not property names, otherwise -1.</summary>
        public static int FitPairs(ref JsonReader r, SchemaType key)
        {
            bool fits = r.Peek() switch
            {
                (byte)'[' => r.PeekHasPairs(),
                (byte)'{' => MayBe(key) || (r.Graph != null && (r.PeekIsReference() || r.PeekMember("$values"u8))),
                _ => false,
            };
            return fits ? 0 : -1;
        }

        // The scalar type in a nullable or a collection.
        private static SchemaType Scalar(SchemaType key)
        {
            while (key.Kind is SchemaKind.Nullable or SchemaKind.Sequence)
                key = key.Element!;
            return key;
        }

        /// <summary>Reads a key.</summary>
        /// <exception cref="KitbagException">The text is not a valid key.</exception>
        public static TKey Read<TKey>(ref JsonReader r, Codec<TKey> codec)
        {
            if (r.Peek() != '"')
                throw r.Unexpected("a key in quotes");
            SchemaKind kind = Scalar(codec.Schema).Kind;
            // The names that a map with keys of type object may have are strings.
            if (JsonKinds.IsText(kind) || kind is SchemaKind.Object or SchemaKind.Union)
                return codec.ReadJson(ref r);
            int start = r.Position;
            // Nearly always a number without escapes.
            if (r.TryPassQuoteBeforeNumber())
            {
                if (TryRead(ref r, codec, out TKey key) && r.TryPassQuote())
                    return key;
                r.MoveTo(start);
            }
            return ReadText(ref r, codec, start);
        }

        // The complete text of the key must be the value.
        private static TKey ReadText<TKey>(ref JsonReader r, Codec<TKey> codec, int start)
        {
            ReadOnlySpan<byte> text = r.ReadUtf8("a key in quotes");
            SchemaKind kind = Scalar(codec.Schema).Kind;
            if (r.Options.NonFinite == KitbagJsonNonFinite.AsStrings && JsonKinds.IsNonFinite(kind, text))
            {
                r.MoveTo(start);
                return codec.ReadJson(ref r);
            }
            // "True", as System.Text.Json writes it.
            string? word = kind == SchemaKind.Boolean ? Encoding.UTF8.GetString(text).ToLowerInvariant() : null;
            if (TryReadAll(word == null ? text : Encoding.UTF8.GetBytes(word), r.Options, codec, out TKey key))
                return key;
            string found = Encoding.UTF8.GetString(text);
            throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                "Found the key \"" + (found.Length > 100 ? found.Substring(0, 100) + "…" : found) + "\", which is not a valid "
                + codec.Schema + ".");
        }

        /// <summary>
        /// Reads a scalar from a text that contains nothing else. Returns whether it is one; a value out of range is an error.
        /// </summary>
        public static bool TryReadAll<T>(ReadOnlySpan<byte> text, KitbagJsonOptions options, Codec<T> codec, out T value)
        {
            var r = new JsonReader(text, options);
            try
            {
                return r.StartsScalar && TryRead(ref r, codec, out value) ? r.IsAtEnd : Fails(out value);
            }
            finally
            {
                r.Dispose();
            }
        }

        private static bool Fails<TKey>(out TKey key)
        {
            key = default!;
            return false;
        }

        // A number out of range throws its own exception.
        private static bool TryRead<TKey>(ref JsonReader r, Codec<TKey> codec, out TKey key)
        {
            try
            {
                key = codec.ReadJson(ref r);
                return true;
            }
            catch (KitbagException e) when (e.Reason is KitbagErrorReason.Malformed or KitbagErrorReason.SchemaMismatch
                or KitbagErrorReason.Truncated)
            {
                return Fails(out key);
            }
        }
    }
}
