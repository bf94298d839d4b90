using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;

// The attributes that the peers of this project need on the models.
namespace Workloads
{
    [Serializable] public partial class MessageEnvelope { }

    [Serializable] public partial class Person { }

    [Serializable] public partial struct Vec3 { }

    [Serializable] public sealed partial class World { }

    [Serializable] public sealed partial class Zone { }

    [Serializable] public sealed partial class Entity { }

    [Serializable] public sealed partial class Item { }

    [Serializable] public sealed partial class WordGraph { }

    [Serializable] public sealed partial class Realm { }

    [Serializable] public sealed partial class Region { }

    [Serializable]
    [JsonDerivedType(typeof(Monster), "monster")]
    [JsonDerivedType(typeof(Npc), "npc")]
    [JsonDerivedType(typeof(Chest), "chest")]
    [JsonDerivedType(typeof(Door), "door")]
    public abstract partial class Actor { }

    [Serializable] public sealed partial class Monster { }

    [Serializable] public sealed partial class Npc { }

    [Serializable] public sealed partial class Chest { }

    [Serializable] public sealed partial class Door { }

    [JsonSourceGenerationOptions(IncludeFields = true)]
    [JsonSerializable(typeof(MessageEnvelope))]
    [JsonSerializable(typeof(Person))]
    [JsonSerializable(typeof(List<Person>))]
    [JsonSerializable(typeof(Vec3[]))]
    [JsonSerializable(typeof(float[]))]
    [JsonSerializable(typeof(int[]))]
    [JsonSerializable(typeof(double[]))]
    [JsonSerializable(typeof(string))]
    [JsonSerializable(typeof(World))]
    [JsonSerializable(typeof(WordGraph))]
    [JsonSerializable(typeof(Realm))]
    [JsonSerializable(typeof(BootResponse.Model.Response<BootResponse.Model.Boot>))]
    internal sealed partial class JsonContext : JsonSerializerContext
    {
    }
}
