using System.Buffers;
using Kitbag;

/// <summary>The calls of README.md and docs/json.md that no other sample makes.</summary>
public static class Overview
{
    public static void Binary(IBufferWriter<byte> bufferWriter, Save value, Save message, Save save, Save existing, byte[] bytes)
    {
        KitbagSerializer.Serialize(bufferWriter, value);                       // IBufferWriter<byte>, Stream, async, by Type
        KitbagSerializer.Serialize(message, KitbagOptions.Bare);               // only the value: both ends know the schema
        KitbagSerializer.Serialize(save, new KitbagOptions { Checksum = true });
        KitbagSerializer.Populate(bytes, existing);                            // populate an object that exists
        KitbagSerializer.Deserialize<Save>(bytes, new KitbagOptions { Limits = new KitbagLimits { MaxAllocation = 1 << 20 } });
    }

    public static void Json(Save value)
    {
        string json = KitbagJson.Serialize(value);                             // and UTF-8, IBufferWriter<byte>, Stream, async, by Type
        KitbagJson.Deserialize<Save>(json, new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase });
        KitbagJson.Serialize(value, KitbagJsonOptions.Text);                   // one change is one line of the diff
    }

    public static void Files(Save world, string patch)
    {
        string json = KitbagJson.Serialize(world);                              // compact
        Save again = KitbagJson.Deserialize<Save>(json);

        File.WriteAllText("world.json", KitbagJson.Serialize(world, KitbagJsonOptions.Text));   // for version control
        KitbagJson.Populate(patch, world);                                      // populates what exists
    }
}
