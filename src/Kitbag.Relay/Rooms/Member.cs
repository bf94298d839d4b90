using System;
using System.Text;
using System.Threading;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Peers;

namespace Kitbag.Relay.Rooms
{
    /// <summary>A peer's place in a room, at this relay or at another one. The room's lock guards what changes.</summary>
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

        /// <summary>The peer's id.</summary>
        public byte[] Id { get; }

        /// <summary>The id as text.</summary>
        public string Name { get; }

        /// <summary>The id without the instance.</summary>
        public string Subject => SubjectOf(Name);

        /// <summary>At which relay it is.</summary>
        public Guid Relay { get; set; }

        /// <summary>Since when it is in the room, in milliseconds since 1970 by the clock of the relay that it joined.</summary>
        public long Since { get; }

        /// <summary>The peer; null where it is at another relay, or its session is lost and its place kept.</summary>
        public Peer? Peer { get; set; }

        public bool IsAway { get; set; }

        public byte[] Metadata { get; set; } = [];

        /// <summary>Whether it has all messages of the past, and gets kept ones as they come.</summary>
        public bool IsLive { get; set; }

        /// <summary>How often it was begun to be sent messages of the past: what was begun before does not go on.</summary>
        public int PastCount { get; set; }

        /// <summary>The position of the last kept message that it was sent.</summary>
        public KeptPosition? LastKept { get; set; }

        /// <summary>Forgets the peer after some time.</summary>
        public ITimer? Timer { get; set; }

        public static string SubjectOf(string id) => id.Length > 9 ? id[..^9] : id;
    }
}
