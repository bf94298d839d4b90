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
    /// Writes and reads values of one type in one way: what <see cref="KitbagSerializer"/> finds out at each call, the codec, the options
    /// and how a peer's version of the type is read, is found out once. Immutable; one instance serves any number of calls and threads.
    /// </summary>
    /// <typeparam name="T">The type.</typeparam>
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

        /// <summary>How is written and read.</summary>
        public KitbagOptions Options { get; }

        /// <summary>Makes a format.</summary>
        /// <param name="options">
        /// How to write and read; null for <see cref="KitbagOptions.Default"/>. The peer's schema, where messages have no header and the
        /// peer has another version of the type, is their <see cref="KitbagOptions.BareSchema"/>.
        /// </param>
        /// <exception cref="KitbagException">There is no codec for the type, or the peer's schema cannot be read as it.</exception>
        public static KitbagFormat<T> Create(KitbagOptions? options = null) =>
            new KitbagFormat<T>(CodecCache<T>.Get(), options ?? KitbagOptions.Default);

        /// <summary>Writes a value.</summary>
        /// <param name="value">The value.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public byte[] Serialize(T value) => DocumentWriter.ToArray(_codec, value, Options);

        /// <summary>Writes a value.</summary>
        /// <param name="output">Where to. What was written before a failure stays there.</param>
        /// <param name="value">The value.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        public void Serialize(IBufferWriter<byte> output, T value)
        {
            if (output == null)
                throw new ArgumentNullException(nameof(output));
            DocumentWriter.Write(output, _codec, value, Options);
        }

        /// <summary>Reads a document.</summary>
        /// <param name="document">The whole document.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        public T Deserialize(ReadOnlySpan<byte> document) => Options.IsBare
            ? DocumentReader.ReadBody(ref MemoryMarshal.GetReference(document), document.Length, _codec, _bare, Options)
            : DocumentReader.Read(document, _codec, Options);

        /// <summary>Reads a document that is in several pieces. They are put together first, in pooled memory.</summary>
        /// <param name="document">The whole document.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
        /// </exception>
        public T Deserialize(in ReadOnlySequence<byte> document)
        {
            if (document.IsSingleSegment)
                return Deserialize(FirstPiece.Of(document));
            using PooledBytes bytes = PooledBytes.Copy(document, Options.Limits.MaxInputBytes, DocumentReader.StartCheckOf(Options));
            return Deserialize(bytes.Span);
        }

        /// <summary>Reads a document, and tells how its schema differs from that of the type.</summary>
        /// <param name="document">The whole document.</param>
        /// <param name="report">What of the document has no place, what it lacks, and what was converted.</param>
        /// <exception cref="KitbagException">
        /// The bytes are not a document, are damaged, or hold what cannot be read as this type.
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
