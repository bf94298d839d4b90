using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Text;
using Kitbag.Codecs;
using Xunit;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests.Evolution
{
    /// <summary>
    /// Values that a document omits are the default of the writer's type. The result in the reader's type must not depend on the number
    /// of values, nor on where they are stored.
    /// </summary>
    public class DefaultsTests
    {
        private static readonly int[] s_counts = { 1, 3, 7, 8, 20, 4100 };

        private static void Reads<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld value, Action<TNew> check)
        {
            check(KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(value)));
            check(KitbagSerializer.Deserialize<Hold<TNew>>(KitbagSerializer.Serialize(new Hold<TOld> { Value = value })).Value!);
            check(KitbagSerializer.Deserialize<Dictionary<int,
                TNew>>(KitbagSerializer.Serialize(new Dictionary<int, TOld> { [1] = value }))[1]);
            foreach (int count in s_counts)
            {
                Assert.All(KitbagSerializer.Deserialize<List<Hold<TNew>>>(KitbagSerializer.Serialize(Enumerable.Repeat(new Hold<TOld>
                {
                    Value = value
                }, count).ToArray())), h => check(h.Value!));
                Assert.All(KitbagSerializer.Deserialize<List<TNew>>(KitbagSerializer.Serialize(Enumerable.Repeat(value, count).ToArray())),
                    v => check(v));
            }
        }

        public class BeforeParts
        {
            public int A { get; set; }
        }

        // The implementing declaration of a partial property determines its initial value.
        public partial class OfParts
        {
            private string _title = "none";

            public int A { get; set; }

            public partial string Title { get; set; }

            public partial int Size { get; set; }
        }

        public partial class OfParts
        {
            public partial string Title
            {
                get => _title;
                set => _title = value;
            }

            public partial int Size { get => field; set => field = value; } = 7;
        }

        [Fact]
        public void Partial_properties_keep_what_a_new_object_has() =>
            Reads<BeforeParts, OfParts>(new BeforeParts { A = 3 }, o => Assert.Equal((3, "none", 7), (o.A, o.Title, o.Size)));

        public class BeforeLevels
        {
            public List<int>? Items { get; set; }
        }

        /// <summary>A getter rejects a new object, which reading does not ask for the value.</summary>
        public class OfLevels
        {
            private List<int>? _items;

            public List<int> Items { get => _items ?? throw new InvalidOperationException("Not loaded."); set => _items = value; }

            public int Level { get; set; } = 5;
        }

        [Fact]
        public void Getters_that_reject_a_new_object_are_no_obstacle() => Reads<BeforeLevels, OfLevels>(
            new BeforeLevels { Items = new List<int> { 3 } }, o => Assert.Equal((3, 5), (o.Items[0], o.Level)));

        private static void Refuses<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld value, KitbagErrorReason reason)
        {
            Fails(() => KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(value)), reason, "");
            Fails(() => KitbagSerializer.Deserialize<Hold<TNew>>(KitbagSerializer.Serialize(new Hold<TOld> { Value = value })), reason,
                ".Value");
            foreach (int count in s_counts)
            {
                Fails(() => KitbagSerializer.Deserialize<List<Hold<TNew>>>(KitbagSerializer.Serialize(Enumerable.Repeat(new Hold<TOld>
                {
                    Value = value
                }, count).ToArray())), reason, "$[0].Value");
                Fails(() => KitbagSerializer.Deserialize<List<TNew>>(KitbagSerializer.Serialize(Enumerable.Repeat(value, count).ToArray())),
                    reason, "$[0]");
            }
        }

        private static void Fails(Action read, KitbagErrorReason reason, string path)
        {
            KitbagException e = Assert.Throws<KitbagException>(read);
            Assert.True(reason == e.Reason, e.Message);
            Assert.EndsWith(path, e.Path);
            Assert.Contains("null", e.Message);
        }

        [Fact]
        public void Structs_of_zeros_are_read_as_separate_objects()
        {
            Action<VectorClass> isZero = v => Assert.Equal((0, 0, 5), (v.X, v.Y, v.Z));
            Reads<VectorStruct, VectorClass>(default, isZero);
            Reads<VectorText, VectorClass>(default, isZero);
            Reads<VectorStruct, VectorBase>(default, v => Assert.Equal((0, 0), (v.X, v.Y)));
            List<Hold<VectorClass>> many =
                KitbagSerializer.Deserialize<List<Hold<VectorClass>>>(KitbagSerializer.Serialize(new Hold<VectorStruct>[20].Select(_ =>
                new Hold<VectorStruct>()).ToArray()));
            Assert.NotSame(many[0].Value, many[1].Value);
        }

        [Fact]
        public void Null_is_refused_where_a_struct_is_expected()
        {
            Refuses<VectorClass?, VectorStruct>(null, KitbagErrorReason.SchemaMismatch);
            Refuses<VectorClass?, VectorText>(null, KitbagErrorReason.SchemaMismatch);
            Refuses<VectorBase?, VectorStruct>(null, KitbagErrorReason.SchemaMismatch);
            Refuses<VectorBase?, VectorText>(null, KitbagErrorReason.SchemaMismatch);
            Refuses<VectorStruct?, VectorStruct>(null, KitbagErrorReason.SchemaMismatch);
            Refuses<int?, int>(null, KitbagErrorReason.SchemaMismatch);
            Refuses<int?, long>(null, KitbagErrorReason.SchemaMismatch);
        }

        [Fact]
        public void Null_is_refused_for_structs_that_are_stored_as_strings_or_arrays()
        {
            Refuses<string?, Rune>(null, KitbagErrorReason.OutOfRange);
            Refuses<string?, Index>(null, KitbagErrorReason.OutOfRange);
            Refuses<byte[]?, BigInteger>(null, KitbagErrorReason.OutOfRange);
            // A codec of the program may store a struct as null.
            Reads<string?, Tag>(null, t => Assert.Null(t.Text));
            Reads<Tag, string?>(default, Assert.Null);
        }

        [Fact]
        public void Absent_values_are_converted()
        {
            Reads<int, int?>(0, v => Assert.Equal(0, v));
            Reads<int?, int?>(null, v => Assert.Null(v));
            Reads<VectorStruct, VectorStruct?>(default, v => Assert.Equal(0, v!.Value.X));
            Reads<VectorClass?, VectorStruct?>(null, v => Assert.Null(v));
            Reads<VectorStruct?, VectorClass?>(null, Assert.Null);
            Reads<int, List<int>>(0, v => Assert.Equal(new[] { 0 }, v));
            Reads<string?, List<string>?>(null, Assert.Null);
            Reads<int, Angle>(0, v => Assert.Equal(360, v.Degrees));
        }

        public struct VectorStruct
        {
            public int X;
            public int Y;
        }

        // Not a record, because it has a string.
        public struct VectorText
        {
            public int X;
            public int Y;
            public string? Name;
        }

        public class VectorClass
        {
            public int X;
            public int Y;
            public int Z = 5;
        }

        public class VectorBase
        {
            public int X;
            public int Y;
        }

        public sealed class VectorDerived : VectorBase
        {
            public int Z;
        }

        public class Hold<T>
        {
            public T? Value;
        }

        /// <summary>Only the conversion knows which value of a struct null is, if several are stored as null.</summary>
        [Fact]
        public void Null_of_a_struct_is_the_value_that_its_surrogate_converts_null_to()
        {
            var none = new Setting(null, true);
            Assert.Equal(none, KitbagSerializer.Deserialize<Setting>(KitbagSerializer.Serialize(none)));
            Assert.Equal(none, KitbagJson.Deserialize<Setting>(KitbagJson.Serialize(none)));
            var list = new List<Setting> { none, new(3, true), none };
            Assert.Equal(list, KitbagSerializer.Deserialize<List<Setting>>(KitbagSerializer.Serialize(list)));
            byte[] bare = KitbagSerializer.Serialize(list, KitbagOptions.Bare);
            Assert.Equal(list, KitbagSerializer.Deserialize<List<Setting>>(bare, KitbagOptions.Bare));
            // A column that is not stored.
            list = Enumerable.Repeat(none, 20).ToList();
            Assert.Equal(list, KitbagSerializer.Deserialize<List<Setting>>(KitbagSerializer.Serialize(list)));
            Assert.Equal(list, KitbagJson.Deserialize<List<Setting>>(KitbagJson.Serialize(list)));
            var marks = new List<Mark> { new(null, true), new(4, true), new(null, true) };
            Assert.Equal(marks, KitbagSerializer.Deserialize<List<Mark>>(KitbagSerializer.Serialize(marks)));
            // The conversion throws: null is the default.
            var strict = new List<Strict> { default, new("a"), default };
            Assert.Equal(strict, KitbagSerializer.Deserialize<List<Strict>>(KitbagSerializer.Serialize(strict)));
        }

        public readonly record struct Setting(int? Value, bool HasValue);

        [KitbagSurrogate(typeof(Setting))]
        public record SettingForm(int? V)
        {
            public static implicit operator SettingForm?(Setting o) => o.Value is null ? null : new(o.Value);

            public static implicit operator Setting(SettingForm? f) => new(f?.V, true);
        }

        public readonly record struct Mark(int? Value, bool HasValue);

        [CodecFor(typeof(Mark), CodecShape.Surrogate)]
        public sealed class MarkCodec : SurrogateCodec<Mark, int?>
        {
            public static readonly MarkCodec Instance = new MarkCodec();

            private MarkCodec()
                : base(new NullableCodec<int>(Int32Codec.Instance))
            {
            }

            protected override int? ToSurrogate(Mark value) => value.Value;

            protected override Mark FromSurrogate(int? surrogate) => new Mark(surrogate, true);
        }

        public readonly record struct Strict(string? Text);

        [CodecFor(typeof(Strict), CodecShape.Surrogate)]
        public sealed class StrictCodec : SurrogateCodec<Strict, string?>
        {
            public static readonly StrictCodec Instance = new StrictCodec();

            private StrictCodec()
                : base(StringCodec.Instance)
            {
            }

            protected override string? ToSurrogate(Strict value) => value.Text;

            protected override Strict FromSurrogate(string? surrogate) => new Strict(surrogate!.Trim());
        }

        public readonly struct Tag
        {
            public Tag(string? text) => Text = text;

            public string? Text { get; }
        }

        [CodecFor(typeof(Tag), CodecShape.Surrogate)]
        public sealed class TagCodec : SurrogateCodec<Tag, string?>
        {
            public static readonly TagCodec Instance = new TagCodec();

            private TagCodec()
                : base(StringCodec.Instance)
            {
            }

            protected override string? ToSurrogate(Tag value) => value.Text;

            protected override Tag FromSurrogate(string? surrogate) => new Tag(surrogate);
        }

        public readonly struct Angle
        {
            public Angle(int degrees) => Degrees = degrees;

            public int Degrees { get; }
        }

        [CodecFor(typeof(Angle), CodecShape.Surrogate)]
        public sealed class AngleCodec : SurrogateCodec<Angle, int>
        {
            public static readonly AngleCodec Instance = new AngleCodec();

            private AngleCodec()
                : base(Int32Codec.Instance)
            {
            }

            protected override int ToSurrogate(Angle value) => value.Degrees - 360;

            protected override Angle FromSurrogate(int surrogate) => new Angle(surrogate + 360);
        }
    }
}
