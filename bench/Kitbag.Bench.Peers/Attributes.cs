// In this project, [Key] on the members of the models is MessagePack's attribute.
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

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Realm { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Region { }

    [MemoryPackable, NinoType, MessagePackObject, ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    [MemoryPackUnion(0, typeof(Monster)), MemoryPackUnion(1, typeof(Npc))]
    [MemoryPackUnion(2, typeof(Chest)), MemoryPackUnion(3, typeof(Door))]
    [Union(0, typeof(Monster)), Union(1, typeof(Npc)), Union(2, typeof(Chest)), Union(3, typeof(Door))]
    [ProtoInclude(100, typeof(Monster)), ProtoInclude(101, typeof(Npc)), ProtoInclude(102, typeof(Chest)), ProtoInclude(103, typeof(Door))]
    public abstract partial class Actor { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Monster { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Npc { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Chest { }

    [MemoryPackable, NinoType, MessagePackObject,
        ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public sealed partial class Door { }
}
