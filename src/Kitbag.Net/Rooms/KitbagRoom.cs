using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Rooms
{
    /// <summary>
    /// Represents a room that this program has joined. It is joined again automatically after the session with the relay was lost. All
    /// members are thread-safe.
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

        /// <summary>Gets the name of the room.</summary>
        public string Name { get; }

        /// <summary>Gets a value indicating whether messages to all are kept, except sheddable ones.</summary>
        public bool IsKept { get; private set; }

        /// <summary>Gets the id of the peer that owns the room.</summary>
        public string Owner { get; private set; } = "";

        /// <summary>Gets the metadata of the room. The array must not be changed.</summary>
        public byte[] Metadata { get; private set; } = Array.Empty<byte>();

        /// <summary>Gets a value indicating whether this program is currently in the room, with a session.</summary>
        public bool IsJoined => Place != null;

        /// <summary>
        /// Gets the position of the last kept message that was received; it is updated before the handler is called. If it is passed when
        /// joining again, all messages after it are received. Empty in a fast room. The array must not be changed.
        /// </summary>
        public byte[] Position => Volatile.Read(ref _position);

        /// <summary>Gets the peers in the room according to the latest events, including this program.</summary>
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

        /// <summary>Gets a value indicating whether this program has ever been in the room.</summary>
        internal bool WasJoined { get; private set; }

        /// <summary>Gets the current session and the number of the room in it, or null while the room is not joined.</summary>
        internal RoomPlace? Place => Volatile.Read(ref _place);

        /// <summary>Sends bytes unchanged.</summary>
        /// <param name="payload">The bytes, which must not be changed until the task is completed.</param>
        /// <param name="how">The receivers and the mode.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while the room is not joined or the message waits in the send buffer. Once its first byte was
        /// passed to the connection, the message is sent, and the task completes normally.
        /// </param>
        /// <returns>A task that completes when there is space for further messages.</returns>
        /// <exception cref="KitbagSessionException">
        /// The client has ended, the message is too long, or the session was lost while the message waited in the send buffer.
        /// </exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and nothing was sent.</exception>
        public ValueTask SendBytesAsync(ReadOnlyMemory<byte> payload, KitbagSend how = default,
            CancellationToken cancellationToken = default) => _client.SendAsync(this, payload, how, cancellationToken);

        /// <summary>Sends a value, which others handle by the name of its type: <see cref="KitbagRoomHandlers.On{T}"/>.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <param name="message">The value.</param>
        /// <param name="how">The receivers and the mode.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while the room is not joined or the message waits in the send buffer. Once its first byte was
        /// passed to the connection, the message is sent, and the task completes normally.
        /// </param>
        /// <returns>A task that completes when there is space for further messages.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        /// <exception cref="KitbagSessionException">
        /// The client has ended, the message is too long, or the session was lost while the message waited in the send buffer.
        /// </exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and nothing was sent.</exception>
        public ValueTask SendAsync<[KitbagRoot(Json = false)] T>(T message, KitbagSend how = default,
            CancellationToken cancellationToken = default) =>
            _client.SendAsync(this, TypedMessages.Write(message), how, cancellationToken);

        /// <summary>
        /// Sends bytes, and waits until the relay has received them, or in a kept room until they are stored. If the session is lost
        /// meanwhile, a kept message is sent again and delivered once.
        /// </summary>
        /// <param name="payload">The bytes, which must not be changed until the task is completed.</param>
        /// <param name="how">The receivers and the mode.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation. A message that has not left the send buffer is not sent; any other may be delivered.
        /// </param>
        /// <returns>The position of the message in a kept room; empty in a fast room.</returns>
        /// <exception cref="KitbagRoomException">
        /// The message was rejected, or, in a fast room, the session was lost and it is unknown whether the message was received.
        /// </exception>
        /// <exception cref="OperationCanceledException">
        /// The operation was canceled. It is unknown whether the message is delivered, unless the token was canceled before the call.
        /// </exception>
        public Task<byte[]> SendBytesConfirmedAsync(ReadOnlyMemory<byte> payload, KitbagSend how = default,
            CancellationToken cancellationToken = default) => _client.SendConfirmedAsync(this, payload, how, cancellationToken);

        /// <summary>Sends a value, and waits until the relay has received it, or in a kept room until it is stored.</summary>
        /// <typeparam name="T">The type.</typeparam>
        /// <param name="message">The value.</param>
        /// <param name="how">The receivers and the mode.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation. A message that has not left the send buffer is not sent; any other may be delivered.
        /// </param>
        /// <returns>The position of the message in a kept room; empty in a fast room.</returns>
        /// <exception cref="KitbagException">The value cannot be written.</exception>
        /// <exception cref="KitbagRoomException">
        /// The message was rejected, or, in a fast room, the session was lost and it is unknown whether the message was received.
        /// </exception>
        /// <exception cref="OperationCanceledException">
        /// The operation was canceled. It is unknown whether the message is delivered, unless the token was canceled before the call.
        /// </exception>
        public Task<byte[]> SendConfirmedAsync<[KitbagRoot(Json = false)] T>(T message, KitbagSend how = default,
            CancellationToken cancellationToken = default) =>
            _client.SendConfirmedAsync(this, TypedMessages.Write(message), how, cancellationToken);

        /// <summary>Leaves the room.</summary>
        /// <param name="cancellationToken">
        /// A token to stop waiting for the confirmation of the relay. The room is left nevertheless, unless the token was canceled before
        /// the call.
        /// </param>
        /// <returns>A task that completes when the relay has confirmed it.</returns>
        /// <exception cref="KitbagRoomException">The session was lost meanwhile; the room was left nevertheless.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public Task LeaveAsync(CancellationToken cancellationToken = default) => _client.LeaveAsync(this, cancellationToken);

        /// <summary>Changes the metadata of the room. Only its owner is allowed to do this.</summary>
        /// <param name="metadata">The metadata, up to 4,096 bytes.</param>
        /// <param name="cancellationToken">A token to cancel the operation. The relay may already have executed the request.</param>
        /// <exception cref="KitbagRoomException">The relay rejected the request.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public Task DescribeAsync(ReadOnlyMemory<byte> metadata, CancellationToken cancellationToken = default) =>
            _client.DescribeAsync(this, metadata, isPeer: false, cancellationToken);

        /// <summary>Changes the metadata of this program in the room.</summary>
        /// <param name="metadata">The metadata, up to 4,096 bytes.</param>
        /// <param name="cancellationToken">A token to cancel the operation. The relay may already have executed the request.</param>
        /// <exception cref="KitbagRoomException">The relay rejected the request.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public async Task DescribeMeAsync(ReadOnlyMemory<byte> metadata, CancellationToken cancellationToken = default)
        {
            byte[] own = metadata.ToArray();
            await _client.DescribeAsync(this, own, isPeer: true, cancellationToken).ConfigureAwait(false);
            Own = own;
        }

        /// <summary>Removes a peer from the room, and bans its name for some time. Only the owner is allowed to do this.</summary>
        /// <param name="peer">The id of the peer.</param>
        /// <param name="time">The duration of the ban; zero for none.</param>
        /// <param name="cancellationToken">A token to cancel the operation. The relay may already have executed the request.</param>
        /// <exception cref="KitbagRoomException">The relay rejected the request.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public Task RemoveAsync(string peer, TimeSpan time = default, CancellationToken cancellationToken = default) =>
            _client.RemoveAsync(this, peer, time, cancellationToken);

        /// <summary>Transfers the ownership of the room to another peer. Only the owner is allowed to do this.</summary>
        /// <param name="peer">The id of the peer.</param>
        /// <param name="cancellationToken">A token to cancel the operation. The relay may already have executed the request.</param>
        /// <exception cref="KitbagRoomException">The relay rejected the request.</exception>
        /// <exception cref="OperationCanceledException">The operation was canceled.</exception>
        public Task HandOverAsync(string peer, CancellationToken cancellationToken = default) =>
            _client.HandOverAsync(this, peer, cancellationToken);

        internal void Move(byte[] position) => Volatile.Write(ref _position, position);

        /// <summary>Marks the room as not joined. Returns where it was joined, to the first caller only, which has to leave it.</summary>
        internal RoomPlace? Unjoin() => Interlocked.Exchange(ref _place, null);

        /// <summary>
        /// Updates the room after the relay has let this program in. Returns the peers that have joined and left since the last time.
        /// </summary>
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
            WasJoined = true;
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
