using System;
using System.Collections.Generic;
using BootResponse.Model;
using Nino.Core;
using Workloads;

namespace Kitbag.Cold
{
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload switch
        {
            "save-game" => NinoDeserializer.Deserialize<World>(bytes),
            "envelope" => NinoDeserializer.Deserialize<MessageEnvelope>(bytes),
            "persons" => NinoDeserializer.Deserialize<List<Person>>(bytes),
            _ => throw new NotSupportedException(),
        };

        public static byte[] Write(string workload, object value) => workload switch
        {
            "save-game" => NinoSerializer.Serialize((World)value),
            "envelope" => NinoSerializer.Serialize((MessageEnvelope)value),
            "persons" => NinoSerializer.Serialize((List<Person>)value),
            _ => throw new NotSupportedException(),
        };
    }
}

namespace Workloads
{
    [NinoType] public partial class MessageEnvelope { }

    [NinoType] public partial class Person { }

    [NinoType] public sealed partial class World { }

    [NinoType] public sealed partial class Zone { }

    [NinoType] public sealed partial class Entity { }

    [NinoType] public sealed partial class Item { }

    [NinoType] public partial struct Vec3 { }
}
