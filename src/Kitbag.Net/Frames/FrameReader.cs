using System;
using System.Buffers;
using System.Runtime.InteropServices;

namespace Kitbag.Net.Frames
{
    /// <summary>Represents a frame in the receive buffer.</summary>
    internal readonly struct Frame
    {
        public Frame(byte kind, int length, in ReadOnlySequence<byte> body)
        {
            Kind = kind;
            Length = length;
            Body = body;
        }

        public byte Kind { get; }

        /// <summary>Gets the number of bytes of the frame, including its length prefix.</summary>
        public int Length { get; }

        /// <summary>Gets the bytes after the kind.</summary>
        public ReadOnlySequence<byte> Body { get; }
    }

    /// <summary>Enumerates the complete frames in the receive buffer.</summary>
    internal struct FrameReader
    {
        private readonly ReadOnlySequence<byte> _buffer;
        private readonly int _maxFrame;
        private readonly bool _isOfHandshake;

        // The part of the buffer that is a single array, which contains nearly all frames, and the offset at which it starts.
        private byte[]? _array;
        private int _arrayAt, _arrayEnd;

        public FrameReader(in ReadOnlySequence<byte> buffer, int maxFrame, bool isOfHandshake = false)
        {
            _buffer = buffer;
            _maxFrame = maxFrame;
            _isOfHandshake = isOfHandshake;
            Offset = 0;
            _array = null;
            _arrayAt = _arrayEnd = 0;
            Enter(Sequences.FirstFilled(buffer));
        }

        /// <summary>Gets the number of bytes of the buffer that were read.</summary>
        public long Offset { get; private set; }

        /// <summary>Reads the next frame; returns false if it is not complete.</summary>
        /// <exception cref="KitbagSessionException">The bytes are not a frame, or the frame is too long.</exception>
        public bool TryRead(out Frame frame)
        {
            if (_array != null)
            {
                var rest = new ReadOnlySpan<byte>(_array, _arrayAt, _arrayEnd - _arrayAt);
                int prefix = Varint.Read(rest, out long following);
                if (prefix > 0)
                {
                    Check(following);
                    int length = prefix + (int)following;
                    if (length <= rest.Length)
                    {
                        int body = _arrayAt + prefix + 1;
                        frame = new Frame(rest[prefix], length, new ReadOnlySequence<byte>(_array, body, length - prefix - 1));
                        _arrayAt += length;
                        Offset += length;
                        return true;
                    }
                }
            }
            return TryReadAcross(out frame);
        }

        // Reads a frame that spans several segments, or lies in memory that is not an array.
        private bool TryReadAcross(out Frame frame)
        {
            frame = default;
            ReadOnlySequence<byte> rest = _buffer.Slice(Offset);
            Span<byte> start = stackalloc byte[(int)Math.Min(Varint.MostBytes, rest.Length)];
            Sequences.Copy(rest.Slice(0, start.Length), start);
            int prefix = Varint.Read(start, out long following);
            if (prefix < 0)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The length of a frame is malformed.");
            if (prefix == 0)
                return false;
            Check(following);
            long length = prefix + following;
            if (rest.Length < length)
                return false;
            ReadOnlySequence<byte> all = rest.Slice(prefix, following);
            frame = new Frame(Sequences.FirstFilled(all).Span[0], (int)length, all.Slice(1));
            Offset += length;
            Enter(Sequences.FirstFilled(rest.Slice(length)));
            return true;
        }

        private void Enter(ReadOnlyMemory<byte> memory)
        {
            _array = null;
            if (memory.Length != 0 && MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment))
            {
                _array = segment.Array;
                _arrayAt = segment.Offset;
                _arrayEnd = segment.Offset + segment.Count;
            }
        }

        private readonly void Check(long following)
        {
            if (following == 0)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "A frame has no kind.");
            if (following > _maxFrame)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "A frame of " + following + " bytes exceeds the limit of " + _maxFrame
                    + (_isOfHandshake ? " bytes for the handshake." : " bytes, KitbagSessionOptions.MaxFrame."));
        }
    }
}
