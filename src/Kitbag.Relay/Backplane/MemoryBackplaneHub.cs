using System;
using System.Collections.Generic;
using System.Threading;

namespace Kitbag.Relay.Backplane
{
    /// <summary>Contains what the backplanes of one process share: the streams, and the connected members.</summary>
    internal sealed class MemoryBackplaneHub
    {
        private readonly Lock _lock = new();
        private readonly List<MemoryBackplane> _members = [];
        private readonly MemoryLog[] _logs = new MemoryLog[BackplaneSizes.Streams];

        /// <param name="maxStreamBytes">The maximum number of bytes of the entries of each stream.</param>
        public MemoryBackplaneHub(long maxStreamBytes = 16 << 20)
        {
            for (int i = 0; i < _logs.Length; i++)
                _logs[i] = new MemoryLog(EpochNumber.New(), maxStreamBytes);
        }

        /// <summary>
        /// Gets or sets the number of the newest entries of each stream that a new member receives, as with a broker. For tests.
        /// </summary>
        public int KeptTail { get; set; } = int.MaxValue;

        /// <summary>Removes all entries of a stream except the newest ones, as a broker with a full disk does. For tests.</summary>
        public void Trim(int stream, int keep)
        {
            lock (_lock)
                _logs[stream].Trim(keep);
        }

        /// <summary>
        /// Removes the newest entries of a stream, as a power failure of a broker that does not wait for the disk does. For tests.
        /// </summary>
        public void LoseEnd(int stream, int entries)
        {
            lock (_lock)
                _logs[stream].LoseEnd(entries);
        }

        /// <summary>Returns the end of a stream.</summary>
        public KeptPosition End(int stream)
        {
            lock (_lock)
                return _logs[stream].End;
        }

        /// <summary>Deletes a stream and recreates it immediately. For tests.</summary>
        public void Delete(int stream)
        {
            lock (_lock)
            {
                MemoryLog log = _logs[stream];
                KeptPosition expected = log.End;
                log.Reset(EpochNumber.New());
                foreach (MemoryBackplane member in _members)
                    member.Enqueue(new MemoryEvent(MemoryEventKind.KeptGap, stream, default, log.End, null, expected));
            }
        }

        /// <summary>Connects a member: it receives the entries of the streams, and the members are notified of each other.</summary>
        public void Join(MemoryBackplane member)
        {
            lock (_lock)
            {
                for (int i = 0; i < _logs.Length; i++)
                {
                    KeptPosition begin = _logs[i].Begin, end = _logs[i].End;
                    begin = begin with { Offset = Math.Max(begin.Offset, end.Offset - KeptTail) };
                    member.Enqueue(new MemoryEvent(MemoryEventKind.Begin, i, default, begin, null, default));
                    foreach ((KeptPosition position, byte[] entry) in _logs[i].After(begin))
                        member.Enqueue(new MemoryEvent(MemoryEventKind.Kept, i, default, position, entry, default));
                }
                foreach (MemoryBackplane other in _members)
                {
                    member.Enqueue(MemoryEvent.Relay(other.Relay, alive: true));
                    other.Enqueue(MemoryEvent.Relay(member.Relay, alive: true));
                }
                _members.Add(member);
            }
        }

        /// <summary>Disconnects a member.</summary>
        public void Leave(MemoryBackplane member)
        {
            lock (_lock)
            {
                if (!_members.Remove(member))
                    return;
                foreach (MemoryBackplane other in _members)
                    other.Enqueue(MemoryEvent.Relay(member.Relay, alive: false));
            }
        }

        /// <summary>Returns whether any member except <paramref name="sender"/> listens to a bucket.</summary>
        public bool IsHeard(MemoryBackplane sender, int bucket)
        {
            lock (_lock)
            {
                foreach (MemoryBackplane member in _members)
                {
                    if (member != sender && member.Listens(bucket))
                        return true;
                }
                return false;
            }
        }

        /// <summary>Passes a fast entry to all other members that listen.</summary>
        public void Publish(MemoryBackplane sender, int bucket, byte[] entry)
        {
            lock (_lock)
            {
                foreach (MemoryBackplane member in _members)
                {
                    if (member != sender && member.Listens(bucket))
                        member.Enqueue(new MemoryEvent(MemoryEventKind.Fast, bucket, sender.Relay, default, entry, default));
                }
            }
        }

        /// <summary>Appends an entry to a stream, and passes it to all members.</summary>
        public KeptPosition Append(int stream, byte[] entry)
        {
            lock (_lock)
            {
                KeptPosition position = _logs[stream].Append(entry);
                foreach (MemoryBackplane member in _members)
                    member.Enqueue(new MemoryEvent(MemoryEventKind.Kept, stream, default, position, entry, default));
                return position;
            }
        }

        /// <summary>Returns the entries after a position, and whether none is missing before them.</summary>
        public List<(KeptPosition Position, byte[] Entry)> Read(int stream, KeptPosition after, out bool isComplete,
            out KeptPosition through)
        {
            lock (_lock)
            {
                MemoryLog log = _logs[stream];
                through = log.End;
                KeptPosition begin = log.Begin;
                // If nothing was dropped, no entries are missing after the start.
                isComplete = after == KeptPosition.Start
                    ? begin.Offset < 0
                    : after.Epoch == log.Epoch && !begin.IsAfter(after with { Index = 0 });
                return log.After(isComplete && after != KeptPosition.Start ? after : begin);
            }
        }
    }
}
