using System;
using System.Buffers.Binary;
using System.Text;

namespace Kitbag.Net.Rooms
{
    /// <summary>Caches the strings of recently used ids, so that a message does not allocate one.</summary>
    internal sealed class IdTexts
    {
        // The cache has 2^Bits slots.
        private const int Bits = 8;

        private readonly byte[]?[] _bytes = new byte[]?[1 << Bits];
        private readonly string[] _texts = new string[1 << Bits];

        public string Get(ReadOnlySpan<byte> id)
        {
            int slot = SlotOf(id);
            if (_bytes[slot] is not { } bytes || !id.SequenceEqual(bytes))
            {
                _texts[slot] = Encoding.UTF8.GetString(id);
                _bytes[slot] = id.ToArray();
            }
            return _texts[slot];
        }

        // An id ends with random characters, which distinguish peers of the same name.
        private static int SlotOf(ReadOnlySpan<byte> id)
        {
            ulong end = 0;
            if (id.Length >= sizeof(ulong))
                end = BinaryPrimitives.ReadUInt64LittleEndian(id.Slice(id.Length - sizeof(ulong)));
            else
                foreach (byte b in id)
                    end = (end << 8) | b;
            return (int)((end * 0x9E3779B97F4A7C15) >> (64 - Bits));
        }
    }
}
