using System;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Relay.Backplane;

namespace Kitbag.Relay.Wire
{
    /// <summary>Reads and writes positions as peers store them: three numbers; the position before everything is a single 0.</summary>
    internal static class Positions
    {
        public const int Most = 3 * Varint.MostBytes;

        private static readonly byte[] s_start = [0];

        public static int Write(Span<byte> to, KeptPosition position)
        {
            if (position.Epoch == 0)
            {
                to[0] = 0;
                return 1;
            }
            int at = Varint.Write(to, position.Epoch);
            // An empty stream ends before its first offset.
            at += Varint.Write(to.Slice(at), position.Offset + 1);
            return at + Varint.Write(to.Slice(at), position.Index);
        }

        public static byte[] ToBytes(KeptPosition position)
        {
            Span<byte> bytes = stackalloc byte[Most];
            return bytes.Slice(0, Write(bytes, position)).ToArray();
        }

        /// <summary>Returns whether a position that a peer sent, and that is not empty, can be read.</summary>
        public static bool IsValid(ReadOnlySpan<byte> bytes)
        {
            try
            {
                Read(bytes);
                return true;
            }
            catch (KitbagSessionException)
            {
                return false;
            }
        }

        /// <summary>Reads the position that a peer sent, which must not be empty.</summary>
        /// <exception cref="KitbagSessionException">The position is damaged.</exception>
        public static KeptPosition Read(ReadOnlySpan<byte> bytes)
        {
            if (bytes.SequenceEqual(s_start))
                return KeptPosition.Start;
            var reader = new HeaderReader(bytes);
            long epoch = reader.Number(long.MaxValue), offset = reader.Number(long.MaxValue) - 1;
            var position = new KeptPosition(epoch, offset, (int)reader.Number(int.MaxValue));
            reader.End();
            return position;
        }

        /// <summary>
        /// Returns whether a position is after another one. Positions of different epochs always count as such, because their order is
        /// unknown.
        /// </summary>
        public static bool IsBehind(KeptPosition position, KeptPosition other) =>
            position.Epoch != other.Epoch || position.IsAfter(other);
    }
}
