using System.Collections.Generic;
using Kitbag.Buffers;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The sizes of hash tables that the build for .NET Standard 2.0 assumes are those of the framework.</summary>
    public class HashPrimesTests
    {
        [Fact]
        public void Are_the_sizes_of_dictionaries()
        {
            for (int count = 1; count < 20_000_000; count += 1 + count / 7)
                Assert.Equal(new Dictionary<int, int>().EnsureCapacity(count), HashPrimes.AtLeast(count));
        }
    }
}
