using System;
using System.Collections.Generic;
using System.Text;
using Kitbag.Net;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Identity
{
    /// <summary>Represents the identity and the permissions of a peer, as proven by its credentials.</summary>
    /// <param name="Subject">The name of the peer: 1 to 80 bytes in UTF-8, without control characters.</param>
    /// <param name="Rights">The permissions of the peer.</param>
    /// <param name="Rooms">The rooms to which the permissions apply. A name that ends with * matches all names with that prefix. An empty
    /// list matches all rooms.</param>
    /// <param name="Expires">The expiration, or null for none.</param>
    public sealed record RelayIdentity(string Subject, RelayRights Rights, IReadOnlyList<string> Rooms, DateTimeOffset? Expires)
    {
        /// <summary>Creates an identity with all permissions.</summary>
        /// <param name="subject">The name of the peer.</param>
        public static RelayIdentity Of(string subject) => new(subject, RelayRights.All, [], null);

        /// <summary>Returns whether the permissions apply to a room.</summary>
        /// <param name="room">The name of the room.</param>
        public bool Covers(string room)
        {
            if (Rooms.Count == 0)
                return true;
            foreach (string pattern in Rooms)
            {
                if (pattern.EndsWith('*')
                    ? room.AsSpan().StartsWith(pattern.AsSpan(0, pattern.Length - 1), StringComparison.Ordinal)
                    : room == pattern)
                    return true;
            }
            return false;
        }

        /// <summary>Returns why a name is invalid, or null if it is valid.</summary>
        internal static string? Check(string subject)
        {
            if (subject.Length == 0 || Encoding.UTF8.GetByteCount(subject) > RoomLimits.Subject)
                return "A name must have 1 to 80 bytes.";
            foreach (char c in subject)
            {
                if (char.IsControl(c) || c == '\uFFFD')
                    return "A name must be valid UTF-8 without control characters.";
            }
            return null;
        }

        internal static KitbagSessionException Refused(string text) => new(KitbagCloseReason.NotAllowed, text);
    }
}
