using System;
using Kitbag.Relay.Tool;
using Xunit;

namespace Kitbag.Relay.Tests.Hosting
{
    /// <summary>Tests when a relay collects garbage to release memory.</summary>
    public class QuietCollectionTests
    {
        private const long Much = 20 << 20, Little = 100 << 10;

        [Fact]
        public void Garbage_is_collected_once_when_the_process_is_quiet()
        {
            int collections = 0;
            var quiet = new QuietCollection(() => collections++);
            quiet.Look(Much, TimeSpan.FromSeconds(4));
            Assert.Equal(0, collections);
            quiet.Look(Much + Little, TimeSpan.FromSeconds(4.1));
            Assert.Equal(1, collections);
            // Nothing was allocated meanwhile.
            quiet.Look(Much + 2 * Little, TimeSpan.FromSeconds(4.2));
            quiet.Look(Much + 3 * Little, TimeSpan.FromSeconds(4.3));
            Assert.Equal(1, collections);
            quiet.Look(3 * Much, TimeSpan.FromSeconds(4.4));
            quiet.Look(3 * Much + Little, TimeSpan.FromSeconds(4.5));
            Assert.Equal(2, collections);
        }

        [Fact]
        public void No_collection_while_the_process_is_busy()
        {
            int collections = 0;
            var quiet = new QuietCollection(() => collections++);
            for (int i = 0; i < 10; i++)
                quiet.Look(Much + i * Little, i * QuietCollection.Interval);
            Assert.Equal(0, collections);
        }
    }
}
