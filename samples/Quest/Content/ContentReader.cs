using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Quest.Content
{
    /// <summary>Reads the JSON files of a directory. A member that the types do not hold is an error, so nothing is lost unseen.</summary>
    public static class ContentReader
    {
        private static readonly JsonSerializerOptions s_options = new JsonSerializerOptions
        {
            IncludeFields = true,
            PropertyNamingPolicy = new ContentNaming(),
            UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
            Converters = { new CountRangeConverter(), new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
        };

        private static readonly string[] s_files =
        {
            "blocks.json", "blockLoot.json", "items.json", "foods.json", "entities.json", "biomes.json",
            "effects.json", "enchantments.json", "recipes.json", "materials.json", "language.json",
        };

        /// <summary>Reads all files.</summary>
        /// <exception cref="ContentException">The directory or files are missing, or a file does not hold what it should.</exception>
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
                Blocks = ReadFile<List<Block>>(directory, "blocks.json"),
                BlockLoot = ReadFile<List<BlockLoot>>(directory, "blockLoot.json"),
                Items = ReadFile<List<Item>>(directory, "items.json"),
                Foods = ReadFile<List<Food>>(directory, "foods.json"),
                Entities = ReadFile<List<Entity>>(directory, "entities.json"),
                Biomes = ReadFile<List<Biome>>(directory, "biomes.json"),
                Effects = ReadFile<List<Effect>>(directory, "effects.json"),
                Enchantments = ReadFile<List<Enchantment>>(directory, "enchantments.json"),
                Recipes = ReadFile<Dictionary<int, List<Recipe>>>(directory, "recipes.json"),
                Materials = ReadFile<Dictionary<string, Dictionary<int, double>>>(directory, "materials.json"),
                Language = ReadFile<Dictionary<string, string>>(directory, "language.json"),
            };
        }

        private static T ReadFile<T>(string directory, string file)
            where T : class, ICollection
        {
            try
            {
                using JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(directory, file)));
                T value = document.Deserialize<T>(s_options) ?? throw new ContentException($"{file}: holds nothing.");
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
}
