using System;
using System.Linq;
using Xunit;
using First = Kitbag.Tests.Versions.First;
using Second = Kitbag.Tests.Versions.Second;
using Third = Kitbag.Tests.Versions.Third;

namespace Kitbag.Tests
{
    /// <summary>Damaged documents of programs that keep unknown members cause no exception but KitbagException.</summary>
    public class UnknownHostileTests
    {
        private static readonly Type[] s_programs = { typeof(First.World), typeof(Second.World), typeof(Third.World) };

        private static byte[][] Documents => new[] { 2, 9 }.SelectMany(count =>
        {
            Third.World world = UnknownMembersTests.NewWorld(count);
            byte[] third = KitbagSerializer.Serialize(world);
            First.World old = KitbagSerializer.Deserialize<First.World>(third)!;
            byte[] first = KitbagSerializer.Serialize(old);
            First.World text = KitbagJson.Deserialize<First.World>(KitbagJson.Serialize(world))!;
            return new[] { third, first, KitbagSerializer.Serialize(text) };
        }).ToArray();

        // Neither reading nor later use of the values may throw another exception than KitbagException.
        private static void Try(byte[] document)
        {
            try
            {
                First.World world = KitbagSerializer.Deserialize<First.World>(document)!;
                world.Items?.Reverse();
                KitbagSerializer.Serialize(world);
                KitbagJson.Serialize(world);
            }
            catch (KitbagException)
            {
            }
            try
            {
                Second.World world = KitbagSerializer.Deserialize<Second.World>(document)!;
                world.Items?.Reverse();
                KitbagSerializer.Deserialize<Third.World>(KitbagSerializer.Serialize(world));
            }
            catch (KitbagException)
            {
            }
            try
            {
                KitbagSerializer.Deserialize<Third.World>(document);
            }
            catch (KitbagException)
            {
            }
        }

        [Fact]
        public void Truncated()
        {
            foreach (byte[] document in Documents)
            {
                for (int length = 0; length < document.Length; length += 1 + document.Length / 300)
                {
                    byte[] cut = document.AsSpan(0, length).ToArray();
                    foreach (Type program in s_programs)
                        Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize(program, cut));
                }
            }
        }

        [Fact]
        public void Damaged()
        {
            var random = new Random(7);
            foreach (byte[] document in Documents)
            {
                for (int i = 0; i < 120; i++)
                {
                    byte[] damaged = (byte[])document.Clone();
                    for (int k = random.Next(3); k >= 0; k--)
                        damaged[random.Next(damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(256)
                            : (byte)(damaged[random.Next(damaged.Length)] ^ 1 << random.Next(8));
                    Try(damaged);
                }
            }
        }

        [Fact]
        public void Kept_members_count_against_the_budget()
        {
            Third.World world = UnknownMembersTests.NewWorld(4000);
            byte[] third = KitbagSerializer.Serialize(world);
            byte[] first = KitbagSerializer.Serialize(KitbagSerializer.Deserialize<First.World>(third)!);
            foreach (byte[] document in new[] { third, first })
            {
                KitbagSerializer.Deserialize<First.World>(document);
                long before = GC.GetAllocatedBytesForCurrentThread();
                First.World read = KitbagSerializer.Deserialize<First.World>(document)!;
                long needed = GC.GetAllocatedBytesForCurrentThread() - before;
                GC.KeepAlive(read);
                foreach (long budget in new[] { needed / 8, needed / 2, needed * 9 / 10 })
                {
                    var options = new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = budget } };
                    before = GC.GetAllocatedBytesForCurrentThread();
                    Exception? e = Record.Exception(() => KitbagSerializer.Deserialize<First.World>(document, options));
                    long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                    if (e != null)
                        Assert.Equal(KitbagErrorReason.LimitExceeded, Assert.IsType<KitbagException>(e).Reason);
                    Assert.InRange(allocated, 0, budget * 5 / 4 + 128 * 1024);
                }
            }
        }

        [Fact]
        public void Invalid_kept_members_are_refused()
        {
            // Documents that contain arbitrary bytes in place of kept members.
            byte[][] stored =
            {
                Array.Empty<byte>(), new byte[] { 0 }, new byte[] { 1, 0 }, new byte[] { 0, 0, 0 }, new byte[] { 255, 255, 255, 255 },
                new byte[] { 1, 0, 0, 0 }, Enumerable.Repeat((byte)1, 40).ToArray(),
            };
            foreach (byte[] bytes in stored)
            {
                foreach (int count in new[] { 1, 9 })
                {
                    byte[] document = KitbagSerializer.Serialize(Enumerable.Range(0, count).Select(_ => new Impostor { _unknown = bytes })
                        .ToList());
                    int at = document.AsSpan().IndexOf("_unknown"u8);
                    Assert.True(at > 0);
                    document[at] = (byte)'$';
                    var e = Assert.Throws<KitbagException>(
                        () => KitbagSerializer.Deserialize<System.Collections.Generic.List<First.Item>>(document));
                    Assert.True(e.Offset >= 0, e.Message);
                }
            }
        }

        public class Impostor
        {
            public int Count { get; set; } = 1;

            public byte[]? _unknown { get; set; }
        }
    }
}
