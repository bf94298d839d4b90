using System.Linq;
using System.Text.Json.Serialization;
using Kitbag;
using Quest.Content;

namespace Quest.Measuring
{
    /// <summary>The content of a real game as input.</summary>
    public static class ContentInput
    {
        public static Input<GameContent> Create(string directory) => new Input<GameContent>(
            () => ContentReader.Read(directory),
            content => new (string, int)[]
            {
                ("blocks", content.Blocks.Count),
                ("block states", content.Blocks.Sum(block => block.States.Count)),
                ("loot tables", content.BlockLoot.Count),
                ("items", content.Items.Count),
                ("foods", content.Foods.Count),
                ("entities", content.Entities.Count),
                ("biomes", content.Biomes.Count),
                ("effects", content.Effects.Count),
                ("enchantments", content.Enchantments.Count),
                ("recipes", content.Recipes.Values.Sum(ways => ways.Count)),
                ("materials", content.Materials.Count),
                ("language strings", content.Language.Count),
            },
            Peers.For(() => ContentJson.Default.GameContent, isGraph: false).Append(new Candidate<GameContent>(
                "Kitbag",
                content => KitbagSerializer.Serialize(content),
                bytes => KitbagSerializer.Deserialize<GameContent>(bytes))
            {
                Extension = ".kit",
                SaveFile = (content, file) => KitbagFile.Save(file, content),
                LoadFile = file => KitbagFile.Load<GameContent>(file),
            }));
    }

    /// <summary>The types for System.Text.Json's source generator.</summary>
    [JsonSourceGenerationOptions(IncludeFields = true)]
    [JsonSerializable(typeof(GameContent))]
    internal sealed partial class ContentJson : JsonSerializerContext
    {
    }
}
