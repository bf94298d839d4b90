using System;
using System.Collections.Generic;
using BootResponse.Model;
using MemoryPack;
using Workloads;

namespace Kitbag.Cold
{
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => MemoryPackSerializer.Deserialize<World>(bytes),
            "envelope" => MemoryPackSerializer.Deserialize<MessageEnvelope>(bytes),
            "persons" => MemoryPackSerializer.Deserialize<List<Person>>(bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => MemoryPackSerializer.Serialize((World)value),
            "envelope" => MemoryPackSerializer.Serialize((MessageEnvelope)value),
            "persons" => MemoryPackSerializer.Serialize((List<Person>)value),
            _ => throw new NotSupportedException(),
        };
    }
}

namespace Workloads
{
    [MemoryPackable] public partial class MessageEnvelope { }

    [MemoryPackable] public partial class Person { }

    [MemoryPackable] public sealed partial class World { }

    [MemoryPackable] public sealed partial class Zone { }

    [MemoryPackable] public sealed partial class Entity { }

    [MemoryPackable] public sealed partial class Item { }
}
