using System;
using System.Buffers;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Json;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        // Write and read values of the schema as the codecs of a program write and read those of its types.
        private CodecsOfSchema CodecSet => Schema.Codecs;

        private Codec<object?> Codec => CodecSet.Root;

        /// <summary>Writes the whole value as JSON: the text that <see cref="KitbagJson"/> writes, with members in the order of their
        /// names.</summary>
        /// <param name="options">How to write; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The document is damaged, or has what JSON cannot hold.</exception>
        public string ToJson(KitbagJsonOptions? options = null)
        {
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, Codec, _hasValue ? _value : ReadValue());
                return Encoding.UTF8.GetString(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <inheritdoc cref="ToJson"/>
        /// <param name="output">Where to, in UTF-8. Nothing reaches it where the value cannot be written.</param>
        /// <param name="options">How to write; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        public void WriteJson(IBufferWriter<byte> output, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, Codec, _hasValue ? _value : ReadValue());
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <inheritdoc cref="ToJson"/>
        /// <param name="output">Where to, in UTF-8. Nothing reaches it where the value cannot be written.</param>
        /// <param name="options">How to write; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        public void WriteJson(Stream output, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, Codec, _hasValue ? _value : ReadValue());
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        // All values, as those of this folder.
        private object? ReadValue()
        {
            if (_isNull)
                return null;
            ReadOnlySpan<byte> body = _bytes.Span.Slice(_bodyOffset, _bodyEnd - _bodyOffset);
            try
            {
                return DocumentReader.ReadBody(ref MemoryMarshal.GetReference(body), body.Length, Codec,
                    new BodySource(_bodyOffset, null, 0),
                    _options.Limits == KitbagLimits.Default ? KitbagOptions.Default : new KitbagOptions { Limits = _options.Limits });
            }
            catch (KitbagException e)
            {
                e.PlaceOnce(e.Path, 0);
                throw;
            }
        }

        /// <summary>Makes a document of JSON, by a schema: what <see cref="KitbagJson"/> reads of the type that has it.</summary>
        /// <param name="utf8">The text in UTF-8.</param>
        /// <param name="schema">The schema.</param>
        /// <param name="json">How to read the text; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="format">Header, checksum and numbers of the document; null for <see cref="KitbagOptions.Default"/>.</param>
        /// <exception cref="KitbagException">The text is not JSON, or not what the schema expects.</exception>
        public static KitbagDocument FromJson(ReadOnlySpan<byte> utf8, KitbagSchema schema, KitbagJsonOptions? json = null,
            KitbagOptions? format = null)
        {
            if (schema == null)
                throw new ArgumentNullException(nameof(schema));
            format ??= KitbagOptions.Default;
            var options = new KitbagDocumentOptions { Limits = format.Limits, KnownSchemas = new[] { schema }, Numbers = format.Numbers };
            KitbagSchema readable = Readable(schema, options);
            Codec<object?> codec = readable.Codecs.Root;
            object? value = JsonText.Read(utf8, codec, json ?? KitbagJsonOptions.Default);
            byte[] bytes = DocumentWriter.ToArray(codec, value, format);
            KitbagDocument document = format.IsBare ? ParseBody(bytes, readable, options) : Parse(bytes, options);
            return document;
        }

        /// <inheritdoc cref="FromJson(ReadOnlySpan{byte}, KitbagSchema, KitbagJsonOptions?, KitbagOptions?)"/>
        /// <param name="text">The text.</param>
        /// <param name="schema">The schema.</param>
        /// <param name="json">How to read the text; null for <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="format">Header, checksum and numbers of the document; null for <see cref="KitbagOptions.Default"/>.</param>
        public static KitbagDocument FromJson(string text, KitbagSchema schema, KitbagJsonOptions? json = null,
            KitbagOptions? format = null)
        {
            byte[] utf8 = JsonText.Encode((text ?? throw new ArgumentNullException(nameof(text))).AsSpan(), out int length);
            try
            {
                return FromJson(utf8.AsSpan(0, length), schema, json, format);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        /// <summary>The document as bytes: unless it was edited, those that it was parsed from.</summary>
        public byte[] ToBytes()
        {
            WriteEdits();
            return _bytes.ToArray();
        }

        /// <summary>Writes the document: unless it was edited, the bytes that it was parsed from.</summary>
        /// <param name="output">Where to.</param>
        public void WriteTo(IBufferWriter<byte> output)
        {
            WriteEdits();
            (output ?? throw new ArgumentNullException(nameof(output))).Write(_bytes.Span);
        }
    }
}
