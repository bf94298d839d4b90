using System;
using Kitbag.Buffers;
using Xunit;

namespace Kitbag.Tests.Wire
{
    /// <summary>Memory that a call rents.</summary>
    public class ScratchTests
    {
        [Fact]
        public void Memory_that_cannot_be_allocated_changes_nothing()
        {
            var scratch = new Scratch();
            scratch.RentWords(9_000) = 5;
            // Larger than the runtime can create any array.
            Assert.Throws<OutOfMemoryException>(() => scratch.RentWords(1L << 40));
            Assert.Throws<OutOfMemoryException>(() => scratch.Rent<string>(int.MaxValue));
            scratch.RentWords(9_000) = 6;
            scratch.Empty();
            scratch.RentWords(9_000) = 7;
            scratch.Empty();
        }
    }
}
