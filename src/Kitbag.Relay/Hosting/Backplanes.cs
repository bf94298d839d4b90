using System;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Backplane.Rabbit;
using Kitbag.Relay.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Kitbag.Relay.Hosting
{
    /// <summary>Creates the backplane that the options specify.</summary>
    internal static class Backplanes
    {
        // The maximum number of bytes of each stream of a relay without a broker.
        private const long MostInMemory = 16 << 20;

        // The maximum length of a message at the broker, less the bytes that are sent with an entry.
        private const int MostEntry = 120 << 20;

        public static IBackplane Create(RelayOptions options, IServiceProvider services)
        {
            if (options.Broker.Length == 0)
                return new LocalBackplane(Math.Min(options.KeptBytes, MostInMemory));
            // The longest entry contains what a relay knows about a room, including its history.
            long longest = (long)options.Limits.MaxMessage + options.Limits.MaxHistoryBytes + (8 << 20);
            var rabbit = new RabbitOptions
            {
                Address = new Uri(options.Broker),
                Authority = options.BrokerCertificate.Length == 0 ? null : Certificates.OfBroker(options),
                Prefix = options.Network,
                StreamBytes = options.KeptBytes,
                SegmentBytes = Math.Clamp(options.KeptBytes / 8, 64 << 10, 64 << 20),
                MaxEntry = (int)Math.Min(longest, MostEntry),
            };
            return new RabbitBackplane(rabbit, services.GetRequiredService<ILoggerFactory>().CreateLogger("Kitbag.Relay.Backplane"));
        }
    }
}
