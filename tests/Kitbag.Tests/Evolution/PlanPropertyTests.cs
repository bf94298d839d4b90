using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    public enum PlanKind : byte
    {
        None,
        Some,
        Other = 200,
    }

    public struct PlanPoint
    {
        public int X, Y, Z;
    }

    public class PlanInner
    {
        public int Count { get; set; }

        public string? Text { get; set; }
    }

    /// <summary>The reader's type: documents may have all members except those whose names end with New; some have a former name.</summary>
    public class PlanReader
    {
        public bool Flag { get; set; }

        public byte Byte { get; set; }

        public sbyte SByte { get; set; }

        public short Int16 { get; set; }

        public ushort UInt16 { get; set; }

        public int Int32 { get; set; }

        [KitbagFormerName("ZInt32")]
        public int Int32Renamed { get; set; }

        public uint UInt32 { get; set; }

        public long Int64 { get; set; }

        public ulong UInt64 { get; set; }

        public float Single { get; set; }

        public double Double { get; set; }

        public char Char { get; set; }

        public decimal Decimal { get; set; }

        public Guid Guid { get; set; }

        public DateTime DateTime { get; set; }

        public TimeSpan TimeSpan { get; set; }

        public int? OptionalInt { get; set; }

        public Guid? OptionalGuid { get; set; }

        public PlanKind Kind { get; set; }

        public PlanPoint Point { get; set; }

        public string? Text { get; set; }

        [KitbagFormerName("AText")]
        public string? TextRenamed { get; set; }

        public List<int>? Numbers { get; set; }

        public PlanInner? Inner { get; set; }

        public int IntNew { get; set; }

        public string? TextNew { get; set; }
    }

    /// <summary>Like the other reader, but members have constant initial values.</summary>
    public class PlanReaderOfConstants
    {
        public byte Byte { get; set; } = 3;

        public int Int32 { get; set; } = -70000;

        public long Int64 { get; set; } = 1L << 40;

        public double Double { get; set; } = 0.1;

        public float Single { get; set; }

        public string Text { get; set; } = "";

        public bool Flag { get; set; } = true;

        public int? OptionalInt { get; set; } = 9;

        public Guid Guid { get; set; }
    }

    /// <summary>Members have initial values that do not fit into slots or differ from object to object.</summary>
    public class PlanReaderOfObjects
    {
        private static int s_count;

        public int Int32 { get; set; }

        public double Double { get; set; }

        public string Text { get; set; } = "none";

        public List<int> Numbers { get; set; } = new List<int> { 1, 2 };

        [KitbagIgnore]
        public int Made { get; set; } = ++s_count;

        public long Int64 { get; set; }
    }

    /// <summary>
    /// Documents of random schemas: subsets of a type's members, former names, which change the order, other number types, and members that
    /// the type lacks. Whichever way such a document is read, the members must have the values that were written.
    /// </summary>
    public class PlanPropertyTests
    {
        [Theory]
        [InlineData(1)]
        [InlineData(7)]
        [InlineData(9)]
        public void Objects_of_random_schemas_are_read(int count)
        {
            for (int seed = 0; seed < 400; seed++)
                Check<PlanReader>(seed, count, Fields.All);
        }

        [Theory]
        [InlineData(1)]
        [InlineData(7)]
        public void Members_that_a_document_lacks_keep_their_initial_values(int count)
        {
            for (int seed = 0; seed < 200; seed++)
            {
                Check<PlanReaderOfConstants>(seed, count, Fields.All.Where(f => f.Is<PlanReaderOfConstants>()).ToArray());
                Check<PlanReaderOfObjects>(seed, count, Fields.All.Where(f => f.Is<PlanReaderOfObjects>()).ToArray());
            }
        }

        [Fact]
        public void Cut_and_damaged_rows_are_refused_or_read()
        {
            for (int seed = 0; seed < 40; seed++)
            {
                var random = new Random(seed);
                byte[] document = Document(seed, 1, Fields.All, typeof(PlanReader), out int body);
                for (int length = body; length < document.Length; length++)
                    Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<PlanReader>(document.AsSpan(0, length)));
                for (int i = body; i < document.Length; i++)
                {
                    byte[] damaged = document.ToArray();
                    damaged[i] ^= (byte)(1 << random.Next(8));
                    try
                    {
                        KitbagSerializer.Deserialize<PlanReader>(damaged);
                    }
                    catch (KitbagException e)
                    {
                        Assert.True(e.Offset >= 0);
                    }
                }
            }
        }

        [Fact]
        public void A_number_that_the_member_cannot_hold_is_refused_by_its_path()
        {
            var members = new List<Column> { new Column<long>("Int32", Int64Codec.Instance, new[] { 5_000_000_000L }) };
            var e = Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize<PlanReader>(Bytes(members, 1, "PlanReader", out _)));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            Assert.EndsWith("PlanReader.Int32", e.Path);
        }

        private static void Check<T>(int seed, int count, Field[] fields)
            where T : class, new()
        {
            byte[] document = Document(seed, count, fields, typeof(T), out _);
            object[] expected = Enumerable.Range(0, count).Select(_ => (object)new T()).ToArray();
            Apply(seed, count, fields, expected);
            if (count == 1)
            {
                Assert.Equal(Text(expected[0]), Text(KitbagSerializer.Deserialize<T>(document)));
                return;
            }
            List<T> read = KitbagSerializer.Deserialize<List<T>>(document);
            Assert.Equal(expected.Select(Text), read.Select(v => Text(v)));
        }

        private static string Text(object value) =>
            string.Join("; ", value.GetType().GetProperties().Where(p => p.Name != "Made").Select(p =>
            p.Name + "=" + p.GetValue(value) switch
            {
                null => "null",
                PlanPoint point => point.X + "," + point.Y + "," + point.Z,
                PlanInner inner => inner.Count + "," + inner.Text,
                List<int> list => string.Join(",", list),
                DateTime time => time.Ticks + " " + time.Kind,
                object other => Convert.ToString(other, System.Globalization.CultureInfo.InvariantCulture),
            })).Replace("\0", "0", StringComparison.Ordinal);

        private static byte[] Document(int seed, int count, Field[] fields, Type type, out int body) =>
            Bytes(Apply(seed, count, fields, null), count, type.Name, out body);

        // Chooses members and their values, and sets them in objects.
        private static List<Column> Apply(int seed, int count, Field[] fields, object[]? objects)
        {
            var random = new Random(seed);
            int share = random.Next(1, 10);
            var members = new List<Column>();
            foreach (Field field in fields)
            {
                bool isThere = random.Next(10) < share;
                Column column = field.Make(random, count);
                if (!isThere)
                    continue;
                members.Add(column);
                for (int i = 0; objects != null && i < count; i++)
                    field.Set(objects[i], i);
            }
            // Members that the reader lacks.
            if (random.Next(2) == 0)
                members.Add(new Column<int>("Mnothing", Int32Codec.Instance, Enumerable.Range(0, count).Select(i => random.Next(1000))
                    .ToArray()));
            if (random.Next(3) == 0)
                members.Add(new Column<string?>("Sgone", StringCodec.Instance, Enumerable.Range(0, count).Select(i => (string?)"gone")
                    .ToArray()));
            if (members.Count == 0 || !members.Any(m => fields.Any(f => f.Names.Contains(m.Name))))
            {
                Column column = fields[0].Make(random, count);
                members.Add(column);
                for (int i = 0; objects != null && i < count; i++)
                    fields[0].Set(objects[i], i);
            }
            members.Sort((a, b) => string.CompareOrdinal(a.Name, b.Name));
            return members;
        }

        // Writes a document by the specification: the schema, and a row, rows of up to seven objects, or columns.
        private static byte[] Bytes(List<Column> members, int count, string name, out int body)
        {
            var type = new SchemaType(SchemaKind.Object, name)
            {
                MemberArray = members.Select(m => new SchemaMember(m.Name, m.Codec.Schema)).ToArray(),
            };
            SchemaType root = count == 1 ? type : SchemaType.SequenceOf(type);
            var w = new WireWriter(null, new WireSettings(KitbagNumbers.Compact));
            w.WriteBytes(DocumentFormat.EmbeddedHeader(SchemaWriter.Write(root)));
            body = (int)w.Length;
            if (count != 1)
                w.WriteBytes(new byte[] { 1, (byte)(count + 1), 0 });
            if (count < 8)
            {
                for (int i = 0; i < count; i++)
                    WriteRow(ref w, members, i);
            }
            else
            {
                w.WriteBits(members.Select(m => m.HasNonDefault).ToArray());
                foreach (Column member in members)
                {
                    if (member.HasNonDefault)
                        member.Write(ref w);
                }
            }
            byte[] bytes = w.Written.ToArray();
            w.Dispose();
            return bytes;
        }

        private static void WriteRow(ref WireWriter w, List<Column> members, int index)
        {
            int controlBits = members.Sum(m => m.Codec.Schema.Slot.ControlBits), at = Math.Max((controlBits + 7) / 8, 1), bit = 0;
            byte[] row = new byte[1024];
            foreach (Column member in members)
            {
                uint code = member.WriteSlot(ref w, ref row[0], ref at, index);
                for (int i = 0; i < member.Codec.Schema.Slot.ControlBits; i++, bit++)
                    row[bit >> 3] |= (byte)((code >> i & 1) << (bit & 7));
                Array.Clear(row, at, 32);
            }
            w.WriteBytes(row.AsSpan(0, at));
            foreach (Column member in members)
                member.WritePayload(ref w, index);
        }

        private abstract class Column
        {
            public required string Name { get; init; }

            public required Codec Codec { get; init; }

            public abstract bool HasNonDefault { get; }

            public abstract uint WriteSlot(ref WireWriter w, ref byte row, ref int at, int index);

            public abstract void WritePayload(ref WireWriter w, int index);

            public abstract void Write(ref WireWriter w);
        }

        private sealed class Column<T> : Column
        {
            private readonly Codec<T> _codec;
            private readonly T[] _values;

            [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
            public Column(string name, Codec<T> codec, T[] values)
            {
                Name = name;
                Codec = _codec = codec;
                _values = values;
            }

            public override bool HasNonDefault => _codec.HasNonDefault(_values);

            public override uint WriteSlot(ref WireWriter w, ref byte row, ref int at, int index) =>
                _codec.WriteSlot(ref w, ref row, ref at, _values[index]);

            public override void WritePayload(ref WireWriter w, int index) => _codec.WritePayload(ref w, _values[index]);

            public override void Write(ref WireWriter w) => _codec.WriteColumn(ref w, _values);
        }

        private abstract class Field
        {
            public required string[] Names { get; init; }

            public bool Is<T>() => typeof(T).GetProperty(Names[0]) != null;

            public abstract Column Make(Random random, int count);

            public abstract void Set(object target, int index);
        }

        // A member, for which a document has one of several types.
        private sealed class Field<T> : Field
        {
            private readonly Func<Random, T> _make;
            private readonly Func<string, T[], Column>[] _forms;
            private T[] _values = Array.Empty<T>();

            [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
            public Field(string names, Func<Random, T> make, params Func<string, T[], Column>[] forms)
            {
                Names = names.Split('|');
                _make = make;
                _forms = forms;
            }

            public override Column Make(Random random, int count)
            {
                bool isDefault = random.Next(4) == 0;
                _values = Enumerable.Range(0, count).Select(_ => isDefault || random.Next(5) == 0 ? default! : _make(random)).ToArray();
                return _forms[random.Next(_forms.Length)](Names[random.Next(Names.Length)], _values);
            }

            public override void Set(object target, int index) => target.GetType().GetProperty(Names[0])!.SetValue(target, _values[index]);
        }

        private static class Fields
        {
            public static Field[] All =>
            [
                new Field<bool>("Flag", r => true, Own(BooleanCodec.Instance)),
                new Field<byte>("Byte", r => (byte)r.Next(1, 256), Own(ByteCodec.Instance)),
                new Field<sbyte>("SByte", r => (sbyte)r.Next(-128, 128), Own(SByteCodec.Instance)),
                new Field<short>("Int16", r => (short)r.Next(-128, 128), Own(Int16Codec.Instance),
                    As<short, sbyte>(SByteCodec.Instance, v => (sbyte)v)),
                new Field<ushort>("UInt16", r => (ushort)r.Next(256), Own(UInt16Codec.Instance),
                    As<ushort, byte>(ByteCodec.Instance, v => (byte)v)),
                new Field<int>("Int32", Number, Own(Int32Codec.Instance), As<int, short>(Int16Codec.Instance, v => (short)v),
                    As<int, long>(Int64Codec.Instance, v => v)),
                new Field<int>("Int32Renamed|ZInt32", Number, Own(Int32Codec.Instance), As<int, long>(Int64Codec.Instance, v => v)),
                new Field<uint>("UInt32", r => (uint)r.Next(60000), Own(UInt32Codec.Instance),
                    As<uint, ushort>(UInt16Codec.Instance, v => (ushort)v)),
                new Field<long>("Int64", r => Number(r), Own(Int64Codec.Instance), As<long, int>(Int32Codec.Instance, v => (int)v),
                    As<long, short>(Int16Codec.Instance, v => (short)v)),
                new Field<ulong>("UInt64", r => (uint)r.Next(200), Own(UInt64Codec.Instance),
                    As<ulong, uint>(UInt32Codec.Instance, v => (uint)v),
                    As<ulong, byte>(ByteCodec.Instance, v => (byte)v)),
                new Field<float>("Single", r => r.Next(1000) / 4f, Own(SingleCodec.Instance)),
                new Field<double>("Double", r => r.Next(1000) / 4.0, Own(DoubleCodec.Instance),
                    As<double, float>(SingleCodec.Instance, v => (float)v)),
                new Field<char>("Char", r => (char)r.Next(1, 40000), Own(CharCodec.Instance)),
                new Field<decimal>("Decimal", r => r.Next(), Own(DecimalCodec.Instance),
                    As<decimal, int>(Int32Codec.Instance, v => (int)v)),
                new Field<Guid>("Guid", r => Id(r), Own(GuidCodec.Instance)),
                new Field<DateTime>("DateTime", r => new DateTime(2026, 1, 1).AddTicks(r.Next()), Own(DateTimeCodec.Instance)),
                new Field<TimeSpan>("TimeSpan", r => new TimeSpan(r.Next()), Own(TimeSpanCodec.Instance)),
                new Field<int?>("OptionalInt", r => r.Next(3), Own(new NullableCodec<int>(Int32Codec.Instance))),
                new Field<Guid?>("OptionalGuid", r => r.Next(2) == 0 ? default(Guid) : Id(r),
                    Own(new NullableCodec<Guid>(GuidCodec.Instance))),
                new Field<PlanKind>("Kind", r => PlanKind.Other, As<PlanKind, byte>(ByteCodec.Instance, v => (byte)v)),
                new Field<PlanPoint>("Point", r => new PlanPoint { X = r.Next(), Z = 3 }, Own(CodecOf<PlanPoint>())),
                new Field<string?>("Text", Word, Own(StringCodec.Instance)),
                new Field<string?>("TextRenamed|AText", Word, Own(StringCodec.Instance)),
                new Field<List<int>?>("Numbers", r => Enumerable.Range(0, r.Next(5)).ToList(),
                    Own(new ListCodec<int>(Int32Codec.Instance))),
                new Field<PlanInner?>("Inner", r => new PlanInner { Count = r.Next(), Text = Word(r) }, Own(CodecOf<PlanInner?>())),
            ];

            private static Codec<T> CodecOf<[KitbagRoot] T>() => CompilerServices.CodecCache<T>.Get();

            private static Guid Id(Random random) => new Guid(random.Next(), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

            private static int Number(Random random) => random.Next(2) == 0 ? random.Next(-100, 100) : random.Next(-30000, 30000);

            private static string? Word(Random random) =>
                random.Next(5) == 0 ? "" : new string((char)random.Next('a', 0x250), random.Next(1, 40));

            private static Func<string, T[], Column> Own<T>(Codec<T> codec) => (name, values) => new Column<T>(name, codec, values);

            private static Func<string, T[], Column> As<T, TWritten>(Codec<TWritten> codec, Func<T, TWritten> convert) =>
                (name, values) => new Column<TWritten>(name, codec, Array.ConvertAll(values, v => convert(v)));
        }
    }
}
