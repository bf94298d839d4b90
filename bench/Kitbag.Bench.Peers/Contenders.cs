using System.Collections.Generic;
using MemoryPack;
using Nino.Core;
using Workloads;

namespace Kitbag.Bench.Peers
{
    /// <summary>The contenders of the workloads that are asked for.</summary>
    internal sealed class Contenders
    {
        private readonly ICollection<string> _names;

        public Contenders(ICollection<string> names)
        {
            _names = names;
        }

        public List<Contender> All { get; } = new List<Contender>();

        public void Add<[KitbagRoot] T>(string workload, T value, KitbagOptions options)
        {
            if (_names.Count != 0 && !_names.Contains(workload))
                return;
            All.Add(Contender.Of(workload, "Kitbag", value, (output, v) => KitbagSerializer.Serialize(output, v, options), bytes => KitbagSerializer.Deserialize<T>(bytes, options)));
            All.Add(Contender.Of(workload, "MemoryPack", value, (output, v) => MemoryPackSerializer.Serialize(output, v), bytes => MemoryPackSerializer.Deserialize<T>(bytes)!));
        }

        public void AddNino<T>(string workload, T value)
        {
            if (_names.Count != 0 && !_names.Contains(workload))
                return;
            // Nino writes into a buffer of its own kind.
            var buffer = new NinoArrayBufferWriter(16 << 20);
            NinoSerializer.Serialize(value, buffer);
            byte[] bytes = buffer.WrittenSpan.ToArray();
            All.Add(new Contender(workload, "Nino", _ => { buffer.ResetWrittenCount(); NinoSerializer.Serialize(value, buffer); return bytes.Length; }, () => NinoDeserializer.Deserialize<T>(bytes)));
        }
    }
}
