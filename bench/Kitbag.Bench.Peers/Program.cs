using System;
using System.Collections.Generic;
using BootResponse.Model;
using Kitbag;
using Kitbag.Bench.Peers;
using MemoryPack;
using MessagePack;
using MessagePack.Resolvers;
using Nino.Core;
using Workloads;

// Arguments: names of the workloads to run (all workloads by default); --rounds N; --ms N.
var names = new List<string>();
int rounds = 15, milliseconds = 50;
for (int i = 0; i < args.Length; i++)
{
    if (args[i] == "--rounds")
        rounds = int.Parse(args[++i]);
    else if (args[i] == "--ms")
        milliseconds = int.Parse(args[++i]);
    else
        names.Add(args[i]);
}

KitbagOptions bare = KitbagOptions.Bare, raw = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = KitbagNumbers.Raw };
// MessagePack's documentation recommends these resolvers for data that only .NET reads: they store Guids and times in a binary form. By
// default a Guid is stored as text, and a time is read back in UTC.
MessagePackSerializerOptions native =
    MessagePackSerializerOptions.Standard.WithResolver(CompositeResolver.Create(NativeDateTimeResolver.Instance,
    NativeGuidResolver.Instance, StandardResolver.Instance));
var list = new Candidates(names);

list.Add("save-game", Data.SaveGame(), bare);
list.Add("save-game-derived", Realm.Make(), bare);
// Text that rarely repeats. protobuf-net does not support null in maps; MessagePack uses the names as keys of classes without [Key].
MessagePackSerializerOptions named = MessagePackSerializerOptions.Standard.WithResolver(
    CompositeResolver.Create(NativeDateTimeResolver.Instance, NativeGuidResolver.Instance, ContractlessStandardResolver.Instance));
list.Of("boot-response", BootData.Response())?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<Response<Boot>>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v),
        bytes => MemoryPackSerializer.Deserialize<Response<Boot>>(bytes)!)
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<Response<Boot>>(bytes))
    .Add("MessagePack, names", (output, v) => MessagePackSerializer.Serialize(output, v, named),
        bytes => MessagePackSerializer.Deserialize<Response<Boot>>(bytes, named));
list.Of("envelope", Data.Envelope())?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<MessageEnvelope>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v),
        bytes => MemoryPackSerializer.Deserialize<MessageEnvelope>(bytes)!)
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<MessageEnvelope>(bytes))
    .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v),
        bytes => MessagePackSerializer.Deserialize<MessageEnvelope>(bytes))
    .Add("MessagePack, native", (output, v) => MessagePackSerializer.Serialize(output, v, native),
        bytes => MessagePackSerializer.Deserialize<MessageEnvelope>(bytes, native))
    .Add("protobuf-net", (output, v) => Protobuf.Model.Serialize(output, v), bytes => Protobuf.Model.Deserialize<MessageEnvelope>(bytes))
    .AddStream("protobuf-net, stream", (output, v) => Protobuf.Model.Serialize(output, v),
        input => Protobuf.Model.Deserialize<MessageEnvelope>(input));
list.Of("person", Data.Persons(1)[0])?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<Person>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<Person>(bytes)!)
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<Person>(bytes))
    .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v),
        bytes => MessagePackSerializer.Deserialize<Person>(bytes))
    .Add("protobuf-net", (output, v) => Protobuf.Model.Serialize(output, v), bytes => Protobuf.Model.Deserialize<Person>(bytes))
    .AddStream("protobuf-net, stream", (output, v) => Protobuf.Model.Serialize(output, v),
        input => Protobuf.Model.Deserialize<Person>(input));
list.Add("1000-persons", Data.Persons(1000), bare);
list.Of("vector3", Data.Vectors(1)[0])?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<Vec3>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<Vec3>(bytes))
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<Vec3>(bytes))
    .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v), bytes => MessagePackSerializer.Deserialize<Vec3>(bytes))
    .Add("protobuf-net", (output, v) => Protobuf.Model.Serialize(output, v), bytes => Protobuf.Model.Deserialize<Vec3>(bytes))
    .AddStream("protobuf-net, stream", (output, v) => Protobuf.Model.Serialize(output, v),
        input => Protobuf.Model.Deserialize<Vec3>(input));
list.Of("int", 123_456)?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<int>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<int>(bytes)!)
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<int>(bytes))
    .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v),
        bytes => MessagePackSerializer.Deserialize<int>(bytes));
list.Of("guid", Data.Envelope().From)?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<Guid>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<Guid>(bytes)!)
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<Guid>(bytes))
    .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v),
        bytes => MessagePackSerializer.Deserialize<Guid>(bytes))
    .Add("MessagePack, native", (output, v) => MessagePackSerializer.Serialize(output, v, native),
        bytes => MessagePackSerializer.Deserialize<Guid>(bytes, native));
list.Of("string", "Hello World")?
    .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
        bytes => KitbagSerializer.Deserialize<string>(bytes, KitbagOptions.Bare))
    .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<string>(bytes)!)
    .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<string>(bytes))
    .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v),
        bytes => MessagePackSerializer.Deserialize<string>(bytes));
list.Add("100-vector3", Data.Vectors(100), bare);
list.Add("vector3-100KB", Data.Vectors(8533), bare);
list.Add("float-100KB", Data.Floats(25_600), bare);
list.Add("text-300KB", Data.Text(300_000), bare);
list.Add("word-graph", Data.Words(), bare);
list.Add("word-graph-raw", Data.Words(), raw);
list.Add("small-ints", Data.SmallInts(100_000), bare);
list.Add("doubles", Data.Doubles(100_000), bare);
InterleavedRunner.Run(list.All, rounds, milliseconds, Console.WriteLine);
