using System;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Configuration;

namespace Kitbag.Relay.Hosting
{
    /// <summary>The way to other relays, as the options say.</summary>
    internal static class Backplanes
    {
        public static IBackplane Create(RelayOptions options, IServiceProvider services) => options.Broker.Length == 0
            ? new LocalBackplane()
            : throw new NotSupportedException("There is no backplane over RabbitMQ yet.");
    }
}
