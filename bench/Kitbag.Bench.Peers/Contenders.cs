using System;
using System.Buffers;
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

        public void AddNino<T>(string workload, T value) =>
            AddNino(workload, value, (output, v) => NinoSerializer.Serialize(v, output), bytes => NinoDeserializer.Deserialize<T>(bytes));

        /// <summary>Adds all three by calls that name the type, as programs make them: of a small value the way through shared generic code is a good part.</summary>
        public void Add<T>(
            string workload, T value,
            Action<IBufferWriter<byte>, T> kitbag, Func<byte[], T> kitbagRead,
            Action<IBufferWriter<byte>, T> memoryPack, Func<byte[], T> memoryPackRead,
            Action<NinoArrayBufferWriter, T> nino, Func<byte[], T> ninoRead)
        {
            if (_names.Count != 0 && !_names.Contains(workload))
                return;
            All.Add(Contender.Of(workload, "Kitbag", value, kitbag, kitbagRead));
            All.Add(Contender.Of(workload, "MemoryPack", value, memoryPack, memoryPackRead));
            AddNino(workload, value, nino, ninoRead);
        }

        private void AddNino<T>(string workload, T value, Action<NinoArrayBufferWriter, T> serialize, Func<byte[], T> deserialize)
        {
            if (_names.Count != 0 && !_names.Contains(workload))
                return;
            // Nino writes into a buffer of its own kind.
            var buffer = new NinoArrayBufferWriter(16 << 20);
            serialize(buffer, value);
            byte[] bytes = buffer.WrittenSpan.ToArray();
            All.Add(new Contender(workload, "Nino", _ => { buffer.ResetWrittenCount(); serialize(buffer, value); return bytes.Length; }, () => deserialize(bytes)));
        }
    }
}
