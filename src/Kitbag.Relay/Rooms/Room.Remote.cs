using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Net.Rooms;
using Kitbag.Relay.Remote;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Rooms
{
    // Exchanges information about the room with other relays.
    internal sealed partial class Room
    {
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
                if (other.Settings != null)
                {
                    foreach ((string subject, long milliseconds) in other.Bans)
                        Ban(subject, (milliseconds + 999) / 1000);
                    foreach ((byte[] id, bool isAway, long since, byte[] metadata) in other.Peers)
                        OnPeer(relay, isAway ? KitbagPeerEvent.Away : KitbagPeerEvent.Joined, id, KitbagPeerCause.OwnWill, since, metadata);
                    Adopt(other, relay);
                }
                var named = new HashSet<byte[]>(other.Peers.Select(p => p.Id), Utf8Comparer.Instance);
                foreach (Member gone in _members.Where(m => m.Relay == relay && !named.Contains(m.Id)).ToList())
                    Drop(gone, KitbagPeerCause.OwnWill, isTold: false);
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
                member.Peer?.Move();
                member.Peer?.Forget(member);
                member.Peer = null;
                member.Relay = relay;
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
                if (isAlive || its.Count == 0)
                    return its.Count != 0;
                Tell(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Backplane, 0, "")));
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

        /// <summary>Reports that messages of other relays may be missing.</summary>
        public void TellGap()
        {
            lock (Gate)
                Tell(RelayFrames.Control(_frame.Gap(Number, KitbagGapCause.Backplane, 0, "")));
        }

        private void LeaveIfLost(Member member, Guid relay)
        {
            lock (Gate)
            {
                if (member.Relay == relay && member.IsAway)
                    Drop(member, KitbagPeerCause.RelayLost, isTold: false);
            }
        }

        // If two relays have created the room at the same time, the settings of the earlier creation apply.
        private void Adopt(RoomSnapshot other, Guid relay)
        {
            bool isFirst = Settings == null;
            bool isEarlier = other.Created < Created || (other.Created == Created && relay.CompareTo(_node.Relay) < 0);
            if (!isFirst && !isEarlier)
                return;
            Settings ??= other.Settings;
            if (isFirst || Settings!.IsKept == other.Settings!.IsKept)
                Create(other.Settings!, other.Metadata, other.Created);
            if (isFirst && _history != null)
                other.Past.ForEach(_history.Add);
            Member? owner = _byId.GetValueOrDefault(other.Owner) ?? _owner;
            if (owner == _owner)
                return;
            _owner = owner;
            if (!isFirst)
                TellRoom();
        }
    }
}
