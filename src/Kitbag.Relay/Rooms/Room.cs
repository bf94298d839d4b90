using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Kept;
using Kitbag.Relay.Peers;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    /// <summary>
    /// Represents a room: its peers at this relay and at others, and the messages that are sent to all of them. It exists from the moment
    /// when a peer creates it, here or elsewhere; before that, and after the last peer has left, it is an empty place for its name.
    /// </summary>
    internal sealed partial class Room
    {
        private readonly RelayNode _node;
        private readonly ConcurrentDictionary<byte[], Member> _byId = new(Utf8Comparer.Instance);
        private readonly ConcurrentDictionary<byte[], Member>.AlternateLookup<ReadOnlySpan<byte>> _lookup;
        private readonly FrameBuilder _frame = new();
        private List<Member> _members = [];
        private RoomHistory? _history;
        private KeptTail? _tail;
        private Dictionary<string, long>? _bans;
        private byte[] _metadata = [];
        private Member? _owner;
        private Guid _creator;
        private bool _isClosed;

        public Room(RelayNode node, string name, long number)
        {
            _node = node;
            _lookup = _byId.GetAlternateLookup<ReadOnlySpan<byte>>();
            Name = name;
            NameBytes = Encoding.UTF8.GetBytes(name);
            Number = number;
            Bucket = RoomTable.Hash(NameBytes, node.Backplane.Buckets);
            Stream = RoomTable.Hash(NameBytes, node.Backplane.Streams);
        }

        public string Name { get; }

        public byte[] NameBytes { get; }

        /// <summary>Gets the number that identifies the room in the sessions of this relay.</summary>
        public long Number { get; }

        /// <summary>Gets the number of the backplane's bucket to which the room is hashed.</summary>
        public int Bucket { get; }

        public int Stream { get; }

        /// <summary>Gets the settings of the creator, or null while the room does not exist.</summary>
        public RoomSettings? Settings { get; private set; }

        /// <summary>Gets the time when the room was created, in milliseconds since 1970.</summary>
        public long Created { get; private set; }

        public bool IsKept => Settings is { IsKept: true };

        /// <summary>Gets or sets a task that completes when the other relays have sent what they know about the room.</summary>
        public Task Ready { get; set; } = Task.CompletedTask;

        private Lock Gate { get; } = new();

        /// <summary>Gets the number of peers in the room.</summary>
        public int Count => _byId.Count;

        /// <summary>Writes the entry of the room in a list. Returns false if the room is not listed.</summary>
        public bool TryDescribe(FrameBuilder to)
        {
            lock (Gate)
            {
                if (Settings == null || _isClosed || Settings.IsUnlisted)
                    return false;
                bool isLocked = Settings.Password.Length != 0 || Settings.NeedsTicket;
                to.Text(Name, RoomLimits.Name).Byte(IsKept ? (byte)1 : (byte)0).Byte(isLocked ? (byte)1 : (byte)0)
                    .Number(_members.Count).Number(MostPeers).Bytes(_metadata);
                return true;
            }
        }

        private int MostPeers => Settings!.MaxPeers == 0
            ? _node.Limits.MaxPeersPerRoom : Math.Min(Settings.MaxPeers, _node.Limits.MaxPeersPerRoom);

        private void Create(RoomSettings settings, byte[] metadata, long created, Guid creator)
        {
            Settings = settings;
            Created = created;
            _creator = creator;
            _metadata = metadata;
            RoomHistory? old = _history;
            int history = Math.Min(settings.History, _node.Limits.MaxHistory), keys = Math.Min(settings.Keys, _node.Limits.MaxHistory);
            bool hasHistory = !settings.IsKept && history + keys != 0;
            _history = hasHistory ? new RoomHistory(history, keys, _node.Limits.MaxHistoryBytes) : null;
            if (_history != null)
                old?.ToList().ForEach(_history.Add);
            _tail = settings.IsKept ? _node.Kept.Tail(Stream, NameBytes) : null;
        }

        // Closes the place if it has no peers of this relay. The caller holds the lock.
        private void CloseIfEmpty()
        {
            if (_isClosed || _members.Exists(m => m.Relay == _node.Relay))
                return;
            _isClosed = true;
            _history = null;
            foreach (Member member in _members)
                member.Timer?.Dispose();
            _node.Rooms.Remove(this);
        }

        // Sends a frame to all peers of this relay that have a session. The caller holds the lock.
        private void Tell(byte[] frame, Member? except = null)
        {
            foreach (Member member in _members)
            {
                if (member != except)
                    member.Peer?.Outbox.Send(frame);
            }
        }

        private void TellPeer(KitbagPeerEvent what, Member member, KitbagPeerCause cause, Member? except)
        {
            bool isDescribed = what is KitbagPeerEvent.Joined or KitbagPeerEvent.Back or KitbagPeerEvent.Described;
            ReadOnlySpan<byte> metadata = isDescribed ? member.Metadata : [];
            Tell(RelayFrames.Control(_frame.Peer(Number, what, member.Name, cause), metadata), except);
        }

        private void TellRoom() => Tell(RelayFrames.Control(_frame.Room(Number, _owner?.Name ?? ""), _metadata));
    }
}
