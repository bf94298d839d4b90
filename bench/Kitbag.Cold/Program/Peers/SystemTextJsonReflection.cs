using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;
using BootResponse.Model;
using Workloads;

namespace Kitbag.Cold
{
    internal static class Peer
    {
        private static readonly JsonSerializerOptions s_options = new JsonSerializerOptions { IncludeFields = true };

        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => Read<World>(bytes),
            "envelope" => Read<MessageEnvelope>(bytes),
            "persons" => Read<List<Person>>(bytes),
            "json-boot" => Read<Response<Boot>>(bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => Write((World)value),
            "envelope" => Write((MessageEnvelope)value),
            "persons" => Write((List<Person>)value),
            "json-boot" => Write((Response<Boot>)value),
            _ => throw new NotSupportedException(),
        };

        private static T? Read<T>(byte[] bytes) => JsonSerializer.Deserialize<T>(bytes, s_options);

        private static byte[] Write<T>(T value) => JsonSerializer.SerializeToUtf8Bytes(value, s_options);
    }
}
