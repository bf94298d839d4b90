using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Runtime.Serialization.Formatters.Binary;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Google.Protobuf;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>All workloads with all peers of this project; Kitbag is the first candidate of each.</summary>
    internal static class Peers
    {
        private static readonly KitbagOptions s_raw = new KitbagOptions { Schema = KitbagSchemaMode.Bare, Numbers = KitbagNumbers.Raw };

        public static List<Candidate> All()
        {
            // BinaryFormatter must be enabled. A project property would not suffice, because BenchmarkDotNet builds its own programs.
            AppContext.SetSwitch("System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization", true);
            var all = new List<Candidate>();
            JsonContext json = JsonContext.Default;
            Add<World>(all, "save-game", Data.SaveGame(), json.World, Clone.Of);
            World world = Data.SaveGame();
            byte[] proto = ToProtobuf(world);
            all.Add(new Candidate("save-game", "Google.Protobuf", output =>
            {
                byte[] bytes = ToProtobuf(world);
                output.Write(bytes);
                return bytes.Length;
            }, () => Protobuf.Read(new CodedInputStream(proto))));
            Add<Realm>(all, "save-game-derived", Realm.Make(), json.Realm, null);
            Add<MessageEnvelope>(all, "envelope", Data.Envelope(), json.MessageEnvelope, Clone.Of);
            Add<List<Person>>(all, "1000-persons", Data.Persons(1000), json.ListPerson, Clone.Of);
            Add<Vec3[]>(all, "vector3-100KB", Data.Vectors(8533), json.Vec3Array, v => (Vec3[])v.Clone());
            Add<float[]>(all, "float-100KB", Data.Floats(25_600), json.SingleArray, v => (float[])v.Clone());
            Add<int[]>(all, "small-ints", Data.SmallInts(100_000), json.Int32Array, v => (int[])v.Clone());
            Add<double[]>(all, "doubles", Data.Doubles(100_000), json.DoubleArray, v => (double[])v.Clone());
            Add<WordGraph>(all, "word-graph", Data.Words(), json.WordGraph, null);
            all.Add(Candidate.Of("word-graph-raw", "Kitbag", Data.Words(), (output, v) => KitbagSerializer.Serialize(output, v, s_raw),
                bytes => KitbagSerializer.Deserialize<WordGraph>(bytes, s_raw)));
            JsonPeers.AddTo(all);
            Evolution.AddTo(all);
            Unknown.AddTo(all);
            Graphs.AddTo(all);
            return all;
        }

        private static byte[] ToProtobuf(World world)
        {
            var stream = new MemoryStream();
            var output = new CodedOutputStream(stream, leaveOpen: true);
            Protobuf.Write(output, world);
            output.Flush();
            return stream.ToArray();
        }

        private static void Add<[KitbagRoot] T>(List<Candidate> all, string workload, T value, JsonTypeInfo<T> json, Func<T, T>? clone)
            where T : class
        {
            all.Add(Candidate.Of(workload, "Kitbag", value, (output, v) => KitbagSerializer.Serialize(output, v, KitbagOptions.Bare),
                bytes => KitbagSerializer.Deserialize<T>(bytes, KitbagOptions.Bare)));
            if (clone != null)
                all.Add(new Candidate(workload, "(clone by hand)", _ => { clone(value); return 0; }, () => clone(value)));
            all.Add(Candidate.Of(workload, "System.Text.Json", value, (output, v) =>
            {
                using var writer = new Utf8JsonWriter(output);
                JsonSerializer.Serialize(writer, v, json);
            }, bytes => JsonSerializer.Deserialize(bytes, json)!));
            all.Add(Candidate.Of(workload, "Newtonsoft.Json", value,
                (output, v) => output.Write(Encoding.UTF8.GetBytes(Newtonsoft.Json.JsonConvert.SerializeObject(v))), bytes =>
                Newtonsoft.Json.JsonConvert.DeserializeObject<T>(Encoding.UTF8.GetString(bytes))!));
            var formatter = new BinaryFormatter();
            all.Add(Candidate.Of(workload, "BinaryFormatter", value, (output, v) =>
            {
                var stream = new MemoryStream();
                formatter.Serialize(stream, v);
                output.Write(stream.GetBuffer().AsSpan(0, (int)stream.Length));
            }, bytes => (T)formatter.Deserialize(new MemoryStream(bytes))));
        }
    }
}
