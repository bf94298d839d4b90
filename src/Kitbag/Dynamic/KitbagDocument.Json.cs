using System;
using System.Buffers;
using System.Collections.Generic;
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
        private CodecsOfSchema CodecSet => CodecsOf(Schema, _options.LockFile);

        private Codec<object?> Codec => CodecSet.Root;

        private static CodecsOfSchema CodecsOf(KitbagSchema schema, KitbagLockFile? lockFile) =>
            lockFile?.CodecsOf(schema) ?? schema.Codecs;

        /// <summary>Returns the document as JSON: the text that <see cref="KitbagJson"/> writes, with members ordered by name.</summary>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The JSON text.</returns>
        /// <exception cref="KitbagException">The document is damaged, or contains a value that JSON cannot represent.</exception>
        public string ToJson(KitbagJsonOptions? options = null)
        {
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, Codec, ValueToWrite());
                return Encoding.UTF8.GetString(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <inheritdoc cref="ToJson"/>
        /// <param name="output">
        /// The buffer writer to write the text to, in UTF-8. If the value cannot be written, it remains unchanged.
        /// </param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        public void WriteJson(IBufferWriter<byte> output, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, Codec, ValueToWrite());
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <inheritdoc cref="ToJson"/>
        /// <param name="output">The stream to write the text to, in UTF-8. If the value cannot be written, it remains unchanged.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        public void WriteJson(Stream output, KitbagJsonOptions? options = null)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                JsonText.Write(ref w, Codec, ValueToWrite());
                output.Write(w.Written);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Returns the value at a path as JSON, in the form that <see cref="ToJson"/> writes. All values are read.</summary>
        /// <param name="path">The path, in the syntax of <see cref="Find"/>.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <returns>The JSON text, which <see cref="SetJson"/> accepts.</returns>
        /// <exception cref="KitbagException">
        /// The path does not exist, or the document is damaged or contains a value that JSON cannot represent.
        /// </exception>
        public string GetJson(string path, KitbagJsonOptions? options = null)
        {
            List<PathStep> steps = PathText.Parse(path ?? throw new ArgumentNullException(nameof(path)));
            var w = new JsonWriter(options ?? KitbagJsonOptions.Default);
            try
            {
                PlaceOf(steps).WriteJson(ref w);
                return Encoding.UTF8.GetString(w.Written);
            }
            catch (KitbagException e) when (!e.IsPlaced)
            {
                e.PlaceOnce(path, 0);
                throw;
            }
            finally
            {
                w.Dispose();
            }
        }

        private object? ValueToWrite()
        {
            ThrowIfDisposed();
            return _hasValue ? _value : ReadValue();
        }

        // Reads all values as objects of the types in this folder.
        private object? ReadValue()
        {
            if (_isNull)
                return null;
            ReadOnlySpan<byte> body = AllBytes.Slice(_bodyOffset, _bodyEnd - _bodyOffset);
            try
            {
                return DocumentReader.ReadBody(ref MemoryMarshal.GetReference(body), body.Length, Codec,
                    new BodySource(_bodyOffset, null, 0, _kind.HasUnknownObjects),
                    _options.Limits == KitbagLimits.Default ? KitbagOptions.Default : new KitbagOptions { Limits = _options.Limits });
            }
            catch (KitbagException e)
            {
                e.PlaceOnce(e.Path.Length == 0 ? Schema.Root.RootName : e.Path, 0);
                throw;
            }
        }

        /// <summary>
        /// Creates a document from JSON, according to a schema. The text may be any text that <see cref="KitbagJson"/> can read as a type
        /// with that schema.
        /// </summary>
        /// <param name="utf8">The complete JSON text, encoded in UTF-8.</param>
        /// <param name="schema">The schema.</param>
        /// <param name="json">Options that control reading the text, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="format">Options for the document, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="lockFile">The lock file whose names the text has, or null for the names in the schema.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The text is not valid JSON, or does not match the schema.</exception>
        public static KitbagDocument FromJson(ReadOnlySpan<byte> utf8, KitbagSchema schema, KitbagJsonOptions? json = null,
            KitbagOptions? format = null, KitbagLockFile? lockFile = null)
        {
            if (schema == null)
                throw new ArgumentNullException(nameof(schema));
            format ??= KitbagOptions.Default;
            var options = new KitbagDocumentOptions
            {
                Limits = format.Limits,
                KnownSchemas = new[] { schema },
                LockFile = lockFile,
                Numbers = format.Numbers,
            };
            KitbagSchema readable = Readable(schema, options);
            Codec<object?> codec = CodecsOf(readable, lockFile).Root;
            object? value = JsonText.Read(utf8, codec, json ?? KitbagJsonOptions.Default);
            byte[] bytes = DocumentWriter.ToArray(codec, value, format);
            KitbagDocument document = format.IsBare ? ParseBody(bytes, readable, options) : Parse(bytes, options);
            return document;
        }

        /// <inheritdoc cref="FromJson(ReadOnlySpan{byte}, KitbagSchema, KitbagJsonOptions?, KitbagOptions?, KitbagLockFile?)"/>
        /// <param name="text">The complete JSON text.</param>
        /// <param name="schema">The schema.</param>
        /// <param name="json">Options that control reading the text, or null to use <see cref="KitbagJsonOptions.Default"/>.</param>
        /// <param name="format">Options for the document, or null to use <see cref="KitbagOptions.Default"/>.</param>
        /// <param name="lockFile">The lock file whose names the text has, or null for the names in the schema.</param>
        public static KitbagDocument FromJson(string text, KitbagSchema schema, KitbagJsonOptions? json = null,
            KitbagOptions? format = null, KitbagLockFile? lockFile = null)
        {
            byte[] utf8 = JsonText.Encode((text ?? throw new ArgumentNullException(nameof(text))).AsSpan(), out int length);
            try
            {
                return FromJson(utf8.AsSpan(0, length), schema, json, format, lockFile);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(utf8);
            }
        }

        /// <summary>Returns the document as bytes: unless it was edited, the bytes from which it was parsed.</summary>
        /// <returns>The bytes of the document.</returns>
        public byte[] ToBytes()
        {
            WriteEdits();
            return AllBytes.ToArray();
        }

        /// <summary>Writes the document: unless it was edited, the bytes from which it was parsed.</summary>
        /// <param name="output">The buffer writer to write to.</param>
        public void WriteTo(IBufferWriter<byte> output)
        {
            WriteEdits();
            (output ?? throw new ArgumentNullException(nameof(output))).Write(AllBytes);
        }
    }
}
