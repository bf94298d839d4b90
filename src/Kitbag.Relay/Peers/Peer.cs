using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net;
using Kitbag.Net.Frames;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Identity;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Peers
{
    /// <summary>
    /// Represents a connected program: its session, its identity and its rooms. Its messages are handled one after the other.
    /// </summary>
    internal sealed partial class Peer
    {
        private readonly RelayNode _node;
        private readonly Lock _gate = new();
        private readonly Dictionary<long, Member> _members = [];
        private readonly RateLimit _rate;
        private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private KitbagSession? _session;
        private Member? _recent;
        private bool _isGone;

        public Peer(RelayNode node, RelayIdentity identity)
        {
            _node = node;
            Identity = identity;
            Outbox = new Outbox(node.Limits, node.Metrics);
            _rate = new RateLimit(node.Limits.FramesPerSecond, node.Limits.BytesPerSecond, node.Time);
        }

        /// <summary>Gets or sets the identity according to the latest credentials.</summary>
        public RelayIdentity Identity { get; set; }

        /// <summary>Gets the id; empty before the peer has entered.</summary>
        public string Id { get; private set; } = "";

        public byte[] IdBytes { get; private set; } = [];

        public Outbox Outbox { get; }

        /// <summary>Gets the number of frames that the peer has sent. Written by one thread at a time.</summary>
        public long Frames { get; private set; }

        public long Bytes { get; private set; }

        /// <summary>Gets a task that completes when the end of the session has been handled, and its rooms are informed.</summary>
        public Task Ended => _ended.Task;

        /// <summary>
        /// Starts the peer with its session, unless it has been started. Whichever comes first calls this: the attached connection or the
        /// first message. A relay that stops must know of all peers that have received an answer.
        /// </summary>
        public void Begin(KitbagSession session)
        {
            if (Volatile.Read(ref _session) != null)
                return;
            lock (_gate)
            {
                if (_session != null)
                    return;
                Outbox.Begin(session);
                _node.Add(this, session);
                Volatile.Write(ref _session, session);
            }
            _ = EndAsync(session);
        }

        /// <summary>Handles the loss or the replacement of the peer's connection.</summary>
        public void OnConnectionChanged(KitbagSession session)
        {
            Begin(session);
            foreach (Member member in Members())
                member.Room.SetAway(member, this, !session.IsConnected);
        }

        /// <summary>Adds a room of the peer. Returns false if the peer is in too many rooms or has gone.</summary>
        public bool TryAdd(Member member)
        {
            lock (_gate)
            {
                _recent = null;
                if (_isGone || (!_members.ContainsKey(member.Room.Number) && _members.Count >= _node.Limits.MaxRoomsPerPeer))
                    return false;
                _members[member.Room.Number] = member;
                return true;
            }
        }

        /// <summary>Removes a room of the peer.</summary>
        public void Forget(Member member)
        {
            lock (_gate)
            {
                _recent = null;
                _members.Remove(member.Room.Number);
            }
        }

        /// <summary>Ends the session.</summary>
        public void Cut(KitbagCloseReason reason, string message) => _session?.Cut(reason, message);

        /// <summary>Ends the session because another session of the same peer takes over its rooms.</summary>
        public void Replace() => Detach(KitbagCloseReason.Done, "The peer has entered with another session.");

        /// <summary>
        /// Ends the session because the peer has a newer one at another relay. If that is not true, because events of the other relay were
        /// delayed, the peer reconnects at once. May be called while the lock of a room is held.
        /// </summary>
        public void Move() => ThreadPool.QueueUserWorkItem(
            static peer => peer.Detach(KitbagCloseReason.GoingAway, "again in 0 ms"), this, preferLocal: false);

        private async Task EndAsync(KitbagSession session)
        {
            KitbagClose close = await session.Completion;
            _node.Leave(this);
            bool mayComeBack = close.Reason is KitbagCloseReason.ConnectionLost or KitbagCloseReason.TimedOut or KitbagCloseReason.Aborted;
            if (_node.IsStopping || (mayComeBack && !session.CanResume))
                Leave(static (member, peer) => member.Room.Detach(member, peer, peer._node.Limits.AwayTime));
            KitbagPeerCause cause = close.Reason == KitbagCloseReason.SlowPeer ? KitbagPeerCause.TooSlow
                : mayComeBack ? KitbagPeerCause.AwayTooLong : KitbagPeerCause.OwnWill;
            Leave((member, peer) => member.Room.Leave(member, cause));
            _ended.TrySetResult();
            _node.Log.LogDebug("{Peer} has gone: {Reason}, {Message}", Id, close.Reason, close.Message);
        }

        private void Detach(KitbagCloseReason reason, string message)
        {
            Leave(static (member, peer) => member.Room.Detach(member, peer, peer._node.Limits.AwayTime));
            Cut(reason, message);
        }

        private void Leave(Action<Member, Peer> leave)
        {
            lock (_gate)
                _isGone = true;
            foreach (Member member in Members())
            {
                if (member.Peer == this)
                    leave(member, this);
            }
            lock (_gate)
            {
                _recent = null;
                _members.Clear();
            }
        }

        private Member[] Members()
        {
            lock (_gate)
                return [.. _members.Values];
        }

        // Messages of a peer are handled by one thread at a time, and are nearly always for the same room as the one before.
        private Member? Find(long room)
        {
            Member? member = Volatile.Read(ref _recent);
            if (member != null && member.Room.Number == room)
                return member;
            lock (_gate)
                return _recent = _members.GetValueOrDefault(room);
        }

        private void Enter(long request, byte[] instance)
        {
            if (Id.Length != 0)
            {
                Fail(request, RoomFailure.NotEntered);
                return;
            }
            int longest = Math.Max(_node.Limits.MaxMessage, RelayFrames.MostControl) + RelayFrames.MostAdded;
            if (_session!.MaxSentFrame < longest)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "This relay sends frames of up to " + longest
                    + " bytes. KitbagSessionOptions.MaxFrame of the client must be at least that.");
            string id = Identity.Subject + "~" + Base64Url.EncodeToString(instance);
            IdBytes = Encoding.UTF8.GetBytes(id);
            Id = id;
            _node.Enter(this);
            Outbox.Send(RelayFrames.Control(new FrameBuilder().Entered(request, id, _node.Name)));
        }

        private void Done(long request, ReadOnlySpan<byte> position = default) =>
            Outbox.Send(RelayFrames.Control(new FrameBuilder().Done(request, position)));

        private void Fail(long request, RoomFailure failure)
        {
            _node.Metrics.Dropped(Metrics.DropReason.Refused);
            Outbox.Send(RelayFrames.Control(new FrameBuilder().Failure(request, failure.Code, failure.Text)));
        }

        // The request is 0 if no confirmation of the message was requested.
        private void FailMessage(long request, long room, RoomFailure failure)
        {
            if (request != 0)
            {
                Fail(request, failure);
                return;
            }
            _node.Metrics.Dropped(Metrics.DropReason.Refused);
            Outbox.Send(RelayFrames.Control(new FrameBuilder().Undelivered(room, failure.Code, failure.Text)));
        }

        private void Answer(long request, RoomFailure? failure)
        {
            if (failure == null)
                Done(request);
            else
                Fail(request, failure);
        }
    }
}
