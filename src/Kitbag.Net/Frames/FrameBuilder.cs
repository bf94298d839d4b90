using System;
using System.Text;

namespace Kitbag.Net.Frames
{
    /// <summary>Builds a short frame field by field. One instance can build any number of frames in sequence.</summary>
    internal sealed class FrameBuilder
    {
        // Space for the length of the frame, which is known only at the end.
        private const int Prefix = 5;
        private const int Least = 64;
        private byte[] _bytes = Array.Empty<byte>();
        private int _end;

        /// <summary>Starts a frame and discards the previous one.</summary>
        public FrameBuilder Begin(byte kind)
        {
            _end = Prefix;
            Room(1);
            _bytes[_end++] = kind;
            return this;
        }

        public FrameBuilder Byte(byte value)
        {
            Room(1);
            _bytes[_end++] = value;
            return this;
        }

        public FrameBuilder Number(long value)
        {
            Room(Varint.MostBytes);
            _end += Varint.Write(_bytes.AsSpan(_end), value);
            return this;
        }

        public FrameBuilder Raw(ReadOnlySpan<byte> bytes)
        {
            Room(bytes.Length);
            bytes.CopyTo(_bytes.AsSpan(_end));
            _end += bytes.Length;
            return this;
        }

        public FrameBuilder Bytes(ReadOnlySpan<byte> bytes) => Number(bytes.Length).Raw(bytes);

        /// <summary>Adds text, truncated to at most <paramref name="most"/> bytes.</summary>
        public FrameBuilder Text(string text, int most)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            int length = bytes.Length;
            if (length > most)
            {
                length = most;
                while ((bytes[length] & 0xC0) == 0x80)
                    length--;
            }
            return Bytes(bytes.AsSpan(0, length));
        }

        /// <summary>Returns the complete frame. The next frame reuses the memory.</summary>
        public ReadOnlyMemory<byte> End()
        {
            int following = _end - Prefix, start = Prefix - Varint.Length(following);
            Varint.Write(_bytes.AsSpan(start), following);
            return _bytes.AsMemory(start, _end - start);
        }

        /// <summary>Returns the built bytes without the length prefix, for use as a header. The next frame reuses the memory.</summary>
        public ReadOnlyMemory<byte> EndHeader() => _bytes.AsMemory(Prefix, _end - Prefix);

        private void Room(int count)
        {
            if (_bytes.Length - _end < count)
                Array.Resize(ref _bytes, Math.Max(Math.Max(Least, _bytes.Length * 2), _end + count));
        }
    }
}
