using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Configuration;
using Kitbag.Relay.Hosting;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Console;
using Microsoft.Extensions.Options;

namespace Kitbag.Relay.Tool
{
    internal static class Program
    {
        public static async Task<int> Main(string[] args)
        {
            try
            {
                string word = args.Length == 0 ? "" : args[0];
                if (word is "--help" or "-h" or "help")
                    Console.WriteLine(CommandLine.Help);
                else if (word == "--version")
                    Console.WriteLine(CommandLine.Version);
                else if (word == "key")
                    Console.WriteLine(CommandLine.MakeKey());
                else if (word == "token")
                    Console.WriteLine(CommandLine.MakeToken(args[1..]));
                else
                    await RunAsync(args);
                return 0;
            }
            catch (OptionsValidationException e)
            {
                foreach (string failure in e.Failures)
                    await Console.Error.WriteLineAsync(CommandLine.WithOptionNames(failure));
                return 2;
            }
            catch (Exception e) when (e is FormatException or InvalidOperationException or IOException or InvalidDataException)
            {
                await Console.Error.WriteLineAsync(e.Message);
                return 2;
            }
        }

        private static async Task RunAsync(string[] args)
        {
            IConfigurationRoot configuration = CommandLine.Read(args);
            var options = new RelayOptions();
            CommandLine.CheckNames(configuration);
            CommandLine.Bind(configuration, options);
            await using KitbagRelay relay = await KitbagRelay.StartAsync(options, null, null, TimeProvider.System,
                builder => Configure(builder, configuration), CancellationToken.None);
            using var ended = new CancellationTokenSource();
            Task collecting = QuietCollection.RunAsync(ended.Token);
            await relay.RunAsync();
            await ended.CancelAsync();
            await collecting;
        }

        private static void Configure(WebApplicationBuilder builder, IConfigurationRoot configuration)
        {
            builder.Logging.ClearProviders();
            builder.Logging.AddConfiguration(configuration.GetSection("logging"));
            builder.Logging.AddFilter("Microsoft", LogLevel.Warning);
            if (string.Equals(configuration["logs"], "json", StringComparison.OrdinalIgnoreCase))
                builder.Logging.AddJsonConsole(json => json.UseUtcTimestamp = true);
            else
                builder.Logging.AddSimpleConsole(simple =>
                {
                    simple.SingleLine = true;
                    simple.TimestampFormat = "HH:mm:ss.fff ";
                    simple.ColorBehavior = LoggerColorBehavior.Disabled;
                });
        }
    }
}
