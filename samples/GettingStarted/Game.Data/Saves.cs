using Kitbag;

namespace Game.Data;

public static class Saves
{
    private static readonly KitbagOptions s_options = new() { Checksum = true };

    public static void Save<[KitbagRoot] T>(string path, T value) =>
        File.WriteAllBytes(path, KitbagSerializer.Serialize(value, s_options));

    public static T Load<[KitbagRoot] T>(string path) =>
        KitbagSerializer.Deserialize<T>(File.ReadAllBytes(path), s_options);
}
