using System;
using System.Threading.Tasks;
using Kitbag.Browser.Tests.Chromium;
using Xunit;

namespace Kitbag.Browser.Tests
{
    /// <summary>One browser for all tests, which run one after the other.</summary>
    public sealed class BrowserFixture : IAsyncLifetime
    {
        internal Chromium.Browser Browser { get; private set; } = null!;

        public async Task InitializeAsync() => Browser = await Chromium.Browser.StartAsync();

        public async Task DisposeAsync() => await Browser.DisposeAsync();
    }

    [CollectionDefinition(Name)]
    public sealed class BrowserTests : ICollectionFixture<BrowserFixture>
    {
        public const string Name = "Browser";
    }

    internal static class Waiting
    {
        // An operation that takes longer hangs.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(60);

        public static Task Soon(this Task task) => task.WaitAsync(s_timeout);

        public static Task<T> Soon<T>(this Task<T> task) => task.WaitAsync(s_timeout);
    }
}
