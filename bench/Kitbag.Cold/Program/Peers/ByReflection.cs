using System;
using System.Collections.Generic;
using BootResponse.Model;
using Workloads;

namespace Kitbag.Cold
{
    // The workloads of peers that serialize any type by reflection, with one generic method to read and one to write.
    internal static partial class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => Read<World>(bytes),
            "envelope" => Read<MessageEnvelope>(bytes),
            "persons" => Read<List<Person>>(bytes),
            "twitter" => Read<TwitterPage>(bytes),
            "json-boot" => Read<Response<Boot>>(bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => Write((World)value),
            "envelope" => Write((MessageEnvelope)value),
            "persons" => Write((List<Person>)value),
            "twitter" => Write((TwitterPage)value),
            "json-boot" => Write((Response<Boot>)value),
            _ => throw new NotSupportedException(),
        };
    }
}
