using System;
using System.Buffers.Binary;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// The acknowledgement, ping and pong that a connection has to send. At most one of each waits, with the newest value, so a peer that
    /// sends pings without reading the answers cannot make this grow. The caller holds the session's lock.
    /// </summary>
    internal sealed class ControlFrames
    {
        private readonly FrameBuilder _builder = new FrameBuilder();
        private readonly byte[] _bytes = new byte[64];
        private long _pong;
        private bool _hasPong, _hasPing, _hasAck;

        public bool IsEmpty => !_hasPong && !_hasPing && !_hasAck;

        public void Ack() => _hasAck = true;

        public void Ping() => _hasPing = true;

        /// <summary>An answer to a ping, with an acknowledgement, for which the peer may be waiting.</summary>
        public void Pong(long value)
        {
            _pong = value;
            _hasPong = _hasAck = true;
        }

        /// <summary>Returns the frames that wait. Their memory is used again by the next call.</summary>
        /// <param name="position">The position that is acknowledged.</param>
        /// <param name="now">The value of a ping.</param>
        public ReadOnlyMemory<byte> Take(long position, long now)
        {
            int length = 0;
            if (_hasAck)
                Add(_builder.Begin(FrameKind.Ack).Number(position).End(), ref length);
            if (_hasPong)
                Add(WithValue(FrameKind.Pong, _pong), ref length);
            if (_hasPing)
                Add(WithValue(FrameKind.Ping, now), ref length);
            _hasAck = _hasPong = _hasPing = false;
            return _bytes.AsMemory(0, length);
        }

        private ReadOnlyMemory<byte> WithValue(byte kind, long value)
        {
            Span<byte> bytes = stackalloc byte[sizeof(long)];
            BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
            return _builder.Begin(kind).Raw(bytes).End();
        }

        private void Add(ReadOnlyMemory<byte> frame, ref int length)
        {
            frame.CopyTo(_bytes.AsMemory(length));
            length += frame.Length;
        }
    }
}
