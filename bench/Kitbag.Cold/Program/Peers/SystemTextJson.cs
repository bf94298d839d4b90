using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;
using BootResponse.Model;
using Workloads;

namespace Kitbag.Cold
{
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => JsonSerializer.Deserialize(bytes, Context.Default.World),
            "envelope" => JsonSerializer.Deserialize(bytes, Context.Default.MessageEnvelope),
            "persons" => JsonSerializer.Deserialize(bytes, Context.Default.ListPerson),
            "json-boot" => JsonSerializer.Deserialize(bytes, Context.Default.ResponseBoot),
            "twitter" => JsonSerializer.Deserialize(bytes, Context.Default.TwitterPage),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => JsonSerializer.SerializeToUtf8Bytes((World)value, Context.Default.World),
            "envelope" => JsonSerializer.SerializeToUtf8Bytes((MessageEnvelope)value, Context.Default.MessageEnvelope),
            "persons" => JsonSerializer.SerializeToUtf8Bytes((List<Person>)value, Context.Default.ListPerson),
            "json-boot" => JsonSerializer.SerializeToUtf8Bytes((Response<Boot>)value, Context.Default.ResponseBoot),
            "twitter" => JsonSerializer.SerializeToUtf8Bytes((TwitterPage)value, Context.Default.TwitterPage),
            _ => throw new NotSupportedException(),
        };
    }

    [JsonSourceGenerationOptions(IncludeFields = true)]
    [JsonSerializable(typeof(World))]
    [JsonSerializable(typeof(MessageEnvelope))]
    [JsonSerializable(typeof(List<Person>))]
    [JsonSerializable(typeof(TwitterPage))]
    [JsonSerializable(typeof(Response<Boot>))]
    internal sealed partial class Context : JsonSerializerContext
    {
    }
}
