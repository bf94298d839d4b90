// What the models' keys are to this project: MessagePack's.
global using KeyAttribute = MessagePack.KeyAttribute;

using MemoryPack;
using MessagePack;
using Nino.Core;
using ProtoBuf;

namespace Workloads
{
    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public partial class MessageEnvelope { }

    [MemoryPackable, NinoType, MessagePackObject, ProtoContract(ImplicitFields = ImplicitFields.AllPublic)] public partial class Person { }

    [NinoType, MessagePackObject, ProtoContract(ImplicitFields = ImplicitFields.AllPublic)] public partial struct Vec3 { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class World { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Zone { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Entity { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Item { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class WordGraph { }
}
