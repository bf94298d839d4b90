using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Identity;
using Kitbag.Relay.Peers;
using Kitbag.Relay.Remote;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    // Handles peers of this relay that join and leave.
    internal sealed partial class Room
    {
        /// <summary>The result if the place was closed meanwhile. There may be another one for the same name.</summary>
        public static readonly RoomFailure Closed = new(-1, "");

        // If the list of peers is longer, the rest is sent as events.
        private const int MostListed = 256 << 10;

        /// <summary>Lets a peer join. Returns a failure, or null; the peer has been sent everything by then.</summary>
        public RoomFailure? Join(Peer peer, JoinRequest request)
        {
            lock (Gate)
            {
                if (_isClosed)
                    return Closed;
                bool isNew = Settings == null;
                RoomFailure? failure = Check(peer, request);
                if (failure != null)
                {
                    CloseIfEmpty();
                    return failure;
                }
                if (isNew)
                    Create(request.Settings!, request.Settings!.Metadata, _node.NowMilliseconds, _node.Relay);
                bool isBack = _lookup.TryGetValue(peer.IdBytes, out Member? member), isHere = isBack && member!.Peer == peer;
                // Others must not be told that a peer is back if they were not told that it was away.
                bool isTold = member is not { IsAway: false };
                member ??= new Member(this, peer.IdBytes, _node.Relay, _node.NowMilliseconds);
                if (!peer.TryAdd(member))
                {
                    CloseIfEmpty();
                    return RoomFailure.Limit("A peer may be in", _node.Limits.MaxRoomsPerPeer, "rooms (--limits.maxroomsperpeer)");
                }
                Place(member, peer, request.Metadata, isBack);
                member.MustCreate = isNew && request.Mode == JoinMode.New;
                if (isNew)
                    _owner = member;
                TellJoined(member, request.Request, isNew, isMissing: isBack && !isHere && !IsKept);
                // Another relay may create the room at the same time.
                if (isNew)
                    Publish(r => r.PublishSnapshot(this, NameBytes, Guid.Empty, isGap: false));
                else if (!isHere)
                    Announce(isBack ? KitbagPeerEvent.Back : KitbagPeerEvent.Joined, member, isTold);
                if (request.Position.Length == 0 || _tail == null)
                {
                    SendPast(member);
                }
                else
                {
                    KeptPosition after = Positions.Read(request.Position);
                    _ = CatchUpAsync(member, peer, after, isContinued: after != KeptPosition.Start);
                }
                return null;
            }
        }

        /// <summary>Removes a peer that leaves or is removed.</summary>
        public void Leave(Member member, KitbagPeerCause cause)
        {
            lock (Gate)
                Drop(member, cause, isTold: cause is KitbagPeerCause.Removed or KitbagPeerCause.RoomClosed);
        }

        /// <summary>Handles the loss or the replacement of a peer's connection.</summary>
        public void SetAway(Member member, Peer peer, bool isAway)
        {
            lock (Gate)
            {
                if (member.Peer != peer || member.IsAway == isAway)
                    return;
                member.IsAway = isAway;
                Announce(isAway ? KitbagPeerEvent.Away : KitbagPeerEvent.Back, member);
            }
        }

        /// <summary>Keeps the place of a peer whose session has ended for some time: it may come back with another session.</summary>
        public void Detach(Member member, Peer peer, TimeSpan time)
        {
            lock (Gate)
            {
                if (member.Peer != peer)
                    return;
                member.Peer = null;
                member.IsLive = false;
                member.Timer = _node.Time.CreateTimer(_ => LeaveIfAway(member), null, time, System.Threading.Timeout.InfiniteTimeSpan);
                if (member.IsAway)
                    return;
                member.IsAway = true;
                Announce(KitbagPeerEvent.Away, member);
            }
        }

        /// <summary>Changes the metadata of the room, if the peer owns it, or of the peer itself.</summary>
        public RoomFailure? Describe(Member by, bool isPeer, byte[] metadata)
        {
            lock (Gate)
            {
                if (!isPeer && by != _owner)
                    return RoomFailure.NotOwner;
                if (isPeer)
                {
                    by.Metadata = metadata;
                    Announce(KitbagPeerEvent.Described, by);
                    return null;
                }
                _metadata = metadata;
                TellRoom();
                Publish(r => r.PublishRoom(this, _owner!.Id, _metadata));
                return null;
            }
        }

        /// <summary>Removes a peer at the request of the owner.</summary>
        public RoomFailure? Remove(Member by, ReadOnlySpan<byte> peer, long seconds)
        {
            lock (Gate)
            {
                if (by != _owner)
                    return RoomFailure.NotOwner;
                if (!_lookup.TryGetValue(peer, out Member? member) || member == by)
                    return RoomFailure.NoSuchPeer;
                Ban(member.Subject, seconds);
                Publish(r => r.PublishRemove(this, member.Id, seconds));
                Drop(member, KitbagPeerCause.Removed, isTold: true);
                return null;
            }
        }

        /// <summary>Makes another peer the owner at the request of the owner.</summary>
        public RoomFailure? HandOver(Member by, ReadOnlySpan<byte> peer)
        {
            lock (Gate)
            {
                if (by != _owner)
                    return RoomFailure.NotOwner;
                if (!_lookup.TryGetValue(peer, out Member? member))
                    return RoomFailure.NoSuchPeer;
                _owner = member;
                TellRoom();
                Publish(r => r.PublishRoom(this, _owner.Id, _metadata));
                return null;
            }
        }

        private RoomFailure? Check(Peer peer, JoinRequest request)
        {
            if (!peer.Identity.Covers(Name))
                return RoomFailure.OtherRooms;
            if (!peer.Identity.Rights.HasFlag(RelayRights.Join))
                return RoomFailure.NoJoin;
            if (Settings == null)
            {
                if (request.Mode == JoinMode.Existing)
                    return RoomFailure.NoSuchRoom;
                return peer.Identity.Rights.HasFlag(RelayRights.Create) ? null : RoomFailure.NoCreate;
            }
            if (request.Mode == JoinMode.New)
                return RoomFailure.Exists;
            if (_bans != null && _bans.TryGetValue(peer.Identity.Subject, out long until))
            {
                if (until > _node.Ticks)
                    return RoomFailure.Banned;
                _bans.Remove(peer.Identity.Subject);
            }
            bool isBack = _lookup.ContainsKey(peer.IdBytes);
            if (!isBack && _members.Count >= MostPeers)
                return RoomFailure.Full;
            if (IsOpenTo(peer, request.Secret))
                return null;
            return request.Secret.Length == 0 ? RoomFailure.NoSecret : RoomFailure.WrongSecret;
        }

        private bool IsOpenTo(Peer peer, byte[] secret)
        {
            if (Settings!.Password.Length == 0 && !Settings.NeedsTicket)
                return true;
            if (!Settings.NeedsTicket && CryptographicOperations.FixedTimeEquals(Settings.Password, secret))
                return true;
            return _node.Tokens?.Read(secret, out _) is { } ticket && ticket.Rights.HasFlag(RelayRights.Ticket)
                && ticket.Rooms.Count != 0 && ticket.Covers(Name)
                && (ticket.Subject == "*" || ticket.Subject == peer.Identity.Subject);
        }

        private void Place(Member member, Peer peer, byte[] metadata, bool isBack)
        {
            member.Timer?.Dispose();
            member.Timer = null;
            member.Peer = peer;
            SetRelay(member, _node.Relay);
            member.IsAway = false;
            member.Metadata = metadata;
            if (isBack)
                return;
            _members.Add(member);
            _byId.TryAdd(member.Id, member);
        }

        private void TellJoined(Member member, long request, bool isNew, bool isMissing)
        {
            List<Member> listed = _members;
            int bytes = 0;
            int count = listed.FindIndex(m => (bytes += m.Id.Length + m.Metadata.Length + 8) > MostListed);
            if (count < 0)
                count = listed.Count;
            _frame.Begin(RoomOp.Joined).Number(request).Number(Number).Byte((byte)((isNew ? 1 : 0) | (isMissing ? 2 : 0)))
                .Byte(IsKept ? (byte)1 : (byte)0).Text(_owner?.Name ?? "", RoomLimits.Peer).Bytes(_metadata).Number(count);
            foreach (Member listedMember in listed.Take(count))
                _frame.Bytes(listedMember.Id).Byte(listedMember.IsAway ? (byte)1 : (byte)0).Bytes(listedMember.Metadata);
            member.Peer!.Outbox.Send(RelayFrames.Control(_frame));
            foreach (Member more in listed.Skip(count))
            {
                member.Peer.Outbox.Send(RelayFrames.Control(_frame.Peer(Number, KitbagPeerEvent.Joined, more.Name, 0), more.Metadata));
                if (more.IsAway)
                    member.Peer.Outbox.Send(RelayFrames.Control(_frame.Peer(Number, KitbagPeerEvent.Away, more.Name, 0)));
            }
        }

        // Notifies the other peers here, and the other relays, of an event of a peer of this relay.
        private void Announce(KitbagPeerEvent what, Member member, bool isTold = true)
        {
            if (isTold)
                TellPeer(what, member, KitbagPeerCause.OwnWill, except: member);
            Publish(r => r.PublishPeer(this, what, member, KitbagPeerCause.OwnWill));
        }

        private void Publish(Func<RemoteRooms, bool> publish)
        {
            if (!_node.IsAlone)
                publish(_node.Remote);
        }

        // The caller holds the lock.
        private void Drop(Member member, KitbagPeerCause cause, bool isTold)
        {
            if (!_lookup.TryGetValue(member.Id, out Member? found) || found != member)
                return;
            _byId.TryRemove(member.Id, out _);
            _members.Remove(member);
            member.Timer?.Dispose();
            if (isTold)
                member.Peer?.Outbox.Send(RelayFrames.Control(_frame.Removed(Number, cause, "")));
            member.Peer?.Forget(member);
            member.Peer = null;
            TellPeer(KitbagPeerEvent.Left, member, cause, except: null);
            if (member.Relay == _node.Relay)
                Publish(r => r.PublishPeer(this, KitbagPeerEvent.Left, member, cause));
            if (member == _owner)
                Succeed();
            CloseIfEmpty();
        }

        // The peer that has been in the room longest becomes the owner, so that all relays choose the same one.
        private void Succeed()
        {
            _owner = _members.Count == 0 ? null : _members.MinBy(m => (m.Since, m.Name), OwnerOrder.Instance);
            if (_owner != null)
                TellRoom();
        }

        private void LeaveIfAway(Member member)
        {
            lock (Gate)
            {
                if (member.Peer == null && member.IsAway)
                    Drop(member, KitbagPeerCause.AwayTooLong, isTold: false);
            }
        }

        private void Ban(string subject, long seconds)
        {
            if (seconds == 0)
                return;
            _bans ??= new Dictionary<string, long>(StringComparer.Ordinal);
            _bans[subject] = _node.Ticks + (long)Math.Min(seconds, 1e9) * 1000;
        }

        private sealed class OwnerOrder : IComparer<(long Since, string Name)>
        {
            public static OwnerOrder Instance { get; } = new();

            public int Compare((long Since, string Name) x, (long Since, string Name) y) =>
                x.Since != y.Since ? x.Since.CompareTo(y.Since) : string.CompareOrdinal(x.Name, y.Name);
        }
    }
}
