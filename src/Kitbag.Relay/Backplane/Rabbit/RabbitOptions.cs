using System;
using System.Security.Cryptography.X509Certificates;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>How a relay uses RabbitMQ. What all relays of a network must have in common is marked so.</summary>
    internal sealed class RabbitOptions
    {
        /// <summary>Where the broker is, with name and password: amqp://user:password@host:port/virtual-host, or amqps.</summary>
        public Uri Address { get; set; } = new("amqp://guest:guest@127.0.0.1:5672");

        /// <summary>The certificate that signs the broker's, or that it shows; null for those that the system trusts.</summary>
        public X509Certificate2? Authority { get; set; }

        /// <summary>What all names of queues and exchanges begin with: relays of other networks have another one. In common.</summary>
        public string Prefix { get; set; } = "kitbag";

        /// <summary>How many bytes each stream keeps at least; whole segments beyond that are deleted. In common.</summary>
        public long StreamBytes { get; set; } = 256L << 20;

        /// <summary>How many bytes a segment of a stream has. In common.</summary>
        public long SegmentBytes { get; set; } = 32L << 20;

        /// <summary>About how many of its newest messages (batches of entries) a stream gives when the relay starts.</summary>
        public int KeptTail { get; set; } = 2_000;

        /// <summary>From how many bytes on a batch of entries takes no more.</summary>
        public int BatchBytes { get; set; } = 32 << 10;

        /// <summary>How many batches may be with the broker unconfirmed, on each channel. Entries gather in batches meanwhile.</summary>
        public int Window { get; set; } = 16;

        /// <summary>How many bytes of fast entries may wait here to be sent.</summary>
        public long MaxFastPending { get; set; } = 8L << 20;

        /// <summary>How many bytes of kept entries may wait here to be confirmed.</summary>
        public long MaxKeptPending { get; set; } = 64L << 20;

        /// <summary>How many bytes of fast entries may wait at the broker for this relay; the oldest are dropped beyond that.</summary>
        public long QueueBytes { get; set; } = 64L << 20;

        /// <summary>How many messages the broker sends ahead to each consumer.</summary>
        public ushort Prefetch { get; set; } = 64;

        /// <summary>How long connecting, or any question to the broker, may take.</summary>
        public TimeSpan ConnectTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>How long the broker may take to confirm; a new connection is made after that.</summary>
        public TimeSpan PublishTimeout { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>How long a kept entry may wait, the broker's absence included.</summary>
        public TimeSpan AppendTimeout { get; set; } = TimeSpan.FromSeconds(60);

        /// <summary>How often a relay says that it is there. In common.</summary>
        public TimeSpan HeartbeatInterval { get; set; } = TimeSpan.FromSeconds(1);

        /// <summary>After how long a relay of which nothing is heard counts as gone.</summary>
        public TimeSpan RelayTimeout { get; set; } = TimeSpan.FromSeconds(6);

        /// <summary>The longest entry in bytes.</summary>
        public int MaxEntry { get; set; } = 8 << 20;

        /// <summary>The exchange of fast entries.</summary>
        public string Exchange => Prefix + ".fast";

        /// <summary>The stream that says which stream has which epoch.</summary>
        public string Directory => Prefix + ".streams";

        /// <summary>The name of a stream of kept entries.</summary>
        public string StreamName(int stream, long epoch) => $"{Prefix}.kept.{stream}.{epoch}";
    }
}
