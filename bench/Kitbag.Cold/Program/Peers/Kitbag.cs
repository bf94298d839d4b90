using System;
using System.Collections.Generic;
using BootResponse.Model;
using Workloads;

namespace Kitbag.Cold
{
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => KitbagSerializer.Deserialize<World>(bytes),
            "envelope" => KitbagSerializer.Deserialize<MessageEnvelope>(bytes),
            "persons" => KitbagSerializer.Deserialize<List<Person>>(bytes),
            "json-boot" => KitbagJson.Deserialize<Response<Boot>>(bytes),
            "twitter" => KitbagSerializer.Deserialize<TwitterPage>(bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => KitbagSerializer.Serialize((World)value),
            "envelope" => KitbagSerializer.Serialize((MessageEnvelope)value),
            "persons" => KitbagSerializer.Serialize((List<Person>)value),
            "json-boot" => KitbagJson.SerializeToUtf8Bytes((Response<Boot>)value),
            "twitter" => KitbagSerializer.Serialize((TwitterPage)value),
            _ => throw new NotSupportedException(),
        };
    }
}
