using System;

namespace Kitbag.Relay.Identity
{
    /// <summary>Specifies the permissions of a peer.</summary>
    [Flags]
    public enum RelayRights
    {
        /// <summary>No permissions.</summary>
        None = 0,

        /// <summary>The peer may join rooms that exist.</summary>
        Join = 1,

        /// <summary>The peer may create rooms.</summary>
        Create = 2,

        /// <summary>The peer may send messages.</summary>
        Send = 4,

        /// <summary>The peer may list rooms.</summary>
        List = 8,

        /// <summary>No permissions by itself: the token is a ticket, which a peer presents to join a room.</summary>
        Ticket = 16,

        /// <summary>All permissions of a peer.</summary>
        All = Join | Create | Send | List,
    }
}
