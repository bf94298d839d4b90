using System;
using System.Text;

namespace Kitbag.Schema
{
    /// <summary>
    /// The bytes of a schema while they are written. The generator links this file, and it has no <c>WireWriter</c>.
    /// </summary>
    internal sealed class SchemaBytes
    {
        private byte[] _bytes = new byte[256];
        private int _count;

        public void WriteByte(byte value)
        {
            Reserve(1);
            _bytes[_count++] = value;
        }

        public void WriteVarint(ulong value)
        {
            for (; value >= 0x80; value >>= 7)
                WriteByte((byte)(value | 0x80));
            WriteByte((byte)value);
        }

        public void WriteZigzag(long value) => WriteVarint((ulong)((value << 1) ^ (value >> 63)));

        public void WriteText(string text)
        {
            int length = Encoding.UTF8.GetByteCount(text);
            WriteVarint((ulong)length);
            Reserve(length);
            _count += Encoding.UTF8.GetBytes(text, 0, text.Length, _bytes, _count);
        }

        public byte[] ToArray() => _bytes.AsSpan(0, _count).ToArray();

        private void Reserve(int count)
        {
            if (_bytes.Length - _count < count)
                Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, _count + count));
        }
    }
}
