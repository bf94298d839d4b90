using System;
using System.Text;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Rooms
{
    /// <summary>Contains the settings of a room, which its creator specifies.</summary>
    internal sealed class RoomSettings
    {
        public static RoomSettings Default { get; } = new RoomSettings();

        public bool IsKept { get; init; }

        public bool IsUnlisted { get; init; }

        public bool NeedsTicket { get; init; }

        /// <summary>Gets or initializes the maximum number of peers; 0 for the limit of the relay.</summary>
        public int MaxPeers { get; init; }

        public int History { get; init; }

        public int Keys { get; init; }

        public byte[] Password { get; init; } = Array.Empty<byte>();

        public byte[] Metadata { get; init; } = Array.Empty<byte>();

        public FrameBuilder Write(FrameBuilder to) => to.Byte(IsKept ? (byte)1 : (byte)0)
            .Byte((byte)((IsUnlisted ? 1 : 0) | (NeedsTicket ? 2 : 0))).Number(MaxPeers).Number(History).Number(Keys)
            .Bytes(Password).Bytes(Metadata);

        public static RoomSettings Read(ref BodyReader from)
        {
            byte kind = from.ReadByte(), flags = from.ReadByte();
            if (kind > 1 || flags > 3)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The settings of a room are malformed.");
            return new RoomSettings
            {
                IsKept = kind == 1,
                IsUnlisted = (flags & 1) != 0,
                NeedsTicket = (flags & 2) != 0,
                MaxPeers = (int)from.ReadNumber(int.MaxValue),
                History = (int)from.ReadNumber(int.MaxValue),
                Keys = (int)from.ReadNumber(int.MaxValue),
                Password = from.ReadBytes(RoomLimits.Password),
                Metadata = from.ReadBytes(RoomLimits.Metadata),
            };
        }

        public static byte[] PasswordOf(string? password) =>
            password == null ? Array.Empty<byte>() : Encoding.UTF8.GetBytes(password);
    }
}
