using System.Collections.Generic;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane.Rabbit;
using Xunit;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>Base class of tests with several backplanes on the broker. They use unique names, and delete their queues.</summary>
    public abstract class BackplaneTests : IAsyncLifetime
    {
        private protected BackplaneTests(ITestOutputHelper output) => Output = output;

        private protected ITestOutputHelper Output { get; }

        private protected RabbitOptions Options { get; } = Node.Options();

        private protected List<Node> Nodes { get; } = [];

        public Task InitializeAsync() => Task.CompletedTask;

        public async Task DisposeAsync()
        {
            foreach (Node node in Nodes)
            {
                Output.WriteLine(node.Report());
                await node.DisposeAsync();
            }
            if (Nodes.Count != 0)
                await Broker.DeleteQueues(Options.Prefix);
        }

        /// <summary>Starts another backplane.</summary>
        private protected async Task<Node> Begin()
        {
            Node node = await Node.Start(Nodes.Count, Options, Output);
            Nodes.Add(node);
            return node;
        }
    }
}
