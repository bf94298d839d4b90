using System;
using System.Buffers;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;

namespace Kitbag
{
    /// <summary>
    /// Writes and reads values of one type with fixed options. It looks up once what <see cref="KitbagSerializer"/> looks up at each call:
    /// the codec, and the plan for reading a peer's version of the type. Instances are immutable and thread-safe.
    /// </summary>
    /// <typeparam name="T">The type of the values.</typeparam>
    public sealed class KitbagFormat<[KitbagRoot(Json = false)] T>
    {
        private readonly Codec<T> _codec;

        // How bodies without header are read.
        private readonly BodySource _bare;

        private KitbagFormat(Codec<T> codec, KitbagOptions options)
        {
            _codec = codec;
            Options = options;
            if (options.IsBare)
                _bare = new BodySource(0, WriterSchema.PlanForBare(codec, options, out _), 0);
        }

        /// <summary>Gets the options that control writing and reading.</summary>
        public KitbagOptions Options { get; }

        /// <summary>Creates a format.</summary>
        /// <param name="options">
        /// Options that control writing and reading, or null to use <see cref="KitbagOptions.Default"/>. If messages have no header and the
        /// peer has another version of the type, <see cref="KitbagOptions.BareSchema"/> is the peer's schema.
        /// </param>
        /// <returns>The format.</returns>
        /// <exception cref="KitbagException">
        /// There is no codec for the type, or values with the peer's schema cannot be read as the type.
        /// </exception>
        public static KitbagFormat<T> Create(KitbagOptions? options = null) =>
            new KitbagFormat<T>(CodecCache<T>.Get(), options ?? KitbagOptions.Default);

        /// <summary>Writes a value.</summary>
        /// <param name="value">The value to write.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public byte[] Serialize(T value) => DocumentWriter.ToArray(_codec, value, Options);

        /// <summary>Writes a value.</summary>
        /// <param name="output">The buffer writer to write to. If writing fails, it may contain a part of the document.</param>
        /// <param name="value">The value to write.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public void Serialize(IBufferWriter<byte> output, T value)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            DocumentWriter.Write(output, _codec, value, Options);
        }

        /// <summary>Reads a document.</summary>
        /// <param name="document">The complete document.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public T Deserialize(ReadOnlySpan<byte> document) => Options.IsBare
            ? DocumentReader.ReadBody(ref MemoryMarshal.GetReference(document), document.Length, _codec, _bare, Options)
            : DocumentReader.Read(document, _codec, Options);

        /// <summary>Reads a document that consists of several segments, which are first copied to contiguous pooled memory.</summary>
        /// <param name="document">The complete document.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public T Deserialize(in ReadOnlySequence<byte> document)
        {
            if (document.IsSingleSegment)
                return Deserialize(FirstPiece.Of(document));
            using PooledBytes bytes = PooledBytes.Copy(document, Options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(Options));
            return Deserialize(bytes.Span);
        }

        /// <summary>Reads a document, and reports how its schema differs from the schema of the type.</summary>
        /// <param name="document">The complete document.</param>
        /// <param name="report">Returns the differences: members that were lost, members that are missing, and conversions.</param>
        /// <returns>The value that was read.</returns>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or contain a value that cannot be read as this type.
        /// </exception>
        public T Deserialize(ReadOnlySpan<byte> document, out KitbagReadReport report)
        {
            T value = Deserialize(document);
            report = WriterSchema.ReportFor(document, _codec, Options);
            return value;
        }

        /// <inheritdoc cref="Deserialize(ReadOnlySpan{byte}, out KitbagReadReport)"/>
        public T Deserialize(in ReadOnlySequence<byte> document, out KitbagReadReport report)
        {
            if (document.IsSingleSegment)
                return Deserialize(FirstPiece.Of(document), out report);
            using PooledBytes bytes = PooledBytes.Copy(document, Options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(Options));
            return Deserialize(bytes.Span, out report);
        }
    }
}
