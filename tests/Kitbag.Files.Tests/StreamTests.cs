using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Files.Tests
{
    public class StreamTests
    {
        [Fact]
        public async Task Documents_are_written_to_streams_as_to_arrays()
        {
            foreach (int count in new[] { 0, 1, 5000, 200_000 })
            {
                double[] numbers = Enumerable.Range(0, count).Select(i => Math.Sqrt(i)).ToArray();
                byte[] document = KitbagSerializer.Serialize(numbers);
                var output = new MemoryStream();
                KitbagSerializer.Serialize(output, numbers);
                Assert.Equal(document, output.ToArray());
                output = new MemoryStream();
                await KitbagSerializer.SerializeAsync(output, numbers);
                Assert.Equal(document, output.ToArray());
            }
        }

        /// <summary>The pool keeps the memory of the document, so that writing it again allocates next to nothing.</summary>
        [Fact]
        public void No_second_copy_is_allocated()
        {
            double[] numbers = Enumerable.Range(0, 1_000_000).Select(i => Math.Sqrt(i)).ToArray();
            KitbagSerializer.Serialize(Stream.Null, numbers);
            long before = GC.GetAllocatedBytesForCurrentThread();
            KitbagSerializer.Serialize(Stream.Null, numbers);
            Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 8_500_000);
        }
    }
}
