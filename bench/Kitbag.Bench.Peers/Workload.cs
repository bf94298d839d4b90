using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using Nino.Core;
using Workloads;

namespace Kitbag.Bench.Peers
{
    /// <summary>
    /// One workload and its candidates. The first one is Kitbag; its bytes are compared to check that the others read what they wrote.
    /// </summary>
    internal sealed class Workload<T>
    {
        private readonly string _workload;
        private readonly T _value;
        private readonly List<Candidate> _all;
        private Action<IBufferWriter<byte>, T>? _first;

        public Workload(string workload, T value, List<Candidate> all)
        {
            _workload = workload;
            _value = value;
            _all = all;
        }

        public Workload<T> Add(string peer, Action<IBufferWriter<byte>, T> serialize, Func<byte[], T> deserialize)
        {
            _first ??= serialize;
            return Try(peer, () => Candidate.Of(_workload, peer, _value, serialize, deserialize));
        }

        public Workload<T> AddNino(Action<NinoArrayBufferWriter, T> serialize, Func<byte[], T> deserialize) => Try("Nino", () =>
        {
            // Nino writes into its own type of buffer.
            var buffer = new NinoArrayBufferWriter(16 << 20);
            serialize(buffer, _value);
            byte[] bytes = buffer.WrittenSpan.ToArray();
            return new Candidate(_workload, "Nino", _ => { buffer.ResetWrittenCount(); serialize(buffer, _value); return bytes.Length; },
                () => deserialize(bytes));
        });

        /// <summary>Adds a peer that uses streams; it writes to a memory stream that is reused and large enough.</summary>
        public Workload<T> AddStream(string peer, Action<Stream, T> serialize, Func<Stream, T> deserialize) => Try(peer, () =>
        {
            var stream = new MemoryStream(16 << 20);
            serialize(stream, _value);
            byte[] bytes = stream.ToArray();
            return new Candidate(_workload, peer, _ => { stream.SetLength(0); serialize(stream, _value); return bytes.Length; },
                () => deserialize(new MemoryStream(bytes)));
        });

        private Workload<T> Try(string peer, Func<Candidate> create)
        {
            try
            {
                Candidate candidate = create();
                if (!Image((T)candidate.Deserialize()!).AsSpan().SequenceEqual(Image(_value)))
                    Console.WriteLine($"{_workload}, {peer}: the value that was read differs from the one that was written.");
                _all.Add(candidate);
            }
            catch (Exception e)
            {
                Console.WriteLine($"{_workload}, {peer}: skipped: {e.Message}");
            }
            return this;
        }

        private byte[] Image(T value)
        {
            var output = new ArrayBufferWriter<byte>();
            _first!(output, value);
            return output.WrittenSpan.ToArray();
        }
    }
}
