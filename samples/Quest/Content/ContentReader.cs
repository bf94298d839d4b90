using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Quest.Content
{
    /// <summary>Reads the JSON files of a directory. A member that the types lack is an error, so that no data is lost silently.</summary>
    public static class ContentReader
    {
        private static readonly FilesJson s_json = new FilesJson(new JsonSerializerOptions
        {
            IncludeFields = true,
            PropertyNamingPolicy = new ContentNaming(),
            UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
            Converters =
            {
                new CountRangeConverter(), Names<Dimension>(), Names<BlockStateType>(), Names<BoundingBox>(), Names<EffectType>(),
            },
        });

        private static readonly string[] s_files =
        {
            "blocks.json", "blockLoot.json", "items.json", "foods.json", "entities.json", "biomes.json",
            "effects.json", "enchantments.json", "recipes.json", "materials.json", "language.json",
        };

        /// <summary>Reads all files.</summary>
        /// <exception cref="ContentException">The directory or files are missing, or a file has unexpected content.</exception>
        public static GameContent Read(string directory)
        {
            if (!Directory.Exists(directory))
            {
                throw new ContentException($"There is no directory '{directory}'.");
            }

            string[] missing = s_files.Where(file => !File.Exists(Path.Combine(directory, file))).ToArray();
            if (missing.Length > 0)
            {
                throw new ContentException($"The directory '{directory}' lacks {string.Join(", ", missing)}.");
            }

            return new GameContent
            {
                Blocks = ReadFile(directory, "blocks.json", s_json.ListBlock),
                BlockLoot = ReadFile(directory, "blockLoot.json", s_json.ListBlockLoot),
                Items = ReadFile(directory, "items.json", s_json.ListItem),
                Foods = ReadFile(directory, "foods.json", s_json.ListFood),
                Entities = ReadFile(directory, "entities.json", s_json.ListEntity),
                Biomes = ReadFile(directory, "biomes.json", s_json.ListBiome),
                Effects = ReadFile(directory, "effects.json", s_json.ListEffect),
                Enchantments = ReadFile(directory, "enchantments.json", s_json.ListEnchantment),
                Recipes = ReadFile(directory, "recipes.json", s_json.DictionaryInt32ListRecipe),
                Materials = ReadFile(directory, "materials.json", s_json.DictionaryStringDictionaryInt32Double),
                Language = ReadFile(directory, "language.json", s_json.DictionaryStringString),
            };
        }

        private static JsonStringEnumConverter<TEnum> Names<TEnum>()
            where TEnum : struct, Enum =>
            new JsonStringEnumConverter<TEnum>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);

        private static T ReadFile<T>(string directory, string file, JsonTypeInfo<T> type)
            where T : class, ICollection
        {
            try
            {
                using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(directory, file)));
                T value = document.Deserialize(type) ?? throw new ContentException($"{file}: the file contains null.");
                JsonElement root = document.RootElement;
                int entries = root.ValueKind == JsonValueKind.Array ? root.GetArrayLength() : root.EnumerateObject().Count();
                return value.Count == entries
                    ? value
                    : throw new ContentException($"{file}: {entries} entries, but only {value.Count} different ones.");
            }
            catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
            {
                throw new ContentException($"{file}: {e.Message}", e);
            }
        }
    }

    /// <summary>The types for System.Text.Json's source generator.</summary>
    [JsonSourceGenerationOptions(IncludeFields = true)]
    [JsonSerializable(typeof(List<Block>))]
    [JsonSerializable(typeof(List<BlockLoot>))]
    [JsonSerializable(typeof(List<Item>))]
    [JsonSerializable(typeof(List<Food>))]
    [JsonSerializable(typeof(List<Entity>))]
    [JsonSerializable(typeof(List<Biome>))]
    [JsonSerializable(typeof(List<Effect>))]
    [JsonSerializable(typeof(List<Enchantment>))]
    [JsonSerializable(typeof(Dictionary<int, List<Recipe>>))]
    [JsonSerializable(typeof(Dictionary<string, Dictionary<int, double>>))]
    [JsonSerializable(typeof(Dictionary<string, string>))]
    internal sealed partial class FilesJson : JsonSerializerContext
    {
    }
}
