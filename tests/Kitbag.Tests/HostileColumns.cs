using System;
using System.Collections.Generic;
using System.Text;
using Kitbag.Schema;

namespace Kitbag.Tests
{
    /// <summary>
    /// Bodies that describe many values in few bytes: constant columns, arithmetic progressions, objects of defaults.
    /// </summary>
    internal sealed class HostileColumns
    {
        private readonly List<byte> _bytes = new List<byte>();
        private readonly bool _storesMembers;
        private readonly int _elements;
        private readonly string _text;

        /// <param name="storesMembers">Whether the members of objects are stored, or are all the default.</param>
        /// <param name="elements">How many elements each collection within a collection has.</param>
        /// <param name="text">The value of all strings.</param>
        public HostileColumns(bool storesMembers, int elements, string text)
        {
            _storesMembers = storesMembers;
            _elements = elements;
            _text = text;
        }

        /// <summary>Returns the bare body of a collection with that number of elements.</summary>
        public byte[] Root(SchemaType type, int count)
        {
            _bytes.Clear();
            _bytes.Add(3);
            _bytes.AddRange(BitConverter.GetBytes(count + 1));
            if (type.Key != null)
                Column(type.Key, count);
            Column(type.Element!, count);
            return _bytes.ToArray();
        }

        private void Column(SchemaType type, int count)
        {
            if (count == 0)
                return;
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    Fill(0, (count + 7) / 8);
                    break;
                case SchemaKind.Single or SchemaKind.Double:
                    _bytes.Add(1);
                    Fill(0, type.Kind == SchemaKind.Double ? 8 : 4);
                    break;
                case SchemaKind.String:
                    _bytes.AddRange(new byte[] { 1, 1 });
                    Blocks(1, 1 + 2 * _text.Length, 0);
                    _bytes.AddRange(Encoding.ASCII.GetBytes(_text));
                    Blocks(count, 1, 0);
                    break;
                case SchemaKind.DateTimeOffset:
                    Blocks(count, 0, 0);
                    Blocks(count, 0, 0);
                    break;
                case SchemaKind.Nullable:
                    Fill(255, count / 8);
                    if (count % 8 != 0)
                        _bytes.Add((byte)((1 << count % 8) - 1));
                    Column(type.Element!, count);
                    break;
                case SchemaKind.Sequence or SchemaKind.Map:
                    Blocks(count, 1 + _elements, 0);
                    if (type.Key != null)
                        Column(type.Key, count * _elements);
                    Column(type.Element!, count * _elements);
                    break;
                case SchemaKind.Union:
                    Blocks(count, 1, 0);
                    Column(type.MemberArray[0].Type, count);
                    break;
                case SchemaKind.Object:
                    for (; count > 0; count -= 4096)
                        Group(type, Math.Min(count, 4096));
                    break;
                default:
                    if (type.Kind is SchemaKind.SByte or SchemaKind.Byte
                        || (type.Kind == SchemaKind.Enum && type.Underlying is SchemaKind.SByte or SchemaKind.Byte))
                        _bytes.Add(1);
                    if (type.TryGetInteger(out _))
                        Blocks(count, 0, type.Kind is SchemaKind.Int32 or SchemaKind.Int64 ? 1 : 0);
                    else
                        FixedSize(type.Slot.MaxBytes);
                    break;
            }
        }

        private void FixedSize(int size)
        {
            _bytes.Add(1);
            Fill(0, size);
        }

        private void Group(SchemaType type, int count)
        {
            _bytes.Add(0);
            int members = type.MemberArray.Length;
            if (count < 8)
            {
                Fill(0, count * Math.Max(1, (type.ControlBits + 7) / 8));
                return;
            }
            for (int i = 0; i < members; i += 8)
                _bytes.Add((byte)(!_storesMembers ? 0 : members - i >= 8 ? 255 : (1 << members - i) - 1));
            for (int i = 0; i < members && _storesMembers; i++)
                Column(type.MemberArray[i].Type, count);
        }

        private void Blocks(int count, long first, long step)
        {
            for (int i = 0; i < count; i += 256)
            {
                _bytes.Add((byte)(step == 0 ? 0 : 128));
                Zigzag(first + i * step);
                if (step != 0)
                    Zigzag(step);
            }
        }

        private void Zigzag(long value)
        {
            ulong v = (ulong)(value << 1 ^ value >> 63);
            for (; v > 127; v >>= 7)
                _bytes.Add((byte)(v | 128));
            _bytes.Add((byte)v);
        }

        private void Fill(byte value, int count)
        {
            for (int i = 0; i < count; i++)
                _bytes.Add(value);
        }
    }
}
