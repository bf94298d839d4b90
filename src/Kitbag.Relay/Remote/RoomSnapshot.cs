using System;
using System.Buffers;
using System.Collections.Generic;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Rooms;

namespace Kitbag.Relay.Remote
{
    /// <summary>Contains what one relay knows about a room, and its peers in the room.</summary>
    internal sealed class RoomSnapshot
    {
        private const int Most = 1 << 24;

        /// <summary>Gets or initializes the settings, or null if the relay has no peers in the room.</summary>
        public RoomSettings? Settings { get; init; }

        public long Created { get; init; }

        /// <summary>Gets or initializes the relay that has created the room, which decides between two rooms of the same time.</summary>
        public Guid Creator { get; init; }

        public byte[] Metadata { get; init; } = [];

        public byte[] Owner { get; init; } = [];

        public List<(byte[] Id, bool IsAway, long Since, byte[] Metadata)> Peers { get; init; } = [];

        /// <summary>Gets or initializes the subjects that are banned, and the remaining milliseconds of each ban.</summary>
        public List<(string Subject, long Milliseconds)> Bans { get; init; } = [];

        public List<PastMessage> Past { get; init; } = [];

        public void Write(FrameBuilder to)
        {
            to.Byte(Settings == null ? (byte)0 : (byte)1);
            if (Settings == null)
                return;
            Settings.Write(to).Number(Created).Raw(Creator.ToByteArray()).Bytes(Metadata).Bytes(Owner).Number(Peers.Count);
            foreach ((byte[] id, bool isAway, long since, byte[] metadata) in Peers)
                to.Bytes(id).Byte(isAway ? (byte)1 : (byte)0).Number(since).Bytes(metadata);
            to.Number(Bans.Count);
            foreach ((string subject, long milliseconds) in Bans)
                to.Text(subject, RoomLimits.Subject).Number(milliseconds);
            to.Number(Past.Count);
            foreach (PastMessage message in Past)
                to.Byte(message.Flags).Bytes(message.From).Bytes(message.Key).Bytes(message.Payload.Span);
        }

        /// <exception cref="Kitbag.Net.KitbagSessionException">The bytes are malformed.</exception>
        public static RoomSnapshot Read(ReadOnlySpan<byte> bytes)
        {
            var from = new BodyReader(new ReadOnlySequence<byte>(bytes.ToArray()), "snapshot");
            if (from.ReadByte() == 0)
                return new RoomSnapshot();
            var snapshot = new RoomSnapshot
            {
                Settings = RoomSettings.Read(ref from),
                Created = from.ReadNumber(),
                Creator = new Guid(from.Take(16).ToArray()),
                Metadata = from.ReadBytes(RoomLimits.Metadata),
                Owner = from.ReadBytes(RoomLimits.Peer),
            };
            for (long count = from.ReadNumber(Most); count > 0; count--)
                snapshot.Peers.Add((from.ReadBytes(RoomLimits.Peer), from.ReadByte() != 0, from.ReadNumber(),
                    from.ReadBytes(RoomLimits.Metadata)));
            for (long count = from.ReadNumber(Most); count > 0; count--)
                snapshot.Bans.Add((from.ReadText(RoomLimits.Subject), from.ReadNumber()));
            for (long count = from.ReadNumber(Most); count > 0; count--)
                snapshot.Past.Add(new PastMessage(default, from.ReadByte(), from.ReadBytes(RoomLimits.Peer),
                    from.ReadBytes(RoomLimits.Key), from.ReadBytes(Most)));
            from.End();
            return snapshot;
        }
    }
}
