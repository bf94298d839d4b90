using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization;
using Kitbag;
using Quest.Generation;
using Quest.Model;

namespace Quest.Measuring
{
    /// <summary>The world of the sample's own game as input.</summary>
    public static class WorldInput
    {
        public static Input<World> Create() => new Input<World>(
            () => WorldGenerator.Create(seed: 42),
            world => new (string, int)[]
            {
                ("rooms", world.Rooms.Count),
                ("ways between them", world.Rooms.Sum(room => room.Exits.Count)),
                ("items", world.Items.Count),
                ("characters", world.Characters.Count),
                ("dialogue nodes", world.Dialogues.Values.Sum(dialogue => dialogue.Nodes.Count)),
                ("errands", world.Errands.Count),
                ("tiles", world.Maps.Sum(map => map.Tiles.Length)),
                ("saves", world.Saves.Count(save => save != null)),
                ("journal entries", world.Saves.Sum(save => save?.Journal.Count ?? 0)),
            },
            Peers.For(() => WorldJson.Graph.World, isGraph: true).Append(new Candidate<World>(
                "Kitbag",
                world => KitbagSerializer.Serialize(world),
                bytes => KitbagSerializer.Deserialize<World>(bytes))
            {
                Extension = ".kit",
                SaveFile = (world, file) => KitbagFile.Save(file, world, new Slot { Name = world.Title, Revision = World.CurrentRevision }),
                LoadFile = file => KitbagFile.Load<World>(file),
            }),
            Turn.Play);
    }

    /// <summary>The types for System.Text.Json's source generator.</summary>
    [JsonSourceGenerationOptions(IncludeFields = true, IgnoreReadOnlyProperties = true)]
    [JsonSerializable(typeof(World))]
    internal sealed partial class WorldJson : JsonSerializerContext
    {
        private static WorldJson? s_graph;

        /// <summary>
        /// The options for references. The JSON of a graph is as deep as its longest path, but 64 levels are the default maximum.
        /// </summary>
        public static WorldJson Graph => s_graph ??= new WorldJson(new JsonSerializerOptions
        {
            IncludeFields = true,
            IgnoreReadOnlyProperties = true,
            ReferenceHandler = ReferenceHandler.Preserve,
            MaxDepth = 100_000,
        });
    }
}
