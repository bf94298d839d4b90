using System.Linq;
using System.Text.Json.Serialization;
using Kitbag;
using Quest.Making;
using Quest.Model;

namespace Quest.Measuring
{
    /// <summary>The sample's own game.</summary>
    public static class WorldInput
    {
        public static Input<World> Create() => new Input<World>(
            () => WorldMaker.Make(seed: 42),
            world => new (string, int)[]
            {
                ("rooms", world.Rooms.Count),
                ("items", world.Items.Count),
                ("characters", world.Characters.Count),
                ("dialogue nodes", world.Dialogues.Values.Sum(dialogue => dialogue.Nodes.Count)),
                ("errands", world.Errands.Count),
                ("tiles", world.Maps.Sum(map => map.Tiles.Length)),
                ("saves", world.Saves.Count(save => save != null)),
                ("journal entries", world.Saves.Sum(save => save?.Journal.Count ?? 0)),
            },
            Peers.For(() => WorldJson.Default.World).Append(new Candidate<World>(
                "Kitbag",
                world => KitbagSerializer.Serialize(world),
                bytes => KitbagSerializer.Deserialize<World>(bytes))));
    }

    /// <summary>What System.Text.Json's source generator needs to be told.</summary>
    [JsonSourceGenerationOptions(IncludeFields = true, IgnoreReadOnlyProperties = true)]
    [JsonSerializable(typeof(World))]
    internal sealed partial class WorldJson : JsonSerializerContext
    {
    }
}
