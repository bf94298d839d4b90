using System;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    /// <summary>Writes the headers of rooms field by field, as specified in docs/protocol.md.</summary>
    internal static class RoomHeaders
    {
        public static FrameBuilder Enter(this FrameBuilder to, long request, ReadOnlySpan<byte> instance) =>
            to.Begin(RoomOp.Enter).Number(request).Number(RoomLimits.Version).Bytes(instance);

        public static FrameBuilder Join(this FrameBuilder to, long request, string room, JoinMode mode, ReadOnlySpan<byte> secret,
            ReadOnlySpan<byte> position, RoomSettings? settings)
        {
            to.Begin(RoomOp.Join).Number(request).Text(room, RoomLimits.Name).Byte((byte)mode).Bytes(secret).Bytes(position);
            return mode == JoinMode.Existing ? to : (settings ?? RoomSettings.Default).Write(to);
        }

        public static FrameBuilder Leave(this FrameBuilder to, long request, long room) =>
            to.Begin(RoomOp.Leave).Number(request).Number(room);

        public static FrameBuilder List(this FrameBuilder to, long request, string prefix, string after) =>
            to.Begin(RoomOp.List).Number(request).Text(prefix, RoomLimits.Name).Text(after, RoomLimits.Name);

        public static FrameBuilder Describe(this FrameBuilder to, long request, long room, bool isPeer) =>
            to.Begin(RoomOp.Describe).Number(request).Number(room).Byte(isPeer ? (byte)1 : (byte)0);

        public static FrameBuilder Remove(this FrameBuilder to, long request, long room, string peer, long seconds) =>
            to.Begin(RoomOp.Remove).Number(request).Number(room).Text(peer, RoomLimits.Peer).Number(seconds);

        public static FrameBuilder HandOver(this FrameBuilder to, long request, long room, string peer) =>
            to.Begin(RoomOp.HandOver).Number(request).Number(room).Text(peer, RoomLimits.Peer);

        /// <summary>Writes the header of a message. The flags determine which of the other fields are present.</summary>
        public static FrameBuilder Send(this FrameBuilder to, long room, byte flags, ReadOnlySpan<byte> target, ReadOnlySpan<byte> key,
            long request)
        {
            to.Begin(RoomOp.Send).Number(room).Byte(flags);
            if ((flags & RoomFlags.Target) == RoomFlags.ToOne)
                to.Bytes(target);
            if ((flags & RoomFlags.HasKey) != 0)
                to.Bytes(key);
            return (flags & RoomFlags.Confirm) != 0 ? to.Number(request) : to;
        }

        public static FrameBuilder Entered(this FrameBuilder to, long request, string id, string relay) =>
            to.Begin(RoomOp.Entered).Number(request).Text(id, RoomLimits.Peer).Text(relay, RoomLimits.Name);

        public static FrameBuilder Done(this FrameBuilder to, long request, ReadOnlySpan<byte> position) =>
            to.Begin(RoomOp.Done).Number(request).Bytes(position);

        public static FrameBuilder Failure(this FrameBuilder to, long request, int code, string text) =>
            to.Begin(RoomOp.Failure).Number(request).Number(code).Text(text, RoomLimits.Text);

        /// <summary>Writes that a message in a room could not be delivered whose sender has not requested a confirmation.</summary>
        public static FrameBuilder Undelivered(this FrameBuilder to, long room, int code, string text) =>
            to.Failure(0, code, text).Number(room);

        public static FrameBuilder Message(this FrameBuilder to, long room, byte flags, ReadOnlySpan<byte> from, ReadOnlySpan<byte> key,
            ReadOnlySpan<byte> position)
        {
            to.Begin(RoomOp.Message).Number(room).Byte(flags).Bytes(from);
            if ((flags & RoomFlags.HasKey) != 0)
                to.Bytes(key);
            return (flags & RoomFlags.Kept) != 0 ? to.Bytes(position) : to;
        }

        public static FrameBuilder Peer(this FrameBuilder to, long room, KitbagPeerEvent what, string peer, KitbagPeerCause cause) =>
            to.Begin(RoomOp.Peer).Number(room).Byte((byte)what).Text(peer, RoomLimits.Peer).Byte((byte)cause);

        public static FrameBuilder Room(this FrameBuilder to, long room, string owner) =>
            to.Begin(RoomOp.Room).Number(room).Text(owner, RoomLimits.Peer);

        public static FrameBuilder Gap(this FrameBuilder to, long room, KitbagGapCause cause, long count, string whom) =>
            to.Begin(RoomOp.Gap).Number(room).Byte((byte)cause).Number(count).Text(whom, RoomLimits.Peer);

        public static FrameBuilder Removed(this FrameBuilder to, long room, KitbagPeerCause cause, string text) =>
            to.Begin(RoomOp.Removed).Number(room).Byte((byte)cause).Text(text, RoomLimits.Text);

        public static FrameBuilder Live(this FrameBuilder to, long room, ReadOnlySpan<byte> position) =>
            to.Begin(RoomOp.Live).Number(room).Bytes(position);
    }

    internal enum JoinMode : byte
    {
        Existing = 0,
        ExistingOrNew = 1,
        New = 2,
    }
}
