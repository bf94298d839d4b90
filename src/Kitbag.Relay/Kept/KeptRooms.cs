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
    /// <summary>The tails of all kept rooms, as far as they fit into memory.</summary>
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

        /// <summary>How many bytes all take.</summary>
        public long Bytes => Volatile.Read(ref _bytes);

        /// <summary>The position up to which a stream's entries are here.</summary>
        public KeptPosition Processed(int stream)
        {
            lock (_gate)
            {
                if (_processed[stream] is { } processed)
                    return processed;
                // Nothing has come since the start.
                KeptPosition end = _knownFrom[stream] ?? _backplane.End(stream);
                _knownFrom[stream] = _processed[stream] = end;
                return end;
            }
        }

        /// <summary>The tail of a room.</summary>
        public KeptTail Tail(int stream, byte[] room)
        {
            if (_tails[stream].TryGetValue(room, out KeptTail? tail))
                return tail;
            Processed(stream);
            lock (_gate)
                return _tails[stream].GetOrAdd(room, static (_, since) => new KeptTail(since), _knownFrom[stream]!.Value);
        }

        /// <summary>Takes an entry; answers the message and its room, or null where it is a double.</summary>
        /// <exception cref="Kitbag.Net.KitbagSessionException">The entry is malformed.</exception>
        public PastMessage? Take(int stream, KeptPosition position, in ReadOnlySequence<byte> entry, out byte[] room)
        {
            lock (_gate)
                _knownFrom[stream] ??= position;
            PastMessage message = KeptEntries.Read(position, entry, out room, out long serial);
            KeptTail tail = Tail(stream, room);
            bool isNew = tail.TryAdd(message, serial, _limits.MaxTailBytes, out long change);
            lock (_gate)
                _processed[stream] = position;
            if (Interlocked.Add(ref _bytes, change) > _limits.MaxAllTailBytes)
                TrimAll();
            return isNew ? message : null;
        }

        /// <summary>Entries of a stream are gone. Answers the rooms concerned.</summary>
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
