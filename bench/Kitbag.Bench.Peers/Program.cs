using System;
using System.Collections.Generic;
using Kitbag;
using Kitbag.Bench.Peers;
using MemoryPack;
using Nino.Core;
using Workloads;

// Arguments: names of workloads to run (all where there are none); --rounds N; --ms N.
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
var list = new Contenders(names);

list.Add("save-game", Data.SaveGame(), bare);
list.AddNino("save-game", Data.SaveGame());
list.Add(
    "envelope", Data.Envelope(),
    (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare), bytes => KitbagSerializer.Deserialize<MessageEnvelope>(bytes, KitbagOptions.Bare),
    (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<MessageEnvelope>(bytes)!,
    (output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<MessageEnvelope>(bytes));
list.Add(
    "person", Data.Persons(1)[0],
    (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare), bytes => KitbagSerializer.Deserialize<Person>(bytes, KitbagOptions.Bare),
    (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<Person>(bytes)!,
    (output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<Person>(bytes));
list.Add("1000-persons", Data.Persons(1000), bare);
list.AddNino("1000-persons", Data.Persons(1000));
list.Add(
    "vector3", Data.Vectors(1)[0],
    (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare), bytes => KitbagSerializer.Deserialize<Vec3>(bytes, KitbagOptions.Bare),
    (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<Vec3>(bytes)!,
    (output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<Vec3>(bytes));
list.Add("100-vector3", Data.Vectors(100), bare);
list.AddNino("100-vector3", Data.Vectors(100));
list.Add("vector3-100KB", Data.Vectors(8533), bare);
list.AddNino("vector3-100KB", Data.Vectors(8533));
list.Add("float-100KB", Data.Floats(25_600), bare);
list.AddNino("float-100KB", Data.Floats(25_600));
list.Add("text-300KB", Data.Text(300_000), bare);
list.AddNino("text-300KB", Data.Text(300_000));
list.Add("word-graph", Data.Words(), bare);
list.AddNino("word-graph", Data.Words());
list.Add("word-graph-raw", Data.Words(), raw);
list.AddNino("word-graph-raw", Data.Words());
list.Add("small-ints", Data.SmallInts(100_000), bare);
list.AddNino("small-ints", Data.SmallInts(100_000));
list.Add("doubles", Data.Doubles(100_000), bare);
list.AddNino("doubles", Data.Doubles(100_000));
Rounds.Run(list.All, rounds, milliseconds, Console.WriteLine);
