using System;
using System.IO;
using Kitbag.Cli.Tests.Game;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>Tests KitbagFile.SaveDocument, which saves a document that is already serialized.</summary>
    public sealed class SaveDocumentTests : IClassFixture<TemporaryFolder>
    {
        private readonly TemporaryFolder _folder;

        public SaveDocumentTests(TemporaryFolder folder) => _folder = folder;

        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        [InlineData(KitbagCompression.Brotli)]
        public void A_program_with_the_types_loads_it(KitbagCompression compression)
        {
            string file = _folder["new" + compression + ".kit"];
            byte[] document = KitbagSerializer.Serialize(Saves.CreateWorld());
            byte[] info = KitbagSerializer.Serialize(new SlotInfo { Name = "x" });
            KitbagFile.SaveDocument(file, document, info, new KitbagFileOptions { Compression = compression });
            Assert.Equal("x", KitbagFile.LoadInfo<SlotInfo>(file).Name);
            Assert.Equal(KitbagJson.Serialize(Saves.CreateWorld()), KitbagJson.Serialize(KitbagFile.Load<World>(file)));
        }

        [Fact]
        public void Invalid_documents_leave_the_old_file()
        {
            byte[] before = File.ReadAllBytes(_folder["slot2.kit"]);
            Assert.Throws<KitbagException>(() => KitbagFile.SaveDocument(_folder["slot2.kit"], "no document"u8));
            Assert.Throws<KitbagException>(() => KitbagFile.SaveDocument(_folder["slot2.kit"],
                KitbagSerializer.Serialize(1), new byte[70_000]));
            Assert.Equal(before, File.ReadAllBytes(_folder["slot2.kit"]));
        }
    }
}
