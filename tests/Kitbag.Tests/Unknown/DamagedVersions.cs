using System;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Reads damaged documents of one version of a program as other versions of it.</summary>
    internal static class DamagedVersions
    {
        /// <summary>Reads every length of a document, and copies with some bits changed.</summary>
        public static void Try<[KitbagRoot] TOld, [KitbagRoot] TMiddle, [KitbagRoot] TNew>(byte[] document, int seed)
            where TNew : class, new()
        {
            var random = new Random(seed);
            for (int length = 0; length < document.Length; length += 1 + document.Length / 200)
            {
                byte[] cut = document.AsSpan(0, length).ToArray();
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<TOld>(cut));
                Assert.ThrowsAny<KitbagException>(() => KitbagSerializer.Deserialize<TNew>(cut));
                Assert.ThrowsAny<KitbagException>(() => KitbagDocument.Parse(cut).Verify());
            }
            for (int i = 0; i < 500; i++)
            {
                byte[] damaged = (byte[])document.Clone();
                for (int k = random.Next(3); k >= 0; k--)
                    damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
                Try(() => KitbagSerializer.Serialize(KitbagSerializer.Deserialize<TOld>(damaged)));
                Try(() => KitbagSerializer.Deserialize<TOld>(KitbagSerializer.Serialize(KitbagSerializer.Deserialize<TMiddle>(damaged))));
                Try(() => KitbagJson.Serialize(KitbagSerializer.Deserialize<TOld>(damaged)));
                Try(() => KitbagSerializer.Deserialize<TNew>(damaged));
                Try(() => KitbagSerializer.Populate(damaged, new TNew()));
                Try(() => KitbagDocument.Parse(damaged).ToJson());
            }
        }

        // A callback of the program may reject an object, and damaged names may cause any reason but a defect.
        private static void Try(Action action)
        {
            try
            {
                action();
            }
            catch (KitbagException e)
            {
                Assert.NotEqual(KitbagErrorReason.Defect, e.Reason);
            }
        }
    }
}
