using System;
using System.Text;

namespace Kitbag.Net.Frames
{
    /// <summary>Builds a short frame field by field. One instance serves any number of frames, one after the other.</summary>
    internal sealed class FrameBuilder
    {
        // The length of the frame is written in front once it is known.
        private const int Prefix = 5;
        private const int Least = 64;
        private byte[] _bytes = Array.Empty<byte>();
        private int _end;

        /// <summary>Begins a frame and forgets the last one.</summary>
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

        /// <summary>Text of at most <paramref name="most"/> bytes; what is longer is cut.</summary>
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

        /// <summary>The whole frame; the memory is that of the next one, too.</summary>
        public ReadOnlyMemory<byte> End()
        {
            int following = _end - Prefix, start = Prefix - Varint.Length(following);
            Varint.Write(_bytes.AsSpan(start), following);
            return _bytes.AsMemory(start, _end - start);
        }

        /// <summary>What was built without the length, for a header; the memory is that of the next one, too.</summary>
        public ReadOnlyMemory<byte> EndHeader() => _bytes.AsMemory(Prefix, _end - Prefix);

        private void Room(int count)
        {
            if (_bytes.Length - _end < count)
                Array.Resize(ref _bytes, Math.Max(Math.Max(Least, _bytes.Length * 2), _end + count));
        }
    }
}
