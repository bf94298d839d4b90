using System;
using System.Buffers.Binary;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Contains the acknowledgement, ping and pong that a connection has to send. At most one of each is pending, with the latest value, so
    /// a peer that sends pings without reading the replies cannot make this grow. The caller holds the session's lock.
    /// </summary>
    internal sealed class ControlFrames
    {
        // An acknowledgement and two frames of 8 bytes; each length and each kind takes one byte.
        private readonly byte[] _bytes = new byte[3 * 2 + Varint.MostBytes + 2 * sizeof(long)];
        private long _pong;
        private bool _hasPong, _hasPing, _hasAck;

        public bool IsEmpty => !_hasPong && !_hasPing && !_hasAck;

        public void Ack() => _hasAck = true;

        public void Ping() => _hasPing = true;

        /// <summary>Requests a reply to a ping, together with an acknowledgement, for which the peer may be waiting.</summary>
        public void Pong(long value)
        {
            _pong = value;
            _hasPong = _hasAck = true;
        }

        /// <summary>Returns the pending frames. The next call reuses their memory.</summary>
        /// <param name="position">The position to acknowledge.</param>
        /// <param name="now">The value of a ping.</param>
        public ReadOnlyMemory<byte> Take(long position, long now)
        {
            int length = 0;
            if (_hasAck)
            {
                Begin(FrameKind.Ack, Varint.Length(position), ref length);
                length += Varint.Write(_bytes.AsSpan(length), position);
            }
            if (_hasPong)
                Add(FrameKind.Pong, _pong, ref length);
            if (_hasPing)
                Add(FrameKind.Ping, now, ref length);
            _hasAck = _hasPong = _hasPing = false;
            return _bytes.AsMemory(0, length);
        }

        private void Add(byte kind, long value, ref int length)
        {
            Begin(kind, sizeof(long), ref length);
            BinaryPrimitives.WriteInt64LittleEndian(_bytes.AsSpan(length), value);
            length += sizeof(long);
        }

        private void Begin(byte kind, int body, ref int length)
        {
            _bytes[length++] = (byte)(1 + body);
            _bytes[length++] = kind;
        }
    }
}
