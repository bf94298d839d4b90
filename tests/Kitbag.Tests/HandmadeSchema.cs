using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Kitbag.Tests
{
    /// <summary>The bytes of a schema that Kitbag would not write.</summary>
    internal sealed class HandmadeSchema
    {
        private readonly List<byte> _bytes = new List<byte>();

        public HandmadeSchema(int types) => Number(types);

        public void Object(string name, bool isStruct, IEnumerable<(string, int)> members)
        {
            _bytes.Add((byte)Schema.SchemaKind.Object);
            Text(name);
            _bytes.Add((byte)(isStruct ? 1 : 0));
            Members(members.ToList());
        }

        public void Record(string name, IEnumerable<(string, int)> members)
        {
            _bytes.Add((byte)Schema.SchemaKind.Record);
            Text(name);
            Members(members.ToList());
        }

        public void Union(string name, IEnumerable<(string, int)> types)
        {
            _bytes.Add((byte)Schema.SchemaKind.Union);
            Text(name);
            Members(types.ToList());
        }

        public void Sequence(int type)
        {
            _bytes.Add((byte)Schema.SchemaKind.Sequence);
            Number(type);
        }

        public void BuiltIn(byte kind) => _bytes.Add(kind);

        public byte[] Document(byte[] body)
        {
            byte[] schema = _bytes.ToArray();
            _bytes.Clear();
            _bytes.AddRange(new byte[] { (byte)'K', (byte)'I', (byte)'T', 1, 0 });
            Number(schema.Length);
            _bytes.AddRange(schema);
            _bytes.AddRange(body);
            return _bytes.ToArray();
        }

        private void Members(List<(string Name, int Type)> members)
        {
            Number(members.Count);
            foreach ((string name, int type) in members)
            {
                Text(name);
                Number(type);
            }
        }

        private void Text(string text)
        {
            Number(text.Length);
            _bytes.AddRange(Encoding.ASCII.GetBytes(text));
        }

        private void Number(int value)
        {
            for (; value > 127; value >>= 7)
                _bytes.Add((byte)(value | 128));
            _bytes.Add((byte)value);
        }
    }
}
