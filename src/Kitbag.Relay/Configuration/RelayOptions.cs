using System;
using System.Collections.Generic;

namespace Kitbag.Relay.Configuration
{
    /// <summary>How a relay runs. Set by a file, by the environment, by the command line.</summary>
    public sealed class RelayOptions
    {
        /// <summary>What the relay calls itself to peers and in logs: at most 128 bytes.</summary>
        public string Name { get; set; } = "relay";

        /// <summary>Where sessions come by TCP: an address and a port; empty for nowhere.</summary>
        public string Tcp { get; set; } = "127.0.0.1:7420";

        /// <summary>Where sessions come by TCP with TLS; empty for nowhere.</summary>
        public string Tls { get; set; } = "";

        /// <summary>Where WebSockets, the state and the metrics are served; empty for nowhere.</summary>
        public string Http { get; set; } = "127.0.0.1:7421";

        /// <summary>The same with TLS; empty for nowhere.</summary>
        public string Https { get; set; } = "";

        /// <summary>The file of the certificate, in PKCS #12, for what uses TLS.</summary>
        public string Certificate { get; set; } = "";

        /// <summary>The password of the certificate's file.</summary>
        public string CertificatePassword { get; set; } = "";

        /// <summary>
        /// Keys of tokens: base64 of at least 32 bytes each. The first one signs, all are accepted. Without one, a relay that is reached
        /// from this machine only lets everybody in.
        /// </summary>
        public IList<string> Keys { get; set; } = [];

        /// <summary>Whether everybody is let in, from wherever, as who it says.</summary>
        public bool Open { get; set; }

        /// <summary>
        /// From which origins web pages may connect, by WebSocket. Where none is said: from all where the relay asks for tokens or is open,
        /// else from those of this machine.
        /// </summary>
        public IList<string> Origins { get; set; } = [];

        /// <summary>The address of RabbitMQ, of the scheme amqp or amqps; empty for a relay that is alone.</summary>
        public string Broker { get; set; } = "";

        /// <summary>
        /// The file of the certificate, in PEM, that signs the broker's, or that it shows; empty where this system knows who signs it.
        /// </summary>
        public string BrokerCertificate { get; set; } = "";

        /// <summary>What the relays that belong together call their queues at the broker: others have another name.</summary>
        public string Network { get; set; } = "kitbag";

        /// <summary>
        /// How many bytes of kept messages there are at least, for each sixteenth of the kept rooms; the oldest are deleted beyond that.
        /// The
        /// relay that makes a stream decides.
        /// </summary>
        public long KeptBytes { get; set; } = 256 << 20;

        /// <summary>How long a relay that is to stop waits for peers to say goodbye.</summary>
        public TimeSpan DrainTime { get; set; } = TimeSpan.FromSeconds(10);

        /// <summary>Peers of a relay that stops are told to come back within this time, each at another moment.</summary>
        public TimeSpan ComeBackWithin { get; set; } = TimeSpan.FromSeconds(5);

        /// <summary>Whether peers of a relay that stops are told to come back: to it, or to another one.</summary>
        public bool ComeBack { get; set; } = true;

        /// <summary>What peers and rooms may use.</summary>
        public RelayLimits Limits { get; set; } = new();
    }
}
