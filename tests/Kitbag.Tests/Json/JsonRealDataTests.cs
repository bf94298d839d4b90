using System;
using System.IO;
using System.Text.Json;
using BootResponse.Model;
using Workloads;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Real JSON files, if KITBAG_DATA has them, are read as the same values that System.Text.Json reads.</summary>
    public class JsonRealDataTests
    {
        private static string? PathOf(string file) =>
            Environment.GetEnvironmentVariable("KITBAG_DATA") is { Length: > 0 } data ? Path.Combine(data, "json", file) : null;

        [Fact]
        public void Twitter()
        {
            if (PathOf("twitter.json") is { } path)
                Check<TwitterPage>(File.ReadAllBytes(path), KitbagJsonNaming.SnakeCase, JsonNamingPolicy.SnakeCaseLower);
        }

        [Fact]
        public void Citm()
        {
            if (PathOf("citm_catalog.json") is { } path)
                Check<Catalogue>(File.ReadAllBytes(path), KitbagJsonNaming.CamelCase, JsonNamingPolicy.CamelCase);
        }

        [Fact]
        public void Boot_response()
        {
            Check<Response<Boot>>(KitbagJson.SerializeToUtf8Bytes(BootData.Response()), KitbagJsonNaming.AsDeclared, null);
        }

        private static void Check<[KitbagRoot] T>(byte[] json, KitbagJsonNaming naming, JsonNamingPolicy? policy)
        {
            var options = new KitbagJsonOptions { Naming = naming };
            var theirs = new JsonSerializerOptions { PropertyNamingPolicy = policy };
            T value = KitbagJson.Deserialize<T>(json, options);
            Assert.Null(DeepComparer.Difference(JsonSerializer.Deserialize<T>(json, theirs), value));
            byte[] written = KitbagJson.SerializeToUtf8Bytes(value, options);
            Assert.Null(DeepComparer.Difference(JsonSerializer.Deserialize<T>(written, theirs), value));
            Assert.Null(DeepComparer.Difference(KitbagJson.Deserialize<T>(JsonSerializer.SerializeToUtf8Bytes(value, theirs), options),
                value));
            var text = new KitbagJsonOptions { Naming = naming, Format = KitbagJsonFormat.Text };
            Assert.Null(DeepComparer.Difference(KitbagJson.Deserialize<T>(KitbagJson.SerializeToUtf8Bytes(value, text), text), value));
        }
    }
}
