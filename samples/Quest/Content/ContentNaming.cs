using System.Text.Json;

namespace Quest.Content
{
    /// <summary>How the files spell members: in camel case, but for two.</summary>
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
