using System;
using System.Collections.Generic;
using System.Text;
using Kitbag.Net;
using Kitbag.Net.Rooms;

namespace Kitbag.Relay.Identity
{
    /// <summary>Who a peer is, and what it may do, as its credentials prove.</summary>
    /// <param name="Subject">Its name: 1 to 80 bytes in UTF-8, without control characters.</param>
    /// <param name="Rights">What it may do.</param>
    /// <param name="Rooms">The rooms in which it may; a name that ends in * stands for all that begin so. None stands for all.</param>
    /// <param name="Expires">Until when; null for always.</param>
    public sealed record RelayIdentity(string Subject, RelayRights Rights, IReadOnlyList<string> Rooms, DateTimeOffset? Expires)
    {
        /// <summary>Somebody who may do all.</summary>
        /// <param name="subject">The name.</param>
        public static RelayIdentity Of(string subject) => new(subject, RelayRights.All, [], null);

        /// <summary>Whether it may be in a room.</summary>
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

        /// <summary>What is wrong with the name; null where it can be one.</summary>
        internal static string? Check(string subject)
        {
            if (subject.Length == 0 || Encoding.UTF8.GetByteCount(subject) > RoomLimits.Subject)
                return "A name has 1 to 80 bytes.";
            foreach (char c in subject)
            {
                if (char.IsControl(c) || c == '\uFFFD')
                    return "A name has no control characters, and is in UTF-8.";
            }
            return null;
        }

        internal static KitbagSessionException Refused(string text) => new(KitbagCloseReason.NotAllowed, text);
    }
}
