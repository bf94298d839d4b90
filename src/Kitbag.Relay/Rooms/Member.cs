using System;
using System.Text;
using System.Threading;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Peers;

namespace Kitbag.Relay.Rooms
{
    /// <summary>
    /// Represents the membership of a peer in a room, at this relay or at another one. Mutable state is guarded by the room's lock.
    /// </summary>
    internal sealed class Member
    {
        public Member(Room room, byte[] id, Guid relay, long since)
        {
            Room = room;
            Id = id;
            Name = Encoding.UTF8.GetString(id);
            Relay = relay;
            Since = since;
        }

        public Room Room { get; }

        /// <summary>Gets the peer's id.</summary>
        public byte[] Id { get; }

        /// <summary>Gets the id as a string.</summary>
        public string Name { get; }

        /// <summary>Gets the id without the instance.</summary>
        public string Subject => SubjectOf(Name);

        /// <summary>Gets or sets the relay of the peer.</summary>
        public Guid Relay { get; set; }

        /// <summary>
        /// Gets the time when the peer joined the room, in milliseconds since 1970 by the clock of the relay that it joined.
        /// </summary>
        public long Since { get; }

        /// <summary>Gets or sets the peer, or null if it is at another relay, or if its session is lost and its place is kept.</summary>
        public Peer? Peer { get; set; }

        public bool IsAway { get; set; }

        public byte[] Metadata { get; set; } = [];

        /// <summary>
        /// Gets or sets a value indicating whether the peer has all messages of the past and receives new kept messages directly.
        /// </summary>
        public bool IsLive { get; set; }

        /// <summary>Gets or sets the number of times that sending the past was started. Earlier runs must not continue.</summary>
        public int PastCount { get; set; }

        /// <summary>Gets or sets the position of the last kept message that was sent to the peer.</summary>
        public KeptPosition? LastKept { get; set; }

        /// <summary>Gets or sets the time when it was last reported that messages of an earlier relay of the peer were dropped.</summary>
        public long? LateAt { get; set; }

        /// <summary>Gets or sets a value indicating whether the peer asked for a room that does not exist, and created it.</summary>
        public bool MustCreate { get; set; }

        /// <summary>Gets or sets the timer that removes the peer after some time.</summary>
        public ITimer? Timer { get; set; }

        public static string SubjectOf(string id) => id.Length > 9 ? id[..^9] : id;
    }
}
