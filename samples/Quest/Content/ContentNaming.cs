using System.Text.Json;

namespace Quest.Content
{
    /// <summary>The names of members in the files: camel case, with two exceptions.</summary>
    internal sealed class ContentNaming : JsonNamingPolicy
    {
        public override string ConvertName(string name) => name switch
        {
            nameof(Biome.HasPrecipitation) => "has_precipitation",
            nameof(BlockState.NumValues) => "num_values",
            _ => CamelCase.ConvertName(name),
        };
    }
}
