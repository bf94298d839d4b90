using System;
using System.Buffers.Binary;

namespace Kitbag.Compression
{
    /// <summary>The checksum of LZ4 frames: xxHash with 32 bits and the seed 0.</summary>
    internal struct XxHash32
    {
        private const uint P1 = 2654435761, P2 = 2246822519, P3 = 3266489917, P4 = 668265263, P5 = 374761393;
        private const int Stripe = 16;

        private readonly byte[] _rest;
        private uint _a, _b, _c, _d;
        private int _held;
        private ulong _length;

        private XxHash32(int stripe)
        {
            _rest = new byte[stripe];
            _a = unchecked(P1 + P2);
            _b = P2;
            _c = 0;
            _d = unchecked(0 - P1);
            _held = 0;
            _length = 0;
        }

        public static XxHash32 Start() => new XxHash32(Stripe);

        public static uint Of(ReadOnlySpan<byte> bytes)
        {
            XxHash32 hash = Start();
            hash.Append(bytes);
            return hash.Value;
        }

        public void Append(ReadOnlySpan<byte> bytes)
        {
            _length += (uint)bytes.Length;
            if (_held != 0)
            {
                int n = Math.Min(Stripe - _held, bytes.Length);
                bytes.Slice(0, n).CopyTo(_rest.AsSpan(_held));
                _held += n;
                bytes = bytes.Slice(n);
                if (_held < Stripe)
                    return;
                Add(_rest);
                _held = 0;
            }
            for (; bytes.Length >= Stripe; bytes = bytes.Slice(Stripe))
                Add(bytes);
            bytes.CopyTo(_rest);
            _held = bytes.Length;
        }

        public readonly uint Value
        {
            get
            {
                unchecked
                {
                    uint h = _length >= Stripe ? Rotate(_a, 1) + Rotate(_b, 7) + Rotate(_c, 12) + Rotate(_d, 18) : P5;
                    h += (uint)_length;
                    int at = 0;
                    for (; at + 4 <= _held; at += 4)
                        h = Rotate(h + (BinaryPrimitives.ReadUInt32LittleEndian(_rest.AsSpan(at)) * P3), 17) * P4;
                    for (; at < _held; at++)
                        h = Rotate(h + (_rest[at] * P5), 11) * P1;
                    h = (h ^ (h >> 15)) * P2;
                    h = (h ^ (h >> 13)) * P3;
                    return h ^ (h >> 16);
                }
            }
        }

        private void Add(ReadOnlySpan<byte> stripe)
        {
            _a = Round(_a, BinaryPrimitives.ReadUInt32LittleEndian(stripe));
            _b = Round(_b, BinaryPrimitives.ReadUInt32LittleEndian(stripe.Slice(4)));
            _c = Round(_c, BinaryPrimitives.ReadUInt32LittleEndian(stripe.Slice(8)));
            _d = Round(_d, BinaryPrimitives.ReadUInt32LittleEndian(stripe.Slice(12)));
        }

        private static uint Round(uint lane, uint input) => unchecked(Rotate(lane + (input * P2), 13) * P1);

        private static uint Rotate(uint value, int bits) => (value << bits) | (value >> (32 - bits));
    }
}
