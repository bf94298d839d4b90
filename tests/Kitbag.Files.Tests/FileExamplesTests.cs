using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Tests.Format;
using Xunit;

namespace Kitbag.Files.Tests
{
    /// <summary>Tests the worked examples of docs/files.md: Kitbag writes these bytes, and reads these values from them.</summary>
    public class FileExamplesTests
    {
        private const string Page = "files.md", Name = "lamp.kit";

        private static readonly KitbagOptions s_fingerprint = new() { Schema = KitbagSchemaMode.Fingerprint };

        private static readonly Dictionary<string, (Action<KitbagFileOptions> Save, Action<KitbagFileOptions> Check)> s_examples = new()
        {
            ["file"] = (
                o => KitbagFile.Save(Name, new Named { Id = 5, Name = "Lamp" }, 7, Options(o, KitbagCompression.None)),
                o =>
                {
                    Assert.Equal("Lamp", KitbagFile.Load<Named>(Name, o).Name);
                    Assert.Equal(7, KitbagFile.LoadInfo<int>(Name, o));
                }
            ),
            ["file-lz4"] = (
                o => KitbagFile.Save(Name, new string('k', 100), Options(o, KitbagCompression.Lz4)),
                o => Assert.Equal(new string('k', 100), KitbagFile.Load<string>(Name, o))),
            ["log"] = (
                o =>
                {
                    using KitbagLog<int> log = KitbagLog<int>.Open(Name, LogOptions(o));
                    log.Append(7);
                    log.Append(9);
                    log.Flush();
                    log.Append(8);
                },
                o => Assert.Equal([7, 9, 8], KitbagLog<int>.Read(Name, 0, LogOptions(o)))),
        };

        private static KitbagLogOptions LogOptions(KitbagFileOptions options) => new() { Storage = options.Storage };

        private static KitbagFileOptions Options(KitbagFileOptions options, KitbagCompression compression) =>
            new() { Storage = options.Storage, Compression = compression, Document = s_fingerprint };

        public static IEnumerable<object[]> Names() => s_examples.Keys.Select(k => new object[] { k });

        [Theory]
        [MemberData(nameof(Names))]
        public void As_documented(string name)
        {
            byte[]? bytes = WorkedExamples.Read(Page, name);
            var storage = new MemoryStorage();
            var options = new KitbagFileOptions { Storage = storage };
            s_examples[name].Save(options);
            string written = Convert.ToHexString(storage.Files[Name]);
            Assert.True(bytes != null, "docs/files.md lacks the example '" + name + "': " + written);
            Assert.Equal(Convert.ToHexString(bytes!), written);
            storage.Files[Name] = bytes!;
            s_examples[name].Check(options);
        }

        [Fact]
        public void Every_documented_example_is_tested() =>
            Assert.All(WorkedExamples.Names(Page), n => Assert.Contains(n, s_examples.Keys));
    }
}
