using System;
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
        private long _allocated;
        private int _offset;
        private bool _isStore;
        private uint[] _prefixes = Array.Empty<uint>();
        private byte[] _bytes = Array.Empty<byte>();

        public ValueChecker(Body body)
        {
            _body = body;
            // A program without classes that keep unknown members has no codec that would set it.
            KeptShape.Maker ??= UnknownCodec.CodecsOf;
        }

        public bool WantsValues => true;

        public IWalkListener? Listener => _body;

        public void BeginColumn(SchemaType type, int count, int offset) => _offset = offset;

        public void EndColumn(SchemaType type, int offset) => _body.Passed(offset);

        public void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image)
        {
            if (_isStore)
                _bytes = image.ToArray();
            int size = IntegerKinds.SizeOf(kind);
            ulong most = type.Kind switch
            {
                SchemaKind.Reference => CountOf(type.Element!),
                SchemaKind.DateTime => ulong.MaxValue >> 2,
                SchemaKind.DateOnly => (ulong)(DateTime.MaxValue.Ticks / TimeSpan.TicksPerDay),
                SchemaKind.TimeOnly => TimeSpan.TicksPerDay - 1,
                _ => ulong.MaxValue,
            };
            if (most == ulong.MaxValue)
                return;
            for (int i = 0; i < image.Length / size; i++)
            {
                ulong value = size == sizeof(uint) ? MemoryMarshal.Read<uint>(image.Slice(i * size))
                    : MemoryMarshal.Read<ulong>(image.Slice(i * size));
                // The highest two bits are the kind of a time.
                if (type.Kind == SchemaKind.DateTime ? (value & most) <= (ulong)DateTime.MaxValue.Ticks : value <= most)
                    continue;
                if (type.Kind == SchemaKind.Reference)
                    throw NoSuchObject((uint)value, (int)most, type.Element!.Name).At(i);
                throw new KitbagException(KitbagErrorReason.OutOfRange, "Found a number that is no " + type.Kind + ".", _offset).At(i);
            }
        }

        public void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes)
        {
            for (int i = 0; i < ticks.Length; i++)
            {
                try
                {
                    DateTimeOffsetCodec.Make(ticks[i], minutes[i], i);
                }
                catch (KitbagException e)
                {
                    e.MoveTo(_offset);
                    throw;
                }
            }
        }

        public void Images(SchemaType type, ReadOnlySpan<byte> image, int size)
        {
            if (type.Kind != SchemaKind.Decimal)
                return;
            for (int i = 0; i < image.Length / size; i++)
            {
                try
                {
                    DecimalCodec.FromImage(image.Slice(i * size, size), i);
                }
                catch (KitbagException e)
                {
                    e.MoveTo(_offset);
                    throw;
                }
            }
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
                UnknownCodec.FindAll(ref r, _prefixes, _bytes);
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

        private KitbagException NoSuchObject(uint prefix, int count, string type)
        {
            WireReader r = _body.Read(_offset);
            try
            {
                return GraphDirectory.NoSuchObject(ref r, prefix, count, type);
            }
            finally
            {
                r.Dispose();
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
