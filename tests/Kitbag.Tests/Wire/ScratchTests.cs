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
            // An array cannot have so many elements.
            Assert.Throws<OutOfMemoryException>(() => scratch.RentWords(int.MaxValue));
            Assert.Throws<OutOfMemoryException>(() => scratch.Rent<string>(int.MaxValue));
            scratch.RentWords(9_000) = 6;
            scratch.Empty();
            scratch.RentWords(9_000) = 7;
            scratch.Empty();
        }
    }
}
