using Kitbag;

namespace Game.Data;

/// <summary>Saves values of any type. The attributes specify that codecs are generated for the types that callers use.</summary>
public static class Saves
{
    private static readonly KitbagOptions s_options = new() { Checksum = true };

    private static readonly KitbagJsonOptions s_text = new()
    {
        Format = KitbagJsonFormat.Text,
        Naming = KitbagJsonNaming.CamelCase,
        EnumsByName = true,
        AllowComments = true,
        AllowTrailingCommas = true,
    };

    public static byte[] Save<[KitbagRoot] T>(T value) => KitbagSerializer.Serialize(value, s_options);

    public static T Load<[KitbagRoot] T>(byte[] document) => KitbagSerializer.Deserialize<T>(document, s_options);

    public static string ToText<[KitbagRoot] T>(T value) => KitbagJson.Serialize(value, s_text);

    public static T FromText<[KitbagRoot] T>(string text) => KitbagJson.Deserialize<T>(text, s_text);
}
