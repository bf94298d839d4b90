using System;
using System.Collections.Generic;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests.Dynamic
{
    /// <summary>A disposed document answers nothing any more, whether it was opened or parsed.</summary>
    public class DisposedDocumentTests
    {
        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public void Nothing_is_read_after_disposal(bool isEdited)
        {
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize(new List<string> { "one", "two" }));
            if (isEdited)
                document.Set("[0]", "three");
            KitbagNode root = document.Root, item = root[1];
            Assert.Equal("\"two\"", item.ToString());
            document.Dispose();
            document.Dispose();
            foreach (Func<object?> read in new Func<object?>[]
                {
                    () => document.Root, () => document.ToJson(), () => document.ToBytes(), () => document.Find("[0]"),
                    () => document.TrackedObjects, () => root[0].ToString(),
                })
                Assert.Throws<ObjectDisposedException>(read);
            Assert.Throws<ObjectDisposedException>(document.Verify);
            Assert.Throws<ObjectDisposedException>(() => document.Set("[0]", "four"));
        }

        [Fact]
        public void A_null_is_not_read_either()
        {
            KitbagDocument document = KitbagDocument.Parse(KitbagSerializer.Serialize<List<string>?>(null));
            document.Dispose();
            Assert.Throws<ObjectDisposedException>(() => document.Root);
            Assert.Throws<ObjectDisposedException>(() => document.ToJson());
        }
    }
}
