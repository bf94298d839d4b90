using System;
using System.Collections.Generic;
using System.Net;
using System.Text;
using Kitbag.Relay.Identity;
using Microsoft.Extensions.Options;

namespace Kitbag.Relay.Configuration
{
    /// <summary>Validates all options before the relay starts, and reports all errors at once.</summary>
    internal sealed class RelayOptionsValidator : IValidateOptions<RelayOptions>
    {
        public ValidateOptionsResult Validate(string? name, RelayOptions options)
        {
            List<string> faults = [];
            CheckName(options, faults);
            CheckEndPoints(options, faults);
            CheckKeys(options, faults);
            CheckLimits(options.Limits, faults);
            if (options.Broker.Length != 0
                && (!Uri.TryCreate(options.Broker, UriKind.Absolute, out Uri? broker) || broker.Scheme is not ("amqp" or "amqps")))
                faults.Add("Broker: expected an address such as amqp://user:password@host:5672/.");
            if (options.Certificate.Length != 0 && Certificates.CheckRelay(options) is { } fault)
                faults.Add("Certificate: " + fault);
            if (options.BrokerCertificate.Length != 0 && Certificates.CheckBroker(options) is { } brokerFault)
                faults.Add("BrokerCertificate: " + brokerFault);
            if (options.Network.Length is 0 or > 64)
                faults.Add("Network: the name must have 1 to 64 characters.");
            if (options.KeptBytes < 1 << 20)
                faults.Add("KeptBytes: the value must be at least 1 MiB.");
            CheckTime(options.DrainTime, nameof(options.DrainTime), faults);
            CheckTime(options.ComeBackWithin, nameof(options.ComeBackWithin), faults);
            return faults.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(faults);
        }

        /// <summary>Returns the keys as bytes.</summary>
        public static IReadOnlyList<byte[]> Keys(RelayOptions options)
        {
            var keys = new List<byte[]>();
            foreach (string key in options.Keys)
                keys.Add(Convert.FromBase64String(key));
            return keys;
        }

        private static void CheckName(RelayOptions options, List<string> faults)
        {
            if (options.Name.Length == 0 || Encoding.UTF8.GetByteCount(options.Name) > Net.Rooms.RoomLimits.Name)
                faults.Add("Name: the name must have 1 to 128 bytes.");
        }

        private static void CheckEndPoints(RelayOptions options, List<string> faults)
        {
            (string Name, string Value)[] all =
                [("Tcp", options.Tcp), ("Tls", options.Tls), ("Http", options.Http), ("Https", options.Https)];
            bool isAny = false, isLoopback = true;
            foreach ((string name, string value) in all)
            {
                if (value.Length == 0)
                    continue;
                isAny = true;
                if (!IPEndPoint.TryParse(value, out IPEndPoint? endPoint) || !value.Contains(':', StringComparison.Ordinal))
                    faults.Add(name + ": expected an address and a port such as 0.0.0.0:7420 instead of '" + value + "'.");
                else
                    isLoopback &= IPAddress.IsLoopback(endPoint.Address);
            }
            if (!isAny)
                faults.Add("Tcp, Tls, Http, Https: at least one of them is required.");
            if ((options.Tls.Length != 0 || options.Https.Length != 0) && options.Certificate.Length == 0)
                faults.Add("Certificate: Tls and Https require a certificate.");
            if (!isLoopback && options.Keys.Count == 0 && !options.Open)
                faults.Add("Keys: a relay that other machines can reach requires a key; '--open true' disables authentication.");
        }

        private static void CheckKeys(RelayOptions options, List<string> faults)
        {
            foreach (string key in options.Keys)
            {
                var bytes = new byte[key.Length];
                if (!Convert.TryFromBase64String(key, bytes, out int length) || length < SignedTokens.LeastKey)
                    faults.Add("Keys: each key must be at least 32 bytes in base64; 'kitbag-relay key' creates one.");
            }
            if (options.Open && options.Keys.Count != 0)
                faults.Add("Open: a relay with keys cannot be open.");
        }

        private static void CheckLimits(RelayLimits limits, List<string> faults)
        {
            (string Name, long Value, long Least)[] all =
            [
                (nameof(limits.MaxPeers), limits.MaxPeers, 1),
                (nameof(limits.FramesPerSecond), limits.FramesPerSecond, 0),
                (nameof(limits.BytesPerSecond), limits.BytesPerSecond, 0),
                (nameof(limits.MaxRoomsPerPeer), limits.MaxRoomsPerPeer, 1),
                (nameof(limits.MaxRooms), limits.MaxRooms, 1),
                (nameof(limits.MaxPeersPerRoom), limits.MaxPeersPerRoom, 1),
                (nameof(limits.MaxMessage), limits.MaxMessage, 1024),
                (nameof(limits.SendBuffer), limits.SendBuffer, 4096),
                (nameof(limits.MaxQueueBytes), limits.MaxQueueBytes, 4096),
                (nameof(limits.ReceiveWindow), limits.ReceiveWindow, 1024),
                (nameof(limits.MaxHistory), limits.MaxHistory, 0),
                (nameof(limits.MaxHistoryBytes), limits.MaxHistoryBytes, 0),
                (nameof(limits.MaxTailBytes), limits.MaxTailBytes, 0),
                (nameof(limits.MaxAllTailBytes), limits.MaxAllTailBytes, 0),
            ];
            foreach ((string name, long value, long least) in all)
            {
                if (value < least)
                    faults.Add("Limits:" + name + ": the value must be at least " + least + ".");
            }
            if (limits.MaxMessage > 64 << 20)
                faults.Add("Limits:MaxMessage: the value must be at most 64 MiB.");
            if (limits.MaxQueueBytes < limits.MaxHistoryBytes)
                faults.Add("Limits:MaxQueueBytes: the value must be at least MaxHistoryBytes, because the history is sent at once.");
            CheckTime(limits.HandshakeTimeout, "Limits:" + nameof(limits.HandshakeTimeout), faults);
            CheckTime(limits.SendTimeout, "Limits:" + nameof(limits.SendTimeout), faults);
            CheckTime(limits.HeartbeatInterval, "Limits:" + nameof(limits.HeartbeatInterval), faults);
            CheckTime(limits.SilenceTimeout, "Limits:" + nameof(limits.SilenceTimeout), faults);
            CheckTime(limits.FrameTimeout, "Limits:" + nameof(limits.FrameTimeout), faults);
            CheckTime(limits.AwayTime, "Limits:" + nameof(limits.AwayTime), faults);
        }

        private static void CheckTime(TimeSpan value, string name, List<string> faults)
        {
            if (value <= TimeSpan.Zero || value.TotalDays > 24)
                faults.Add(name + ": expected a positive time of at most 24 days, such as 00:00:30.");
        }
    }
}
