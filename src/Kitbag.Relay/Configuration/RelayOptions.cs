using System;
using System.Collections.Generic;

namespace Kitbag.Relay.Configuration
{
    /// <summary>Provides options for a relay. They are set by a file, the environment or the command line.</summary>
    public sealed class RelayOptions
    {
        /// <summary>Gets or sets the name of the relay in logs and for its peers: 1 to 128 bytes in UTF-8.</summary>
        public string Name { get; set; } = "relay";

        /// <summary>Gets or sets the address and port for sessions over TCP; empty for none.</summary>
        public string Tcp { get; set; } = "127.0.0.1:7420";

        /// <summary>Gets or sets the address and port for sessions over TCP with TLS; empty for none.</summary>
        public string Tls { get; set; } = "";

        /// <summary>
        /// Gets or sets the address and port for HTTP: sessions over WebSockets, health, readiness and metrics; empty for none.
        /// </summary>
        public string Http { get; set; } = "127.0.0.1:7421";

        /// <summary>Gets or sets the address and port for the same over HTTPS; empty for none.</summary>
        public string Https { get; set; } = "";

        /// <summary>Gets or sets the path of the certificate for TLS and HTTPS with its private key, a file in PKCS #12.</summary>
        public string Certificate { get; set; } = "";

        /// <summary>Gets or sets the password of the certificate file.</summary>
        public string CertificatePassword { get; set; } = "";

        /// <summary>
        /// Gets or sets the keys of tokens: at least 32 bytes each, in base64. New tokens are signed with the first key, and tokens that
        /// were signed with any of them are accepted. Without a key, a relay that only this machine can reach accepts every peer.
        /// </summary>
        public IList<string> Keys { get; set; } = [];

        /// <summary>
        /// Gets or sets a value indicating whether every peer is accepted from any machine, without authentication, under the name that
        /// it specifies.
        /// </summary>
        public bool Open { get; set; }

        /// <summary>
        /// Gets or sets the origins of web pages that may connect over WebSockets. If the list is empty, all origins may connect to a relay
        /// that requires authentication or is open, and only those of this machine to any other relay.
        /// </summary>
        public IList<string> Origins { get; set; } = [];

        /// <summary>
        /// Gets or sets the address of RabbitMQ, with the scheme amqp or amqps; empty for a relay that is not connected to others.
        /// </summary>
        public string Broker { get; set; } = "";

        /// <summary>
        /// Gets or sets the path of the certificate of the broker or of its issuer, a file in PEM; empty if the system trusts the issuer.
        /// </summary>
        public string BrokerCertificate { get; set; } = "";

        /// <summary>
        /// Gets or sets the name of the network: relays with the same name at the same broker are connected to each other. It is the
        /// prefix of the names of their queues.
        /// </summary>
        public string Network { get; set; } = "kitbag";

        /// <summary>
        /// Gets or sets the minimum number of bytes of kept messages in each of the 16 streams over which kept rooms are distributed.
        /// Beyond that, the oldest messages are deleted. The value of the relay that creates a stream applies.
        /// </summary>
        public long KeptBytes { get; set; } = 256 << 20;

        /// <summary>Gets or sets how long a relay that is stopping waits until its sessions are closed.</summary>
        public TimeSpan DrainTime { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>
        /// Gets or sets the time within which peers of a relay that is stopping are asked to reconnect, each after a random delay.
        /// </summary>
        public TimeSpan ComeBackWithin { get; set; } = TimeSpan.FromSeconds(5);

        /// <summary>
        /// Gets or sets a value indicating whether peers of a relay that is stopping are asked to reconnect, to this relay or to another
        /// one.
        /// </summary>
        public bool ComeBack { get; set; } = true;

        /// <summary>Gets or sets the limits of peers and rooms.</summary>
        public RelayLimits Limits { get; set; } = new();
    }
}
