using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using BootResponse.Model;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>The JSON workloads: Kitbag, System.Text.Json with its source generator, and Newtonsoft.Json.</summary>
    internal static class JsonPeers
    {
        public static void AddTo(List<Candidate> all)
        {
            Add(all, "json-boot", BootData.Response(), JsonContext.Default.ResponseBoot, KitbagJsonOptions.Default,
                new DefaultNamingStrategy());
            Add(all, "json-save-game", Data.SaveGame(), JsonContext.Default.World, KitbagJsonOptions.Default, new DefaultNamingStrategy());
            Add(all, "json-envelope", Data.Envelope(), JsonContext.Default.MessageEnvelope, KitbagJsonOptions.Default,
                new DefaultNamingStrategy());
            Add(all, "json-text-300KB", Data.Text(300_000), JsonContext.Default.String, KitbagJsonOptions.Default,
                new DefaultNamingStrategy());
            if (Environment.GetEnvironmentVariable("KITBAG_DATA") is not { Length: > 0 } data)
                return;
            var snake = new KitbagJsonOptions { Naming = KitbagJsonNaming.SnakeCase };
            Add(all, "json-twitter", KitbagJson.Deserialize<TwitterPage>(File.ReadAllBytes(Path.Combine(data, "json", "twitter.json")),
                snake), SnakeContext.Default.TwitterPage, snake, new SnakeCaseNamingStrategy());
            var camel = new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase };
            Add(all, "json-citm", KitbagJson.Deserialize<Catalogue>(File.ReadAllBytes(Path.Combine(data, "json", "citm_catalog.json")),
                camel), CamelContext.Default.Catalogue, camel, new CamelCaseNamingStrategy { ProcessDictionaryKeys = false });
        }

        private static void Add<[KitbagRoot] T>(List<Candidate> all, string workload, T value, JsonTypeInfo<T> json,
            KitbagJsonOptions options, NamingStrategy naming)
            where T : class
        {
            all.Add(Candidate.Of(workload, "Kitbag", value, (output, v) => KitbagJson.Serialize(output, v, options),
                bytes => KitbagJson.Deserialize<T>(bytes, options)));
            // Reading the same objects from a binary document shows how much memory the objects themselves take.
            byte[] bare = KitbagSerializer.Serialize(value, KitbagOptions.Bare);
            all.Add(new Candidate(workload, "(Kitbag, binary)",
                output => { KitbagSerializer.Serialize(output, value, KitbagOptions.Bare); return bare.Length; }, () =>
                KitbagSerializer.Deserialize<T>(bare, KitbagOptions.Bare)));
            all.Add(Candidate.Of(workload, "System.Text.Json", value, (output, v) =>
            {
                using var writer = new Utf8JsonWriter(output);
                System.Text.Json.JsonSerializer.Serialize(writer, v, json);
            }, bytes => System.Text.Json.JsonSerializer.Deserialize(bytes, json)!));
            var settings = new JsonSerializerSettings { ContractResolver = new DefaultContractResolver { NamingStrategy = naming } };
            all.Add(Candidate.Of(workload, "Newtonsoft.Json", value,
                (output, v) => output.Write(Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(v, settings))), bytes =>
                JsonConvert.DeserializeObject<T>(Encoding.UTF8.GetString(bytes), settings)!));
        }
    }

    [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
    [JsonSerializable(typeof(TwitterPage))]
    internal sealed partial class SnakeContext : JsonSerializerContext
    {
    }

    [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    [JsonSerializable(typeof(Catalogue))]
    internal sealed partial class CamelContext : JsonSerializerContext
    {
    }
}
