using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Kitbag.Codecs;
using Kitbag.Documents;
using Kitbag.Schema;

namespace Kitbag.Files
{
    /// <summary>Reads and writes the groups of a log as lists of records without a header.</summary>
    internal sealed class LogFormat<T>
    {
        private readonly ListCodec<T> _codec;
        private readonly KitbagOptions _write;
        private byte[]? _schema;
        private BodySource _source;
        private KitbagOptions _read;

        public LogFormat(Codec<T> record, KitbagLogOptions options)
        {
            _codec = new ListCodec<T>(record);
            _write = _read = new KitbagOptions
            {
                Schema = KitbagSchemaMode.Bare,
                Numbers = options.Numbers,
                Limits = options.Limits,
                UnknownCases = options.UnknownCases
            };
        }

        public Codec<List<T>?> Codec => _codec;

        public KitbagOptions Options => _write;

        /// <summary>Returns whether groups of this program have this schema.</summary>
        public bool Has(byte[] schema) => schema.AsSpan().SequenceEqual(_codec.Document.Bytes);

        /// <summary>Returns a document without records, which contains the schema.</summary>
        public byte[] SchemaDocument() => DocumentWriter.ToArray(_codec, new List<T>(), KitbagOptions.Default);

        /// <summary>Reads a group.</summary>
        /// <exception cref="KitbagException">It cannot be read as the records' type.</exception>
        public List<T> Read(byte[] group, byte[] schema)
        {
            Prepare(schema);
            return DocumentReader.ReadBody(ref MemoryMarshal.GetReference<byte>(group), group.Length, _codec, _source, _read)
                ?? new List<T>();
        }

        /// <summary>Prepares reading groups with a schema.</summary>
        /// <exception cref="KitbagException">They cannot be read as the records' type.</exception>
        public void Prepare(byte[] schema)
        {
            if (_schema == schema)
                return;
            _read = Has(schema)
                ? _write
                : new KitbagOptions
                {
                    Schema = KitbagSchemaMode.Bare,
                    Limits = _write.Limits,
                    UnknownCases = _write.UnknownCases,
                    BareSchema = KitbagSchema.Parse(schema, _write.Limits)
                };
            _source = new BodySource(0, WriterSchema.PlanForBare(_codec, _read, out _), 0);
            _schema = schema;
        }
    }
}
