using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Remote;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    // Exchanges information about the room with other relays.
    internal sealed partial class Room
    {
        // Peers that have moved to another relay, and their earlier relay, which has not announced yet that it has lost them: if that relay
        // is lost, so are their last messages.
        private readonly HashSet<(Guid Relay, string Peer)> _moved = [];

        /// <summary>Returns what this relay knows about the room, with its own peers only.</summary>
        public RoomSnapshot Snapshot(bool withPast)
        {
            lock (Gate)
            {
                List<Member> own = [.. _members.Where(m => m.Relay == _node.Relay)];
                if (Settings == null || _isClosed || own.Count == 0)
                    return new RoomSnapshot();
                return new RoomSnapshot
                {
                    Settings = Settings,
                    Created = Created,
                    Creator = _creator,
                    Metadata = _metadata,
                    Owner = _owner?.Id ?? [],
                    Peers = [.. own.Select(m => (m.Id, m.IsAway, m.Since, m.Metadata))],
                    Bans = [.. (_bans ?? []).Select(b => (b.Key, Math.Max(0, b.Value - _node.Ticks)))],
                    Past = withPast && _history != null ? _history.ToList() : [],
                };
            }
        }

        /// <summary>Applies what another relay knows about the room.</summary>
        public void Merge(Guid relay, RoomSnapshot other)
        {
            lock (Gate)
            {
                if (_isClosed)
                    return;
                if (other.Settings is { } settings)
                {
                    int order = Settings == null ? -1 : (other.Created, other.Creator).CompareTo((Created, _creator));
                    if (order < 0 && Settings != null && !IsOpenToPeersOf(settings, Settings))
                    {
                        RemoveOwn(_ => true);
                        CloseIfEmpty();
                        return;
                    }
                    // The other relay removes its peers.
                    if (order > 0 && !IsOpenToPeersOf(Settings!, settings))
                        return;
                    foreach ((string subject, long milliseconds) in other.Bans)
                        Ban(subject, (milliseconds + 999) / 1000);
                    foreach ((byte[] id, bool isAway, long since, byte[] metadata) in other.Peers)
                        OnPeer(relay, isAway ? KitbagPeerEvent.Away : KitbagPeerEvent.Joined, id, KitbagPeerCause.OwnWill, since, metadata);
                    Adopt(other, relay, order);
                }
                var named = new HashSet<byte[]>(other.Peers.Select(p => p.Id), Utf8Comparer.Instance);
                foreach (Member gone in _members.Where(m => m.Relay == relay && !named.Contains(m.Id)).ToList())
                    Drop(gone, KitbagPeerCause.OwnWill, isTold: false);
                _moved.RemoveWhere(m => m.Relay == relay);
            }
        }

        /// <summary>Handles a peer of another relay that has joined, left or changed.</summary>
        public void OnPeer(Guid relay, KitbagPeerEvent what, byte[] id, KitbagPeerCause cause, long since, byte[] metadata)
        {
            lock (Gate)
            {
                _byId.TryGetValue(id, out Member? member);
                // An event of a peer that has moved to another relay may be delayed: events of different relays arrive in any order.
                bool isElsewhere = member != null && member.Relay != relay;
                if (what != KitbagPeerEvent.Described)
                    _moved.Remove((relay, Encoding.UTF8.GetString(id)));
                if (_isClosed || (isElsewhere && what is not (KitbagPeerEvent.Joined or KitbagPeerEvent.Back)))
                    return;
                if (what == KitbagPeerEvent.Left)
                {
                    if (member != null)
                        Drop(member, cause, isTold: false);
                    return;
                }
                bool isNew = member == null, wasAway = member is { IsAway: true };
                member ??= new Member(this, id, relay, since);
                if (isNew)
                {
                    _members.Add(member);
                    _byId.TryAdd(id, member);
                }
                member.Timer?.Dispose();
                member.Timer = null;
                // The peer continues with another session there, so its session here is obsolete.
                if (isElsewhere && member.Relay == _node.Relay && !wasAway)
                    Publish(r => r.PublishPeer(this, KitbagPeerEvent.Away, member, KitbagPeerCause.OwnWill));
                member.Peer?.Move();
                member.Peer?.Forget(member);
                member.Peer = null;
                SetRelay(member, relay);
                member.Metadata = metadata;
                member.IsAway = what == KitbagPeerEvent.Away;
                if (isNew)
                    TellPeer(KitbagPeerEvent.Joined, member, cause, except: null);
                if (what == KitbagPeerEvent.Described)
                    TellPeer(what, member, cause, except: null);
                else if (member.IsAway != wasAway)
                    TellPeer(member.IsAway ? KitbagPeerEvent.Away : KitbagPeerEvent.Back, member, cause, except: null);
            }
        }

        /// <summary>Applies a new owner or new metadata from another relay.</summary>
        public void OnRoom(byte[] owner, byte[] metadata)
        {
            lock (Gate)
            {
                _owner = _byId.GetValueOrDefault(owner) ?? _owner;
                _metadata = metadata;
                TellRoom();
            }
        }

        /// <summary>Removes a peer at the request of the owner, who is at another relay.</summary>
        public void OnRemove(ReadOnlySpan<byte> peer, long seconds)
        {
            lock (Gate)
            {
                if (_lookup.TryGetValue(peer, out Member? member))
                {
                    Ban(member.Subject, seconds);
                    Drop(member, KitbagPeerCause.Removed, isTold: true);
                }
            }
        }

        /// <summary>Handles the appearance or the loss of another relay. Returns whether it should be asked what it knows.</summary>
        public bool OnRelay(Guid relay, bool isAlive)
        {
            lock (Gate)
            {
                List<Member> its = [.. _members.Where(m => m.Relay == relay)];
                if (isAlive)
                    return its.Count != 0;
                // A relay that is stopped announces before that its peers are away, and then nothing is lost.
                if (_moved.RemoveWhere(m => m.Relay == relay) != 0 || its.Exists(m => !m.IsAway))
                    TellGap();
                foreach (Member member in its)
                {
                    member.Timer?.Dispose();
                    member.Timer = _node.Time.CreateTimer(_ => LeaveIfLost(member, relay), null, _node.Limits.AwayTime,
                        Timeout.InfiniteTimeSpan);
                    if (member.IsAway)
                        continue;
                    member.IsAway = true;
                    TellPeer(KitbagPeerEvent.Away, member, KitbagPeerCause.RelayLost, except: null);
                }
                return false;
            }
        }

        /// <summary>Reports that messages of a peer of another relay, or of all of them, may be missing.</summary>
        public void TellGap(string whom = "")
        {
            lock (Gate)
                Tell(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Backplane, 0, whom)));
        }

        private void LeaveIfLost(Member member, Guid relay)
        {
            lock (Gate)
            {
                if (member.Relay == relay && member.IsAway)
                    Drop(member, KitbagPeerCause.RelayLost, isTold: false);
            }
        }

        // The caller holds the lock.
        private void SetRelay(Member member, Guid relay)
        {
            if (member.Relay == relay)
                return;
            if (member.Relay != _node.Relay && !member.IsAway)
                _moved.Add((member.Relay, member.Name));
            member.Relay = relay;
            member.LateAt = null;
        }

        // Relays may have created the room at the same time, or while they could not reach each other. The earliest creation applies; the
        // order of the other one is positive if it is later, and 0 if there is only one. Then a relay that has missed an event adopts what
        // relays with lower ids know.
        private void Adopt(RoomSnapshot other, Guid relay, int order)
        {
            bool isFirst = Settings == null, isMissing = order == 0 && relay.CompareTo(_node.Relay) < 0;
            if (order > 0 || (order == 0 && !isMissing && _owner != null))
                return;
            Member? owner = _owner;
            byte[] metadata = _metadata;
            if (order < 0)
            {
                Create(other.Settings!, other.Metadata, other.Created, other.Creator);
                if (isFirst && _history != null)
                    other.Past.ForEach(_history.Add);
                // If its relay has not described the room yet, the owner is not known here.
                owner = null;
            }
            else if (isMissing)
            {
                _metadata = other.Metadata;
            }
            owner = _byId.GetValueOrDefault(other.Owner) ?? owner;
            bool isChanged = owner != _owner || !metadata.AsSpan().SequenceEqual(_metadata);
            _owner = owner;
            if (isChanged && !isFirst)
                TellRoom();
            if (order < 0)
                RemoveOwn(m => m.MustCreate);
        }

        // Whether those who were let into a room with other settings may be in an earlier room.
        private static bool IsOpenToPeersOf(RoomSettings earlier, RoomSettings other)
        {
            bool isOpen = earlier.Password.Length == 0 && !earlier.NeedsTicket;
            return earlier.IsKept == other.IsKept && (isOpen
                || (earlier.NeedsTicket == other.NeedsTicket && earlier.Password.AsSpan().SequenceEqual(other.Password)));
        }

        // Removes peers of this relay that would not have been let into the room if it had been known here. The caller holds the lock.
        private void RemoveOwn(Func<Member, bool> which)
        {
            foreach (Member member in _members.Where(m => m.Relay == _node.Relay && which(m)).ToList())
                Drop(member, KitbagPeerCause.RoomClosed, isTold: true);
        }
    }
}
