using System;
using System.Buffers;
using System.Text;

namespace Kitbag.Net.Rooms
{
    /// <summary>The texts of the ids that come again and again, so that a message makes none.</summary>
    internal sealed class IdTexts
    {
        private const int Slots = 256;

        private readonly byte[]?[] _bytes = new byte[]?[Slots];
        private readonly string[] _texts = new string[Slots];

        public string Get(in ReadOnlySequence<byte> id)
        {
            Span<byte> bytes = stackalloc byte[(int)id.Length];
            id.CopyTo(bytes);
            uint hash = 2166136261;
            foreach (byte b in bytes)
                hash = (hash ^ b) * 16777619;
            uint slot = (hash ^ (hash >> 16)) % Slots;
            if (_bytes[slot] == null || !bytes.SequenceEqual(_bytes[slot]))
            {
                _texts[slot] = Encoding.UTF8.GetString(bytes);
                _bytes[slot] = bytes.ToArray();
            }
            return _texts[slot];
        }
    }
}
