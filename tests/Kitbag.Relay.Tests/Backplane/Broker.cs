using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;
using Xunit;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>A test that needs a broker: <c>./build.sh relay</c> starts one, and names its folder in KITBAG_BROKER.</summary>
    public sealed class BrokerFactAttribute : FactAttribute
    {
        public BrokerFactAttribute()
        {
            if (Broker.Folder == null)
                Skip = "KITBAG_BROKER is not set: ./build.sh relay runs this test.";
        }
    }

    /// <summary>A test with several cases that needs a broker.</summary>
    public sealed class BrokerTheoryAttribute : TheoryAttribute
    {
        public BrokerTheoryAttribute()
        {
            if (Broker.Folder == null)
                Skip = "KITBAG_BROKER is not set: ./build.sh relay runs this test.";
        }
    }

    /// <summary>The tests that use the broker run one after the other: some of them kill it.</summary>
    [CollectionDefinition(Name, DisableParallelization = true)]
    public sealed class BrokerTests
    {
        public const string Name = "Broker";
    }

    /// <summary>The broker of the tests, which is controlled by broker.sh.</summary>
    internal static class Broker
    {
        public static string? Folder { get; } =
            Environment.GetEnvironmentVariable("KITBAG_BROKER") is { Length: > 0 } folder ? folder : null;

        public static Uri Address { get; } = new(Folder == null ? "amqp://none" : Run("address").GetAwaiter().GetResult().Trim());

        /// <summary>The address with TLS.</summary>
        public static Uri SecureAddress => new(Run("secure-address").GetAwaiter().GetResult().Trim());

        public static string Certificate => Path.Combine(Folder!, "certificate.pem");

        public static Task Start() => Run("start");

        public static Task Kill() => Run("kill");

        public static Task Signal(string name) => Run("signal", name);

        /// <summary>The folders of the streams whose names begin with a prefix.</summary>
        public static string[] StreamFolders(string prefix)
        {
            // The broker adds the virtual host before the name, and a time after it.
            return Directory.GetDirectories(Path.Combine(Folder!, "data"), $"__{prefix.Replace('.', '_')}*", SearchOption.AllDirectories);
        }

        /// <summary>Runs rabbitmqctl.</summary>
        public static Task<string> Control(params string[] arguments) => Run("ctl", arguments);

        /// <summary>The names of the queues that begin with a prefix.</summary>
        public static async Task<string[]> Queues(string prefix)
        {
            string list = await Control("list_queues", "name");
            return list.Split('\n').Select(n => n.Trim()).Where(n => n.StartsWith(prefix, StringComparison.Ordinal)).ToArray();
        }

        /// <summary>Deletes the queues that begin with a prefix.</summary>
        public static async Task DeleteQueues(string prefix)
        {
            await using IConnection connection = await new ConnectionFactory { Uri = Address }.CreateConnectionAsync();
            await using IChannel channel = await connection.CreateChannelAsync();
            foreach (string queue in await Queues(prefix))
                await channel.QueueDeleteAsync(queue, false, false);
        }

        private static async Task<string> Run(string word, params string[] arguments)
        {
            var start = new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "broker.sh"), [word, Folder!, .. arguments])
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            using Process process = Process.Start(start)!;
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(120));
            Task<string> output = process.StandardOutput.ReadToEndAsync(limit.Token);
            Task<string> error = process.StandardError.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token);
            if (process.ExitCode != 0)
                throw new InvalidOperationException($"broker.sh {word} failed: {await error}");
            return await output;
        }
    }
}
