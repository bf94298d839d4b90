using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Rooms
{
    /// <summary>Contains the request of a peer to join a room.</summary>
    internal sealed record JoinRequest(
        long Request, string Room, JoinMode Mode, byte[] Secret, byte[] Position, RoomSettings? Settings, byte[] Metadata);
}
