using System;
using System.Security.Cryptography.X509Certificates;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Provides options for RabbitMQ. Those that must be the same for all relays of a network are marked as shared.</summary>
    internal sealed class RabbitOptions
    {
        /// <summary>
        /// Gets or sets the address of the broker with name and password: amqp://user:password@host:port/virtual-host, or amqps.
        /// </summary>
        public Uri Address { get; set; } = new("amqp://guest:guest@127.0.0.1:5672");

        /// <summary>Gets or sets the certificate of the broker or its issuer, or null for those that the system trusts.</summary>
        public X509Certificate2? Authority { get; set; }

        /// <summary>
        /// Gets or sets the prefix of all names of queues and exchanges; relays of other networks have another one. Shared.
        /// </summary>
        public string Prefix { get; set; } = "kitbag";

        /// <summary>Gets or sets the minimum number of bytes of each stream; whole segments beyond that are deleted. Shared.</summary>
        public long StreamBytes { get; set; } = 256L << 20;

        /// <summary>Gets or sets the number of bytes of a segment of a stream. Shared.</summary>
        public long SegmentBytes { get; set; } = 32L << 20;

        /// <summary>
        /// Gets or sets the approximate number of the newest messages (batches of entries) of a stream to read when the relay starts.
        /// </summary>
        public int KeptTail { get; set; } = 2_000;

        /// <summary>Gets or sets the number of bytes from which on a batch accepts no more entries.</summary>
        public int BatchBytes { get; set; } = 32 << 10;

        /// <summary>
        /// Gets or sets the maximum number of unconfirmed batches on each channel. Further entries are collected in batches meanwhile.
        /// </summary>
        public int Window { get; set; } = 16;

        /// <summary>Gets or sets the maximum number of bytes of fast entries that wait to be sent.</summary>
        public long MaxFastPending { get; set; } = 8L << 20;

        /// <summary>Gets or sets the maximum number of bytes of kept entries that wait to be confirmed.</summary>
        public long MaxKeptPending { get; set; } = 64L << 20;

        /// <summary>
        /// Gets or sets the maximum number of bytes of fast entries that wait at the broker for this relay; the oldest are dropped beyond
        /// that.
        /// </summary>
        public long QueueBytes { get; set; } = 64L << 20;

        /// <summary>Gets or sets the prefetch count of each consumer.</summary>
        public ushort Prefetch { get; set; } = 64;

        /// <summary>Gets or sets the timeout of connecting and of any request to the broker.</summary>
        public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>Gets or sets the timeout of confirms; a new connection is created after that.</summary>
        public TimeSpan PublishTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>Gets or sets how long a kept entry may wait, including the time when the broker is unavailable.</summary>
        public TimeSpan AppendTimeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>Gets or sets the interval of heartbeats. Shared.</summary>
        public TimeSpan HeartbeatInterval { get; set; } = TimeSpan.FromSeconds(1);

        /// <summary>Gets or sets the time without heartbeats after which a relay counts as lost.</summary>
        public TimeSpan RelayTimeout { get; set; } = TimeSpan.FromSeconds(6);

        /// <summary>Gets or sets the maximum length of an entry in bytes.</summary>
        public int MaxEntry { get; set; } = 8 << 20;

        /// <summary>Gets the exchange of fast entries.</summary>
        public string Exchange => Prefix + ".fast";

        /// <summary>Gets the name of the stream that records the epochs of all streams.</summary>
        public string Directory => Prefix + ".streams";

        /// <summary>Returns the name of a stream of kept entries.</summary>
        public string StreamName(int stream, long epoch) => $"{Prefix}.kept.{stream}.{epoch}";
    }
}
