using System;

namespace Kitbag.Net.Frames
{
    /// <summary>Reads the fields of a header, or of an entry of the backplane, from contiguous memory.</summary>
    internal ref struct HeaderReader
    {
        private ReadOnlySpan<byte> _rest;

        public HeaderReader(ReadOnlySpan<byte> header) => _rest = header;

        /// <summary>Gets the bytes that were not read yet.</summary>
        public readonly ReadOnlySpan<byte> Rest => _rest;

        public byte Byte()
        {
            if (_rest.IsEmpty)
                throw Malformed();
            byte value = _rest[0];
            _rest = _rest.Slice(1);
            return value;
        }

        /// <summary>Reads a number that is at most <paramref name="most"/>.</summary>
        public long Number(long most)
        {
            int length = Varint.Read(_rest, out long value);
            if (length <= 0 || value > most)
                throw Malformed();
            _rest = _rest.Slice(length);
            return value;
        }

        /// <summary>Reads a length of at most <paramref name="most"/>, and that many bytes.</summary>
        public ReadOnlySpan<byte> Bytes(int most)
        {
            int length = (int)Number(most);
            if (length > _rest.Length)
                throw Malformed();
            ReadOnlySpan<byte> bytes = _rest.Slice(0, length);
            _rest = _rest.Slice(length);
            return bytes;
        }

        /// <summary>Checks that there are no further bytes.</summary>
        public readonly void End()
        {
            if (!_rest.IsEmpty)
                throw Malformed();
        }

        public static KitbagSessionException Malformed() =>
            new KitbagSessionException(KitbagCloseReason.Protocol, "The header of a message violates the protocol of rooms.");
    }
}
