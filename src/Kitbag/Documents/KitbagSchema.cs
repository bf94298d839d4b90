using System;
using System.Threading;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Schema;

namespace Kitbag
{
    /// <summary>Represents the layout of values of one type. An embedded schema contains it, and a fingerprint identifies it.</summary>
    public sealed class KitbagSchema
    {
        private readonly CanonicalSchema _schema;

        private CodecsOfSchema? _codecs;

        internal KitbagSchema(CanonicalSchema schema) => _schema = schema;

        /// <summary>The codecs by which documents of this schema are read without their types.</summary>
        internal CodecsOfSchema Codecs =>
            Volatile.Read(ref _codecs) ?? Interlocked.CompareExchange(ref _codecs, CodecsOfSchema.Of(Root), null) ?? _codecs!;

        /// <summary>Gets the type of the root value.</summary>
        public SchemaType Root => _schema.Root;

        /// <summary>Gets the canonical bytes of the schema, as they are stored in a document.</summary>
        public ReadOnlySpan<byte> Bytes => _schema.Bytes;

        /// <summary>Gets the first 8 bytes of the SHA-256 of <see cref="Bytes"/>, as a little-endian number.</summary>
        public ulong Fingerprint => _schema.Fingerprint;

        /// <summary>Gets the schema with which this program writes values of a type.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <returns>The schema.</returns>
        public static KitbagSchema Of<[KitbagRoot(Json = false)] T>() => Kept<T>.Schema ??= new KitbagSchema(CodecCache<T>.Get().Document);

        /// <summary>Reads a schema from its canonical <see cref="Bytes"/>.</summary>
        /// <param name="bytes">The canonical bytes.</param>
        /// <param name="limits">The limits for the input, or null to use the default limits.</param>
        /// <returns>The schema.</returns>
        /// <exception cref="KitbagException">The bytes are not a schema, or exceed a limit.</exception>
        public static KitbagSchema Parse(ReadOnlySpan<byte> bytes, KitbagLimits? limits = null) => new KitbagSchema(
            new CanonicalSchema(SchemaReader.Read(bytes, limits ?? KitbagLimits.Default, out _), bytes.ToArray()));

        /// <summary>Reads a schema from the text that <see cref="ToText"/> returns.</summary>
        /// <param name="text">The text.</param>
        /// <param name="limits">The limits for the input, or null to use the default limits.</param>
        /// <returns>The schema.</returns>
        /// <exception cref="KitbagException">The text is not a schema, or exceeds a limit; the exception contains the line.</exception>
        public static KitbagSchema Parse(string text, KitbagLimits? limits = null)
        {
            if (text == null)
                throw new ArgumentNullException(nameof(text));
            limits ??= KitbagLimits.Default;
            try
            {
                return Parse(SchemaWriter.Write(SchemaText.Parse(text, limits.MaxSchemaTypes)), limits);
            }
            catch (SchemaException e)
            {
                var failure = new KitbagException(e.IsLimit ? KitbagErrorReason.LimitExceeded : KitbagErrorReason.Malformed,
                    "The text of a schema: " + e.Message + ".");
                failure.PlaceInText("", e.Place, 1);
                throw failure;
            }
        }

        /// <summary>
        /// Returns the schema as text, with all types and one member per line. <see cref="Parse(string, KitbagLimits)"/> reads the text and
        /// returns an equal schema.
        /// </summary>
        /// <returns>The text.</returns>
        public string ToText() => SchemaText.Write(Root);

        /// <summary>Returns the bytes of a schema in the lock file of an assembly, or null if there is none.</summary>
        /// <param name="fingerprint">The fingerprint of the schema.</param>
        internal static byte[]? FindLocked(ulong fingerprint) => CodecRegistry.FindLocked(fingerprint);

        private static class Kept<T>
        {
            public static KitbagSchema? Schema;
        }
    }
}
