using System;
using System.Buffers;
using System.Buffers.Binary;
using Kitbag.Buffers;
using Kitbag.Layout;

namespace Kitbag.Documents
{
    /// <summary>
    /// Wraps an output and computes the CRC-32C of all bytes that pass through. Each thread keeps an instance between calls.
    /// </summary>
    internal sealed class ChecksumWriter : IBufferWriter<byte>
    {
        [ThreadStatic]
        private static ChecksumWriter? t_kept;

        private IBufferWriter<byte> _output;
        private Memory<byte> _memory;
        private uint _checksum;

        private ChecksumWriter(IBufferWriter<byte> output)
        {
            _output = output;
        }

        public static ChecksumWriter Around(IBufferWriter<byte> output)
        {
            ChecksumWriter? kept = t_kept;
            if (kept == null)
                return new ChecksumWriter(output);
            t_kept = null;
            kept._output = output;
            return kept;
        }

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            _memory = _output.GetMemory(sizeHint);
            return _memory.Length >= sizeHint ? _memory : throw BrokenOutput.Of(_output, nameof(GetMemory), _memory.Length, sizeHint);
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        public void Advance(int count)
        {
            _checksum = Crc32C.Append(_checksum, _memory.Span.Slice(0, count));
            _memory = default;
            _output.Advance(count);
        }

        /// <summary>Writes the checksum of all bytes before it.</summary>
        public void WriteChecksum()
        {
            uint checksum = _checksum;
            BinaryPrimitives.WriteUInt32LittleEndian(GetSpan(DocumentFormat.ChecksumLength), checksum);
            Advance(DocumentFormat.ChecksumLength);
        }

        /// <summary>Lets go of the output. Always to be called.</summary>
        public void Return()
        {
            _output = null!;
            _memory = default;
            _checksum = 0;
            t_kept = this;
        }
    }
}
