using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Identity;
using Microsoft.Extensions.Configuration;

namespace Kitbag.Relay.Tool
{
    /// <summary>Parses the command line.</summary>
    internal static class CommandLine
    {
        public const string Prefix = "KITBAG_RELAY_", DefaultFile = "kitbag-relay.json";

        public const string Help = """
            A relay with rooms for programs that use Kitbag.Net.

            kitbag-relay [OPTIONS]      runs a relay until SIGTERM or Ctrl+C
            kitbag-relay --version      prints the version
            kitbag-relay key            creates a key for tokens
            kitbag-relay token [TOKEN OPTIONS]
                                        creates a token for a peer, or a ticket for a room

            OPTIONS, which can also be set in the file, or by environment variables KITBAG_RELAY_NAME (with __ for a dot)
              --config FILE             a JSON file; by default kitbag-relay.json, if it exists
              --tcp ADDRESS:PORT        sessions over TCP; by default 127.0.0.1:7420, "" for none
              --tls ADDRESS:PORT        sessions over TCP with TLS
              --http ADDRESS:PORT       WebSockets (/kitbag), /health, /ready, /metrics; by default 127.0.0.1:7421
              --https ADDRESS:PORT      the same with TLS
              --certificate FILE        the certificate for TLS with its key, in PKCS #12; --certificatepassword PASSWORD
              --key KEY                 a key of tokens; without a key, only a relay on loopback accepts every peer
              --open true               accept every peer without authentication, under the name that it specifies
              --broker ADDRESS          RabbitMQ, amqp://user:password@host:5672/, to connect several relays
              --brokercertificate FILE  the certificate of the broker or of its issuer, in PEM, for amqps
              --network NAME            relays with the same name at the same broker are connected; by default 'kitbag'
              --keptbytes NUMBER        bytes of kept messages in each of the 16 streams of kept rooms
              --name NAME               the name of the relay in logs and for its peers
              --logs json               write logs as JSON, one object per line
              --limits.NAME VALUE       limits of peers and rooms, which docs/network.md lists

            TOKEN OPTIONS
              --key KEY                 the first key of the relay; by default that of KITBAG_RELAY_KEY
              --subject NAME            the name of the peer; * in a ticket for every peer
              --for TIME                how long it is valid, such as 00:30:00 or 7.00:00:00; by default 1 hour
              --rights LIST             join, create, send, list, all; ticket; by default 'all'
              --rooms LIST              names of rooms and patterns such as 'game-*'; by default all rooms
            """;

        private static readonly string[] s_groups = ["Keys", "Origins", "Limits", "Logging"];

        // The complete names of all settings.
        private static readonly Regex s_names = new(
            "^(logs|logging:.*|key|(keys|origins):[0-9]+|limits:(" + string.Join('|', NamesOf(typeof(RelayLimits))) + ")|"
                + string.Join('|', NamesOf(typeof(RelayOptions)).Except(s_groups)) + ")$",
            RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

        public static string Version { get; } =
            typeof(CommandLine).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

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
            // The file and the environment may use the name of the option, too.
            if (all.Build()["key"] is { } key)
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
            var bytes = new byte[(key ?? throw new FormatException("--key is required.")).Length];
            if (!Convert.TryFromBase64String(key, bytes, out int length) || length < SignedTokens.LeastKey)
                throw new FormatException("--key: expected at least 32 bytes in base64; 'kitbag-relay key' creates a key.");
            return new SignedTokens([bytes[..length]], TimeProvider.System)
                .Make(new RelayIdentity(subject, rights, rooms, DateTimeOffset.UtcNow + time));
        }

        /// <summary>Checks that all options are known, because a misspelled option must not be ignored.</summary>
        /// <exception cref="FormatException">An option is unknown.</exception>
        public static void CheckNames(IConfiguration configuration)
        {
            // A group is a setting itself if the file contains it without members; then it has no value.
            IEnumerable<string> all = configuration.AsEnumerable()
                .Where(s => s.Value != null && !(s.Value.Length == 0 && s_groups.Contains(s.Key, StringComparer.OrdinalIgnoreCase)))
                .Select(s => s.Key);
            if (all.FirstOrDefault(name => !s_names.IsMatch(name)) is not { } unknown)
                return;
            string advice = unknown.StartsWith("Limits:", StringComparison.OrdinalIgnoreCase)
                ? "limits are " + string.Join(", ", NamesOf(typeof(RelayLimits))).ToLowerInvariant() + "." : "see --help.";
            throw new FormatException("'" + unknown.Replace(':', '.') + "' is not a known option; " + advice);
        }

        /// <summary>Sets the options of a relay.</summary>
        /// <exception cref="FormatException">A value cannot be converted to the type of its option.</exception>
        public static void Bind(IConfiguration configuration, RelayOptions options)
        {
            try
            {
                configuration.Bind(options);
            }
            catch (InvalidOperationException e)
                when (Regex.Match(e.Message, "value '(.*)' at '(.*)' to type '(.*)'") is { Success: true } fault)
            {
                string expected = fault.Groups[3].Value switch
                {
                    "System.Boolean" => "true or false",
                    "System.TimeSpan" => "a time such as 00:00:30",
                    _ => "a whole number",
                };
                throw new FormatException(OptionOf(fault.Groups[2].Value) + ": expected " + expected + " instead of '"
                    + fault.Groups[1].Value + "'.", e);
            }
        }

        /// <summary>
        /// Replaces the names of settings with which a message begins (<c>Limits:MaxPeers: …</c>) by those of the options of the command
        /// line (<c>--limits.maxpeers: …</c>).
        /// </summary>
        public static string WithOptionNames(string fault) => Regex.Replace(fault, @"^\w[\w:]*(, \w+)*(?=: )",
            names => string.Join(", ", names.Value.Split(", ").Select(OptionOf)));

        private static string OptionOf(string name) =>
            "--" + (name == "Keys" ? "key" : name.Replace(':', '.').ToLowerInvariant());

        public static string MakeKey() => Convert.ToBase64String(RandomNumberGenerator.GetBytes(SignedTokens.LeastKey));

        private static IEnumerable<string> NamesOf(Type options) => options.GetProperties().Select(p => p.Name);

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
