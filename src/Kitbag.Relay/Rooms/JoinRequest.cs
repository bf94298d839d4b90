using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Rooms
{
    /// <summary>What a peer says that wants to be in a room.</summary>
    internal sealed record JoinRequest(
        long Request, string Room, JoinMode Mode, byte[] Secret, byte[] Position, RoomSettings? Settings, byte[] Metadata);
}
