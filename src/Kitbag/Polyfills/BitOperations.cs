using Kitbag.Buffers;

namespace System.Numerics
{
    /// <summary>What System.Numerics.BitOperations is on newer targets, as far as Kitbag needs it.</summary>
    internal static class BitOperations
    {
        private static readonly uint[] s_crc = MakeCrcTable();

        public static int LeadingZeroCount(ulong value)
        {
            if (value == 0)
                return 64;
            int n = 0;
            if (value <= 0x00000000FFFFFFFF) { n += 32; value <<= 32; }
            if (value <= 0x0000FFFFFFFFFFFF) { n += 16; value <<= 16; }
            if (value <= 0x00FFFFFFFFFFFFFF) { n += 8; value <<= 8; }
            if (value <= 0x0FFFFFFFFFFFFFFF) { n += 4; value <<= 4; }
            if (value <= 0x3FFFFFFFFFFFFFFF) { n += 2; value <<= 2; }
            if (value <= 0x7FFFFFFFFFFFFFFF) { n += 1; }
            return n;
        }

        public static int TrailingZeroCount(ulong value) => value == 0 ? 64 : 63 - LeadingZeroCount(value & (0 - value));

        public static int PopCount(ulong value) => PopCount((uint)value) + PopCount((uint)(value >> 32));

        public static int PopCount(uint value)
        {
            value -= (value >> 1) & 0x55555555u;
            value = (value & 0x33333333u) + ((value >> 2) & 0x33333333u);
            return (int)((((value + (value >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24);
        }

        public static uint Crc32C(uint crc, byte data) => s_crc[(byte)(crc ^ data)] ^ (crc >> 8);

        public static uint Crc32C(uint crc, ulong data)
        {
            for (int i = 0; i < 8; i++, data >>= 8)
                crc = Crc32C(crc, (byte)data);
            return crc;
        }

        private static uint[] MakeCrcTable()
        {
            var table = new uint[256];
            for (uint i = 0; i < 256; i++)
            {
                uint crc = i;
                for (int bit = 0; bit < 8; bit++)
                    crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x82F63B78u : crc >> 1;
                table[i] = crc;
            }
            return table;
        }
    }
}
