using System.Collections.Generic;
using MemoryPack;
using MessagePack;
using Nino.Core;
using Workloads;

namespace Kitbag.Bench.Peers
{
    /// <summary>Collects the candidates of the requested workloads.</summary>
    internal sealed class Candidates
    {
        private readonly ICollection<string> _names;

        public Candidates(ICollection<string> names)
        {
            _names = names;
        }

        public List<Candidate> All { get; } = new List<Candidate>();

        /// <summary>Adds all peers, called from generic code that reference types share.</summary>
        public void Add<[KitbagRoot] T>(string workload, T value, KitbagOptions options) => Of(workload, value)?
            .Add("Kitbag", (output, v) => KitbagSerializer.Serialize(output, v, options),
                bytes => KitbagSerializer.Deserialize<T>(bytes, options))
            .Add("MemoryPack", (output, v) => MemoryPackSerializer.Serialize(output, v),
                bytes => MemoryPackSerializer.Deserialize<T>(bytes)!)
            .AddNino((output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<T>(bytes))
            .Add("MessagePack", (output, v) => MessagePackSerializer.Serialize(output, v),
                bytes => MessagePackSerializer.Deserialize<T>(bytes))
            .Add("protobuf-net", (output, v) => Protobuf.Model.Serialize(output, v), bytes => Protobuf.Model.Deserialize<T>(bytes))
            .AddStream("protobuf-net, stream", (output, v) => Protobuf.Model.Serialize(output, v),
                input => Protobuf.Model.Deserialize<T>(input));

        /// <summary>
        /// Returns a workload to which peers can be added with calls that name the type, like the calls of programs: for a small value,
        /// shared generic code would take a considerable part of the time. Returns null if the workload was not requested.
        /// </summary>
        public Workload<T>? Of<T>(string workload, T value) =>
            _names.Count == 0 || _names.Contains(workload) ? new Workload<T>(workload, value, All) : null;
    }
}
