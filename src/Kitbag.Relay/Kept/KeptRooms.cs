using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Threading;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Rooms;
using Kitbag.Relay.Wire;

namespace Kitbag.Relay.Kept
{
    /// <summary>Contains the tails of all kept rooms, as far as they fit into memory.</summary>
    internal sealed class KeptRooms
    {
        private readonly IBackplane _backplane;
        private readonly RelayLimits _limits;
        private readonly ConcurrentDictionary<byte[], KeptTail>[] _tails;
        private readonly KeptPosition?[] _knownFrom, _processed;
        private readonly Lock _gate = new();
        private long _bytes;

        public KeptRooms(IBackplane backplane, RelayLimits limits)
        {
            _backplane = backplane;
            _limits = limits;
            _tails = new ConcurrentDictionary<byte[], KeptTail>[backplane.Streams];
            for (int i = 0; i < _tails.Length; i++)
                _tails[i] = new ConcurrentDictionary<byte[], KeptTail>(Utf8Comparer.Instance);
            _knownFrom = new KeptPosition?[_tails.Length];
            _processed = new KeptPosition?[_tails.Length];
        }

        /// <summary>Gets the number of bytes of all tails.</summary>
        public long Bytes => Volatile.Read(ref _bytes);

        /// <summary>Returns the position up to which the entries of a stream were processed here.</summary>
        public KeptPosition Processed(int stream)
        {
            lock (_gate)
            {
                if (_processed[stream] is { } processed)
                    return processed;
                // No entry was received since the start.
                KeptPosition end = _knownFrom[stream] ?? _backplane.End(stream);
                _knownFrom[stream] = _processed[stream] = end;
                return end;
            }
        }

        /// <summary>Returns the tail of a room.</summary>
        public KeptTail Tail(int stream, byte[] room)
        {
            if (_tails[stream].TryGetValue(room, out KeptTail? tail))
                return tail;
            Processed(stream);
            lock (_gate)
                return _tails[stream].GetOrAdd(room, static (_, since) => new KeptTail(since), _knownFrom[stream]!.Value);
        }

        /// <summary>
        /// Processes an entry. The message is null if the entry is a duplicate. Returns false if the entry is malformed.
        /// </summary>
        public bool TryTake(int stream, KeptPosition position, in ReadOnlySequence<byte> entry, out PastMessage? message, out byte[] room)
        {
            if (!KeptEntries.TryRead(position, entry, out message, out room))
                return false;
            lock (_gate)
                _knownFrom[stream] ??= position;
            KeptTail tail = Tail(stream, room);
            bool isNew = tail.TryAdd(message, _limits.MaxTailBytes, out long change);
            lock (_gate)
                _processed[stream] = position;
            if (Interlocked.Add(ref _bytes, change) > _limits.MaxAllTailBytes)
                TrimAll();
            message = isNew ? message : null;
            return true;
        }

        /// <summary>Handles the loss of entries of a stream. Returns the affected rooms.</summary>
        public IReadOnlyCollection<byte[]> Reset(int stream, KeptPosition found)
        {
            lock (_gate)
                _knownFrom[stream] = _processed[stream] = found;
            foreach (KeptTail tail in _tails[stream].Values)
                Interlocked.Add(ref _bytes, tail.Reset(found));
            return (IReadOnlyCollection<byte[]>)_tails[stream].Keys;
        }

        private void TrimAll()
        {
            foreach (ConcurrentDictionary<byte[], KeptTail> tails in _tails)
            {
                foreach (KeptTail tail in tails.Values)
                    Interlocked.Add(ref _bytes, tail.TrimTo(tail.Bytes / 2));
            }
        }
    }
}
