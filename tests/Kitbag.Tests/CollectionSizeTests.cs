using System;
using System.Buffers;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Collections whose values take more than 2 GiB are refused with a <see cref="KitbagException"/>.</summary>
    public class CollectionSizeTests
    {
        // The memory is neither cleared nor written, so the operating system provides none of it.
        [Fact]
        public void Values_of_more_than_2_GiB_are_refused()
        {
            Refuses<long>(1 << 28, "268435456 values of 8 bytes");
            Refuses<double>(1 << 28, "268435456 values of 8 bytes");
            Refuses<Guid>(1 << 27, "134217728 values of 16 bytes");
            Refuses<DayOfWeek>(1 << 29, "536870912 values of 4 bytes");
        }

        private static void Refuses<[KitbagRoot] T>(int count, string size)
        {
            T[] values;
            try
            {
                values = GC.AllocateUninitializedArray<T>(count);
            }
            catch (OutOfMemoryException)
            {
                // A machine with little memory.
                return;
            }
            var output = new ArrayBufferWriter<byte>();
            var writes = new Action[] { () => KitbagSerializer.Serialize(values), () => KitbagSerializer.Serialize(output, values) };
            foreach (Action write in writes)
            {
                KitbagException e = Assert.Throws<KitbagException>(write);
                Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
                Assert.StartsWith(size + " take more than 2 GiB", e.Message);
            }
        }
    }
}
