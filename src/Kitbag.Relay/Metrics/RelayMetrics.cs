using System;
using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Threading;

namespace Kitbag.Relay.Metrics
{
    /// <summary>
    /// Provides the metrics of a relay. Peers count sent and received messages in their own memory; the sums are computed on request.
    /// </summary>
    internal sealed class RelayMetrics : IDisposable
    {
        public const string MeterName = "Kitbag.Relay";

        private static readonly string[] s_reasons = ["slow_peer", "overflow", "refused", "backplane", "away"];

        private readonly Meter _meter = new(MeterName);
        private readonly Func<RelayNumbers> _read;
        private readonly long[] _drops = new long[s_reasons.Length];
        private long _throttled, _refused;

        /// <param name="read">The delegate that reads the counters of the relay and its peers.</param>
        public RelayMetrics(Func<RelayNumbers> read)
        {
            _read = read;
            Gauge("kitbag_relay_sessions", "Peers that have a session.", n => n.Sessions);
            Gauge("kitbag_relay_rooms", "Rooms with peers of this relay.", n => n.Rooms);
            Gauge("kitbag_relay_relays", "Other relays that are alive.", n => n.Relays);
            Gauge("kitbag_relay_queue_bytes", "Bytes that wait for slow peers.", n => n.QueueBytes);
            Gauge("kitbag_relay_pending_bytes", "Bytes in sessions that were not sent or not acknowledged.", n => n.PendingBytes);
            Gauge("kitbag_relay_kept_bytes", "Bytes of kept rooms in memory.", n => n.KeptBytes);
            Counter("kitbag_relay_frames_in", "Messages that peers sent.", n => n.FramesIn);
            Counter("kitbag_relay_bytes_in", "Bytes of these messages.", n => n.BytesIn);
            Counter("kitbag_relay_frames_out", "Messages that were sent to peers.", n => n.FramesOut);
            Counter("kitbag_relay_bytes_out", "Bytes of these messages.", n => n.BytesOut);
            _meter.CreateObservableCounter("kitbag_relay_throttled", () => Volatile.Read(ref _throttled), null,
                "How often reading from a peer was paused because it exceeded its rate limit.");
            _meter.CreateObservableCounter("kitbag_relay_sessions_refused", () => Volatile.Read(ref _refused), null,
                "Connections that were not given a session.");
            _meter.CreateObservableCounter("kitbag_relay_drops", Drops, null, "Messages that did not reach a peer, by reason.");
        }

        /// <summary>Counts a message that did not reach a peer.</summary>
        public void Dropped(DropReason reason) => Interlocked.Increment(ref _drops[(int)reason]);

        /// <summary>Counts a pause of a peer that exceeded its rate limit.</summary>
        public void Throttled() => Interlocked.Increment(ref _throttled);

        /// <summary>Counts a connection that was not given a session.</summary>
        public void Refused() => Interlocked.Increment(ref _refused);

        /// <summary>Returns the number of messages that did not reach a peer for a given reason.</summary>
        public long Count(DropReason reason) => Volatile.Read(ref _drops[(int)reason]);

        public void Dispose() => _meter.Dispose();

        /// <summary>Returns whether an instrument belongs to this relay, because a process may contain several relays.</summary>
        public bool Owns(Instrument instrument) => ReferenceEquals(instrument.Meter, _meter);

        private void Gauge(string name, string what, Func<RelayNumbers, long> value) =>
            _meter.CreateObservableGauge(name, () => value(_read()), null, what);

        private void Counter(string name, string what, Func<RelayNumbers, long> value) =>
            _meter.CreateObservableCounter(name, () => value(_read()), null, what);

        private IEnumerable<Measurement<long>> Drops()
        {
            for (int i = 0; i < s_reasons.Length; i++)
                yield return new Measurement<long>(Volatile.Read(ref _drops[i]), new KeyValuePair<string, object?>("reason", s_reasons[i]));
        }
    }
}
