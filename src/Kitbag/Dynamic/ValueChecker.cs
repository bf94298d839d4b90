using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Checks what the structure of a document does not tell: that numbers are dates, times and decimals where these are declared, that
    /// references refer to objects, and that members can be read which another version of the program wrote.
    /// </summary>
    internal sealed class ValueChecker : ISchemaVisitor
    {
        private readonly Body _body;
        private readonly Stack<SchemaType> _columns = new Stack<SchemaType>();
        private long _allocated;
        private int _offset;
        private uint _least;
        private bool _isStore;
        private uint[] _prefixes = Array.Empty<uint>();
        private byte[] _bytes = Array.Empty<byte>();

        public ValueChecker(Body body) => _body = body;

        public bool WantsValues => true;

        public IWalkListener? Listener => _body;

        public void BeginColumn(SchemaType type, int count, int offset)
        {
            _offset = offset;
            // A null in a union has no type, so no case is null.
            _least = _columns.Count != 0 && _columns.Peek().Kind == SchemaKind.Union ? 1u : 0;
            _columns.Push(type);
        }

        public void EndColumn(SchemaType type, int offset)
        {
            _columns.Pop();
            _body.Passed(offset);
        }

        public void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image)
        {
            if (_isStore)
                _bytes = image.ToArray();
            if (type.Kind is not (SchemaKind.Reference or SchemaKind.DateTime or SchemaKind.DateOnly or SchemaKind.TimeOnly))
                return;
            int size = IntegerKinds.SizeOf(kind), i = 0;
            uint count = type.Kind == SchemaKind.Reference ? CountOf(type.Element!) : 0;
            try
            {
                for (; i < image.Length / size; i++)
                {
                    ReadOnlySpan<byte> one = image.Slice(i * size);
                    Check(type, size == sizeof(uint) ? MemoryMarshal.Read<uint>(one) : MemoryMarshal.Read<ulong>(one), count);
                }
            }
            catch (KitbagException e)
            {
                throw Locate(e, i);
            }
        }

        private void Check(SchemaType type, ulong value, uint count)
        {
            switch (type.Kind)
            {
                case SchemaKind.DateTime:
                    Scalars.ToDateTime(new Bits(value));
                    break;
                case SchemaKind.DateOnly:
                    Scalars.ToDate(new Bits(value));
                    break;
                case SchemaKind.TimeOnly:
                    Scalars.ToTimeOfDay(new Bits(value));
                    break;
                default:
                    if (value < _least || value > count)
                        throw GraphDirectory.NoSuchObject(_offset, (uint)value, (int)count, type.Element!.Name);
                    break;
            }
        }

        public void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes)
        {
            int i = 0;
            try
            {
                for (; i < ticks.Length; i++)
                    DateTimeOffsetCodec.Make(ticks[i], minutes[i]);
            }
            catch (KitbagException e)
            {
                throw Locate(e, i);
            }
        }

        public void Images(SchemaType type, ReadOnlySpan<byte> image, int size)
        {
            int i = 0;
            try
            {
                for (; type.Kind == SchemaKind.Decimal && i < image.Length / size; i++)
                    Scalars.ToDecimal(image.Slice(i * size, size));
            }
            catch (KitbagException e)
            {
                throw Locate(e, i);
            }
        }

        private KitbagException Locate(KitbagException e, int index)
        {
            e.MoveTo(_offset);
            return e.At(index);
        }

        public void Lengths(SchemaType type, ReadOnlySpan<uint> prefixes)
        {
            if (_isStore)
                _prefixes = prefixes.ToArray();
        }

        public void BeginMember(SchemaMember member, int index, int stored) => _isStore = SchemaForms.IsStore(member);

        public void EndMember(SchemaMember member)
        {
            if (!_isStore)
                return;
            _isStore = false;
            var r = new WireReader(_bytes, _body.Limits);
            try
            {
                // All members together must not need more memory than a document may.
                long budget = r.Budget;
                r.Charge(_allocated);
                KeptObjects.Find(ref r, _prefixes, _bytes, _body);
                _allocated = budget - r.Budget;
            }
            catch (KitbagException e)
            {
                e.MoveTo(_offset);
                throw;
            }
            finally
            {
                r.Dispose();
                _prefixes = Array.Empty<uint>();
                _bytes = Array.Empty<byte>();
            }
        }

        private uint CountOf(SchemaType tracked)
        {
            foreach (TrackedColumns objects in _body.Objects)
            {
                if (objects.Type == tracked)
                    return (uint)objects.Count;
            }
            return 0;
        }

        public void Default(SchemaType type, int count)
        {
        }

        public void Booleans(ReadOnlySpan<bool> values)
        {
        }

        public void Singles(ReadOnlySpan<float> values)
        {
        }

        public void Doubles(ReadOnlySpan<double> values)
        {
        }

        public void Strings(in DictionaryStrings values)
        {
        }

        public void Present(SchemaType type, ReadOnlySpan<bool> present)
        {
        }

        public void Comparer(int index, byte number)
        {
        }

        public void TypeNumbers(SchemaType type, ReadOnlySpan<uint> numbers)
        {
        }

        public void BeginGroup(SchemaType type, int count, ReadOnlySpan<bool> present)
        {
        }

        public void EndGroup(SchemaType type)
        {
        }

        public void BeginObjects(SchemaType type, int count, int offset)
        {
        }

        public void EndObjects(SchemaType type, int offset)
        {
        }
    }
}
