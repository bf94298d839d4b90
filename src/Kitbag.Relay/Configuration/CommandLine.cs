using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using Kitbag.Relay.Identity;
using Microsoft.Extensions.Configuration;

namespace Kitbag.Relay.Configuration
{
    /// <summary>Parses the command line.</summary>
    internal static class CommandLine
    {
        public const string Prefix = "KITBAG_RELAY_", DefaultFile = "kitbag-relay.json";

        public const string Help = """
            A relay with rooms for programs that use Kitbag.Net.

            kitbag-relay [OPTIONS]      runs a relay until SIGTERM or Ctrl+C
            kitbag-relay key            makes a key for tokens
            kitbag-relay token [TOKEN OPTIONS]
                                        makes a token for a peer, or a ticket for a room

            OPTIONS, each also in a file, or in the environment as KITBAG_RELAY_NAME (with __ for a point)
              --config FILE             a file in JSON; kitbag-relay.json is read where it is there
              --tcp ADDRESS:PORT        sessions by TCP; 127.0.0.1:7420 unless said, "" for none
              --tls ADDRESS:PORT        sessions by TCP with TLS
              --http ADDRESS:PORT       WebSockets (/kitbag), /health, /ready, /metrics; 127.0.0.1:7421 unless said
              --https ADDRESS:PORT      the same with TLS
              --certificate FILE        PKCS #12, for TLS; --certificatepassword PASSWORD
              --key KEY                 for tokens; without one only a relay on loopback lets anybody in
              --open true               lets everybody in, as who it says
              --broker ADDRESS          RabbitMQ, amqp://user:password@host:5672/, for several relays
              --brokercertificate FILE  in PEM: of who signs that of a broker with amqps
              --network NAME            of relays that share a broker with others; 'kitbag' unless said
              --keptbytes NUMBER        of kept messages, for each sixteenth of the kept rooms
              --name NAME               what it calls itself
              --logs json               logs in JSON, one object a line
              --limits.NAME VALUE       limits of peers and rooms: docs/network.md lists them

            TOKEN OPTIONS
              --key KEY                 the relay's first key; or KITBAG_RELAY_KEY
              --subject NAME            whose it is; * in tickets for anybody
              --for TIME                how long it is valid, such as 00:30:00 or 7.00:00:00; 1 hour unless said
              --rights LIST             join, create, send, list, all; ticket; 'all' unless said
              --rooms LIST              names, also such as 'game-*'; all unless said
            """;

        /// <summary>Reads the file, the environment and the command line; later sources take precedence.</summary>
        /// <exception cref="FormatException">The command line is invalid.</exception>
        public static IConfigurationRoot Read(string[] args)
        {
            Dictionary<string, string?> said = Parse(args);
            var all = new ConfigurationBuilder();
            if (said.Remove("config", out string? file))
                all.AddJsonFile(Path.GetFullPath(file!), optional: false);
            else
                all.AddJsonFile(Path.GetFullPath(DefaultFile), optional: true);
            all.AddEnvironmentVariables(Prefix);
            if (Environment.GetEnvironmentVariable(Prefix + "KEY") is { } key)
                said.TryAdd("Keys:0", key);
            return all.AddInMemoryCollection(said).Build();
        }

        /// <summary>Creates a token according to the command line.</summary>
        /// <exception cref="FormatException">The command line is invalid.</exception>
        public static string MakeToken(string[] args)
        {
            Dictionary<string, string?> said = Parse(args);
            string? key = said.GetValueOrDefault("Keys:0") ?? Environment.GetEnvironmentVariable(Prefix + "KEY");
            string subject = said.GetValueOrDefault("subject") ?? throw new FormatException("--subject is required.");
            if (!Enum.TryParse(said.GetValueOrDefault("rights") ?? "all", ignoreCase: true, out RelayRights rights))
                throw new FormatException("--rights: expected join, create, send, list, all or ticket, separated by commas.");
            if (!TimeSpan.TryParse(said.GetValueOrDefault("for") ?? "01:00:00", out TimeSpan time) || time <= TimeSpan.Zero)
                throw new FormatException("--for: expected a positive time such as 00:30:00.");
            if (subject != "*" && RelayIdentity.Check(subject) is { } fault)
                throw new FormatException("--subject: " + fault);
            if (subject == "*" && rights != RelayRights.Ticket)
                throw new FormatException("--subject: * is permitted only for tickets.");
            string[] rooms = (said.GetValueOrDefault("rooms") ?? "")
                .Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            if (rooms.Length == 0 && rights == RelayRights.Ticket)
                throw new FormatException("--rooms: a ticket must name at least one room.");
            byte[] bytes = Convert.FromBase64String(key ?? throw new FormatException("--key is required."));
            if (bytes.Length < SignedTokens.LeastKey)
                throw new FormatException("--key: expected at least 32 bytes in base64; 'kitbag-relay key' creates a key.");
            return new SignedTokens([bytes], TimeProvider.System)
                .Make(new RelayIdentity(subject, rights, rooms, DateTimeOffset.UtcNow + time));
        }

        public static string MakeKey() => Convert.ToBase64String(RandomNumberGenerator.GetBytes(SignedTokens.LeastKey));

        private static Dictionary<string, string?> Parse(string[] args)
        {
            var said = new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);
            for (int i = 0; i < args.Length; i++)
            {
                string word = args[i];
                if (!word.StartsWith("--", StringComparison.Ordinal))
                    throw new FormatException("'" + word + "' is not a known option; see --help.");
                int equals = word.IndexOf('=', StringComparison.Ordinal);
                if (equals < 0 && i + 1 == args.Length)
                    throw new FormatException(word + " requires a value.");
                string name = equals < 0 ? word[2..] : word[2..equals], value = equals < 0 ? args[++i] : word[(equals + 1)..];
                said[name.Equals("key", StringComparison.OrdinalIgnoreCase) ? "Keys:0" : name.Replace('.', ':')] = value;
            }
            return said;
        }
    }
}
