using System;
using System.Buffers;
using System.Text;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    /// <summary>Represents the header of a message that is sent in a room, without an allocation.</summary>
    internal readonly struct SendHeader
    {
        public static readonly Action<IBufferWriter<byte>, SendHeader> Writer = Write;

        private const int Most = 3 * Varint.MostBytes + 4 + RoomLimits.Peer + RoomLimits.Key;

        private readonly long _room, _request;
        private readonly KitbagSend _how;

        public SendHeader(long room, in KitbagSend how, long request)
        {
            _room = room;
            _how = how;
            _request = request;
        }

        private static void Write(IBufferWriter<byte> output, SendHeader header)
        {
            Span<byte> to = output.GetSpan(Most);
            int at = 0;
            to[at++] = RoomOp.Send;
            at += Varint.Write(to.Slice(at), header._room);
            to[at++] = (byte)(header._how.Flags | (header._request == 0 ? 0 : RoomFlags.Confirm));
            if (header._how.To != null)
            {
                // An id has at most 96 bytes, so its length takes one byte.
                int length = Encoding.UTF8.GetBytes(header._how.To, to.Slice(at + 1, RoomLimits.Peer));
                to[at] = (byte)length;
                at += 1 + length;
            }
            if (!header._how.Key.IsEmpty)
            {
                to[at++] = (byte)header._how.Key.Length;
                header._how.Key.Span.CopyTo(to.Slice(at));
                at += header._how.Key.Length;
            }
            if (header._request != 0)
                at += Varint.Write(to.Slice(at), header._request);
            output.Advance(at);
        }
    }
}
