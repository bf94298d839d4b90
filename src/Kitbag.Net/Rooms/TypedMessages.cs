using System;
using System.Buffers;
using System.Text;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Reads and writes messages of types in rooms: the bytes <c>KT</c>, the name of the type as text, and a document. A receiver may not
    /// have seen any earlier message, so each document contains its schema.
    /// </summary>
    internal static class TypedMessages
    {
        private const byte First = (byte)'K', Second = (byte)'T';

        public static ReadOnlyMemory<byte> Write<[KitbagRoot(Json = false)] T>(T message)
        {
            byte[] name = Encoding.UTF8.GetBytes(MessageType<T>.Get().Name), document = KitbagSerializer.Serialize(message);
            var bytes = new byte[2 + Varint.Length(name.Length) + name.Length + document.Length];
            bytes[0] = First;
            bytes[1] = Second;
            int at = 2 + Varint.Write(bytes.AsSpan(2), name.Length);
            name.CopyTo(bytes, at);
            document.CopyTo(bytes, at + name.Length);
            return bytes;
        }

        public static bool TryRead(in ReadOnlySequence<byte> payload, out string name, out ReadOnlySequence<byte> document)
        {
            name = "";
            document = default;
            if (payload.Length < 3)
                return false;
            Span<byte> start = stackalloc byte[(int)Math.Min(payload.Length, 2 + Varint.MostBytes)];
            Sequences.Copy(payload.Slice(0, start.Length), start);
            int prefix = Varint.Read(start.Slice(2), out long length);
            if (start[0] != First || start[1] != Second || prefix <= 0 || length > payload.Length - 2 - prefix
                || length > SchemaFrame.MaxName)
                return false;
            name = Encoding.UTF8.GetString(Sequences.Copy(payload.Slice(2 + prefix, length)));
            document = payload.Slice(2 + prefix + length);
            return true;
        }
    }
}
