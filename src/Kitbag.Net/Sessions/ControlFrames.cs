using System;
using System.Buffers.Binary;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// What a connection has to say that is not numbered. Of each kind only the newest counts, so a peer that asks without end cannot
    /// make it grow. The session's lock guards it.
    /// </summary>
    internal sealed class ControlFrames
    {
        private readonly FrameBuilder _builder = new FrameBuilder();
        private readonly byte[] _bytes = new byte[2048];
        private long _pong;
        private bool _hasPong, _hasPing, _hasAck;

        public bool IsEmpty => !_hasPong && !_hasPing && !_hasAck;

        public void Ack() => _hasAck = true;

        public void Ping() => _hasPing = true;

        /// <summary>An answer to a ping. It says what was taken, too: the peer may wait for that.</summary>
        public void Pong(long value)
        {
            _pong = value;
            _hasPong = _hasAck = true;
        }

        /// <summary>Writes all that is to be said; nothing is left. The memory is that of the next time, too.</summary>
        /// <param name="position">What is acknowledged.</param>
        /// <param name="now">What a ping carries.</param>
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

        /// <summary>The last frame.</summary>
        public ReadOnlyMemory<byte> Take(in Goodbye goodbye)
        {
            int length = 0;
            Add(goodbye.Write(), ref length);
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
