using System;
using System.IO;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Saving and deleting a file changes no file that does not belong to it.</summary>
    public sealed class NamesTests : TemporaryFolder
    {
        private static KitbagException Refused(KitbagErrorReason reason, Action action)
        {
            KitbagException e = Assert.Throws<KitbagException>(action);
            Assert.Equal(reason, e.Reason);
            return e;
        }

        [Theory]
        [InlineData("level.1.kit", "level.kit")]
        [InlineData("level.99.kit", "level.kit")]
        [InlineData("level.damaged.kit", "level.kit")]
        [InlineData("level.damaged2.kit", "level.kit")]
        [InlineData("level.1", "level")]
        [InlineData(".level.1", ".level")]
        [InlineData("level.damaged", "level")]
        [InlineData("version 1.2.kit", "version 1.kit")]
        public void Names_of_kept_files_are_reserved(string name, string main)
        {
            KitbagException e = Refused(KitbagErrorReason.BadFileName, () => KitbagFile.Save(At(name), 1));
            Assert.Equal(At(name), e.File);
            Assert.Contains("'" + main + "'", e.Message, StringComparison.Ordinal);
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.SaveAsync(At(name), 1, 2).GetAwaiter().GetResult());
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.SaveDocument(At(name), KitbagSerializer.Serialize(1)));
            Refused(KitbagErrorReason.BadFileName, () => KitbagFile.SaveDocument(At(name), KitbagSerializer.Serialize(1), default,
                new KitbagFileOptions { Keep = 1 }));
            Assert.Empty(Names());
        }

        [Theory]
        [InlineData("level1.kit")]
        [InlineData("level.0.kit")]
        [InlineData("level.01.kit")]
        [InlineData("level.100.kit")]
        [InlineData("level.2024.kit")]
        [InlineData("level.a.kit")]
        [InlineData("level.damaged1.kit")]
        [InlineData("level.damaged10.kit")]
        [InlineData(".1")]
        [InlineData("1.kit")]
        [InlineData("level.kit.1.gz.x")]
        public void Other_names_are_not_reserved(string name)
        {
            for (int i = 1; i <= 2; i++)
                KitbagFile.Save(At(name), i);
            Assert.Equal(2, KitbagFile.Load<int>(At(name)));
        }

        /// <summary>Tools also change older generations; such a file remains the same generation.</summary>
        [Fact]
        public void Tools_replace_generations()
        {
            for (int i = 1; i <= 3; i++)
                KitbagFile.Save(At("a.kit"), i, new KitbagFileOptions { Keep = 3 });
            var options = new KitbagFileOptions { Keep = 1 };
            for (int i = 10; i <= 15; i++)
                Assert.Equal(1ul, KitbagFile.SaveDocument(At("a.2.kit"), KitbagSerializer.Serialize(i), default, options).Generation);
            Assert.Equal(["a.1.kit", "a.2.kit", "a.kit"], Names());
            File.WriteAllText(At("a.kit"), "");
            Assert.Equal(2, KitbagFile.Load<int>(At("a.kit")));
            File.Delete(At("a.1.kit"));
            Assert.Equal(15, KitbagFile.Load<int>(At("a.kit")));
        }

        [Theory]
        [InlineData(true)]
        [InlineData(false)]
        public void Files_of_another_kind_are_neither_replaced_nor_deleted(bool isLog)
        {
            KitbagFile.Save(At("a.kit"), 1);
            if (isLog)
                KitbagLog<int>.Open(At("a.1.kit")).Dispose();
            else
                File.WriteAllText(At("a.1.kit"), "The notes of somebody, who did not know about generations.");
            byte[] other = File.ReadAllBytes(At("a.1.kit")), first = File.ReadAllBytes(At("a.kit"));
            foreach (int keep in new[] { 2, 3 })
            {
                KitbagException e = Refused(KitbagErrorReason.NotKitbag,
                    () => KitbagFile.Save(At("a.kit"), 2, new KitbagFileOptions { Keep = keep }));
                Assert.Equal(At("a.1.kit"), e.File);
            }
            Refused(KitbagErrorReason.NotKitbag, () => KitbagFile.Delete(At("a.kit")));
            Assert.Equal(other, File.ReadAllBytes(At("a.1.kit")));
            Assert.Equal(first, File.ReadAllBytes(At("a.kit")));
            Assert.Equal(["a.1.kit", "a.kit"], Names());
            // Without generations, it does not matter.
            KitbagFile.Save(At("a.kit"), 2, new KitbagFileOptions { Keep = 1 });
            Assert.Equal(other, File.ReadAllBytes(At("a.1.kit")));
        }

        /// <summary>Damage must not prevent saving.</summary>
        [Theory]
        [InlineData(0)]
        [InlineData(1)]
        [InlineData(2)]
        [InlineData(3)]
        [InlineData(4)]
        public void A_damaged_generation_is_replaced_and_deleted(int damage)
        {
            for (int i = 1; i <= 2; i++)
                KitbagFile.Save(At("a.kit"), new byte[1000]);
            byte[] bytes = File.ReadAllBytes(At("a.1.kit"));
            bytes[0] ^= 1;
            bytes = damage switch
            {
                0 => [],
                1 => bytes,
                2 => new byte[1000],
                3 => File.ReadAllBytes(At("a.1.kit"))[..5],
                _ => File.ReadAllBytes(At("a.1.kit"))[..100],
            };
            File.WriteAllBytes(At("a.1.kit"), bytes);
            KitbagFile.Save(At("a.kit"), "third");
            Assert.Equal(new byte[1000], KitbagFile.Load<byte[]>(At("a.1.kit")));
            File.WriteAllBytes(At("a.1.kit"), bytes);
            KitbagFile.Delete(At("a.kit"));
            Assert.Empty(Names());
        }

        [Fact]
        public void Damaged_files_are_kept_beside_each_other_and_deleted_with_the_file()
        {
            for (int i = 1; i <= 11; i++)
            {
                File.WriteAllText(At("a.kit"), "damage " + i);
                KitbagFile.Save(At("a.kit"), i);
            }
            Assert.Equal("damage 1", File.ReadAllText(At("a.damaged.kit")));
            for (int i = 2; i <= 8; i++)
                Assert.Equal("damage " + i, File.ReadAllText(At("a.damaged" + i + ".kit")));
            Assert.Equal("damage 11", File.ReadAllText(At("a.damaged9.kit")));
            Assert.Equal(10, Names().Length);
            // An intact file has not become damaged: somebody has given it this name.
            File.Copy(At("a.kit"), At("a.damaged3.kit"), overwrite: true);
            KitbagFile.Delete(At("a.kit"));
            Assert.Equal(["a.damaged3.kit"], Names());
        }
    }
}
