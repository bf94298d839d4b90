using System;

namespace Kitbag.Relay.Identity
{
    /// <summary>What a peer may do.</summary>
    [Flags]
    public enum RelayRights
    {
        /// <summary>Nothing.</summary>
        None = 0,

        /// <summary>Join rooms that exist.</summary>
        Join = 1,

        /// <summary>Create rooms.</summary>
        Create = 2,

        /// <summary>Send messages.</summary>
        Send = 4,

        /// <summary>List rooms.</summary>
        List = 8,

        /// <summary>Nothing by itself: the token is shown as the ticket of a room.</summary>
        Ticket = 16,

        /// <summary>All that a peer can do.</summary>
        All = Join | Create | Send | List,
    }
}
