using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// A room in which this program is. It is joined again by itself after the session with the relay was lost. All members may be used by
    /// any number of threads.
    /// </summary>
    public sealed class KitbagRoom
    {
        private readonly KitbagRoomClient _client;
        private readonly Dictionary<string, KitbagRoomPeer> _peers = new Dictionary<string, KitbagRoomPeer>();
        private RoomPlace? _place;
        private byte[] _position = Array.Empty<byte>();

        internal KitbagRoom(KitbagRoomClient client, string name, KitbagRoomOptions options)
        {
            _client = client;
            Name = name;
            Options = options;
            Own = options.Metadata;
            if (options.Position != null)
                _position = options.Position;
        }

        /// <summary>Its name.</summary>
        public string Name { get; }

        /// <summary>Whether messages that are not sheddable and for all are kept.</summary>
        public bool IsKept { get; private set; }

        /// <summary>The id of the peer that owns it.</summary>
        public string Owner { get; private set; } = "";

        /// <summary>What is said of it. Not to be changed.</summary>
        public byte[] Metadata { get; private set; } = Array.Empty<byte>();

        /// <summary>Whether this program is in the room now, with a session.</summary>
        public bool IsJoined => Place != null;

        /// <summary>
        /// The position of the last kept message that was taken: it moves before the handler is called. Shown at the next join, all
        /// messages behind it come. Not to be changed; empty in a fast room.
        /// </summary>
        public byte[] Position => Volatile.Read(ref _position);

        /// <summary>Who is in it, as last heard; this program among them.</summary>
        public IReadOnlyCollection<KitbagRoomPeer> Peers
        {
            get
            {
                lock (_peers)
                    return _peers.Values.ToArray();
            }
        }

        internal KitbagRoomOptions Options { get; }

        internal byte[] Own { get; private set; }

        /// <summary>Where it is now: in which session, and under which number there; null while it is not joined.</summary>
        internal RoomPlace? Place => Volatile.Read(ref _place);

        /// <summary>Sends bytes as they are.</summary>
        /// <param name="payload">The bytes; not to be changed until the task is done.</param>
        /// <param name="how">To whom, and how.</param>
        /// <exception cref="KitbagSessionException">The client has ended, or the message is too long.</exception>
        public ValueTask SendBytesAsync(ReadOnlyMemory<byte> payload, KitbagSend how = default) => _client.SendAsync(this, payload, how);

        /// <summary>Sends a value, which others handle by the name of its type: <see cref="KitbagRoomHandlers.On{T}"/>.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <param name="message">The value.</param>
        /// <param name="how">To whom, and how.</param>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        /// <exception cref="KitbagSessionException">The client has ended, or the message is too long.</exception>
        public ValueTask SendAsync<[KitbagRoot(Json = false)] T>(T message, KitbagSend how = default) =>
            _client.SendAsync(this, TypedMessages.Write(message), how);

        /// <summary>
        /// Sends bytes, and waits until the relay has taken them: in a kept room until they are kept for good. If the session is lost
        /// meanwhile, a kept message is sent again, and is there once.
        /// </summary>
        /// <param name="payload">The bytes; not to be changed until the task is done.</param>
        /// <param name="how">To whom, and how.</param>
        /// <returns>The position in a kept room; empty in a fast one.</returns>
        /// <exception cref="KitbagRoomException">It was not taken; or, in a fast room, the session was lost, and nobody knows.</exception>
        public Task<byte[]> SendBytesConfirmedAsync(ReadOnlyMemory<byte> payload, KitbagSend how = default) =>
            _client.SendConfirmedAsync(this, payload, how);

        /// <summary>Sends a value, and waits until the relay has taken it.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <param name="message">The value.</param>
        /// <param name="how">To whom, and how.</param>
        /// <returns>The position in a kept room; empty in a fast one.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        /// <exception cref="KitbagRoomException">It was not taken; or, in a fast room, the session was lost, and nobody knows.</exception>
        public Task<byte[]> SendConfirmedAsync<[KitbagRoot(Json = false)] T>(T message, KitbagSend how = default) =>
            _client.SendConfirmedAsync(this, TypedMessages.Write(message), how);

        /// <summary>Leaves the room.</summary>
        /// <exception cref="KitbagRoomException">The session was lost meanwhile; the room is left all the same.</exception>
        public Task LeaveAsync() => _client.LeaveAsync(this);

        /// <summary>Changes what is said of the room; its owner may.</summary>
        /// <param name="metadata">At most 4,096 bytes.</param>
        /// <exception cref="KitbagRoomException">The relay does not do it.</exception>
        public Task DescribeAsync(ReadOnlyMemory<byte> metadata) => _client.DescribeAsync(this, metadata, isPeer: false);

        /// <summary>Changes what this program says of itself.</summary>
        /// <param name="metadata">At most 4,096 bytes.</param>
        /// <exception cref="KitbagRoomException">The relay does not do it.</exception>
        public Task DescribeMeAsync(ReadOnlyMemory<byte> metadata)
        {
            Own = metadata.ToArray();
            return _client.DescribeAsync(this, metadata, isPeer: true);
        }

        /// <summary>Removes a peer, and keeps its name out for some time; the owner may.</summary>
        /// <param name="peer">The id of the peer.</param>
        /// <param name="time">For how long; zero for not at all.</param>
        /// <exception cref="KitbagRoomException">The relay does not do it.</exception>
        public Task RemoveAsync(string peer, TimeSpan time = default) => _client.RemoveAsync(this, peer, time);

        /// <summary>Makes another peer the owner; the owner may.</summary>
        /// <param name="peer">The id of the peer.</param>
        /// <exception cref="KitbagRoomException">The relay does not do it.</exception>
        public Task HandOverAsync(string peer) => _client.HandOverAsync(this, peer);

        internal void Move(byte[] position) => Volatile.Write(ref _position, position);

        internal void Unjoin() => Volatile.Write(ref _place, null);

        /// <summary>The relay has let this program in. Answers which peers have come and gone since the last time.</summary>
        internal List<(KitbagPeerEvent Event, KitbagRoomPeer Peer)> OnJoined(RoomPlace place, bool isKept, string owner,
            byte[] metadata, List<KitbagRoomPeer> peers)
        {
            var changes = new List<(KitbagPeerEvent, KitbagRoomPeer)>();
            lock (_peers)
            {
                var now = new HashSet<string>(peers.Select(p => p.Id));
                foreach (KitbagRoomPeer gone in _peers.Values.Where(p => !now.Contains(p.Id)).ToList())
                {
                    _peers.Remove(gone.Id);
                    changes.Add((KitbagPeerEvent.Left, gone));
                }
                foreach (KitbagRoomPeer peer in peers)
                {
                    if (!_peers.ContainsKey(peer.Id))
                        changes.Add((KitbagPeerEvent.Joined, peer));
                    _peers[peer.Id] = peer;
                }
            }
            IsKept = isKept;
            OnChanged(owner, metadata);
            Volatile.Write(ref _place, place);
            return changes;
        }

        internal KitbagRoomPeer OnPeer(KitbagPeerEvent what, string id, byte[] metadata)
        {
            lock (_peers)
            {
                _peers.TryGetValue(id, out KitbagRoomPeer? known);
                bool isDescribed = what is KitbagPeerEvent.Joined or KitbagPeerEvent.Back or KitbagPeerEvent.Described;
                bool isAway = what == KitbagPeerEvent.Away || (what == KitbagPeerEvent.Described && known is { IsAway: true });
                var peer = new KitbagRoomPeer(id, isAway, isDescribed ? metadata : known?.Metadata ?? Array.Empty<byte>());
                if (what == KitbagPeerEvent.Left)
                    _peers.Remove(id);
                else
                    _peers[id] = peer;
                return peer;
            }
        }

        internal void OnChanged(string owner, byte[] metadata)
        {
            Owner = owner;
            Metadata = metadata;
        }
    }
}
