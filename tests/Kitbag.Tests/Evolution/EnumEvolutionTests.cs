using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests
{
    /// <summary>Enums of one version read as those of another, wherever a value can occur.</summary>
    public class EnumEvolutionTests
    {
        // Reads a value in every place.
        private static void Reads<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld old, TNew expected)
            where TOld : struct
            where TNew : struct
        {
            Assert.Equal(expected, KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(old)));
            Places<TNew> places = KitbagSerializer.Deserialize<Places<TNew>>(KitbagSerializer.Serialize(new Places<TOld>(old)));
            Assert.Equal(expected, places.Member);
            Assert.Equal(expected, places.Maybe);
            Assert.Null(places.Nothing);
            Assert.Equal(Enumerable.Repeat(expected, 3), places.Few);
            Assert.Equal(Enumerable.Repeat(expected, 20), places.Many);
            Assert.Equal(expected, Assert.Single(places.Keys!).Key);
            Assert.Equal(expected, Assert.Single(places.Values!).Value);
            Assert.Equal((7, expected), (places.Record.A, places.Record.B));
            Assert.All(places.Rows!, row => Assert.Equal((expected, expected), (row.A, row.B!.Value)));
            Assert.All(places.Columns!, row => Assert.Equal((expected, expected), (row.A, row.B!.Value)));
            Assert.Equal(Enumerable.Repeat(expected, 20), places.Records!.Select(record => record.B));
            Assert.Equal((3, 20, 20), (places.Rows!.Count, places.Columns!.Count, places.Records!.Length));
        }

        // Expects that a value is refused with its path, and only if the document contains it.
        private static void Refuses<[KitbagRoot] TOld, [KitbagRoot] TNew>(TOld fine, TOld old, params string[] texts)
            where TOld : struct
            where TNew : struct
        {
            KitbagSerializer.Deserialize<Places<TNew>>(KitbagSerializer.Serialize(new Places<TOld>(fine)));
            Throws(() => KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(old)), "$", texts);
            foreach (int count in new[] { 5, 20 })
            {
                TOld[] list = Enumerable.Range(0, count).Select(i => i == 3 ? old : fine).ToArray();
                Throws(() => KitbagSerializer.Deserialize<TNew[]>(KitbagSerializer.Serialize(list)), "$[3]", texts);
                Throws(() => KitbagSerializer.Deserialize<TNew?[]>(KitbagSerializer.Serialize(list.Select((value, i) => i == 1
                    ? (TOld?)null : value).ToArray())), "$[3]", texts);
                Throws(() => KitbagSerializer.Deserialize<Row<TNew>[]>(KitbagSerializer.Serialize(list.Select(value =>
                    new Row<TOld> { A = value }).ToArray())), "$[3].A", texts);
                Throws(() => KitbagSerializer.Deserialize<Record<TNew>[]>(KitbagSerializer.Serialize(list.Select(value =>
                    new Record<TOld> { B = value }).ToArray())), "$[3].B", texts);
            }
        }

        private static void Throws(Action read, string path, string[] texts)
        {
            var e = Assert.Throws<KitbagException>(read);
            Assert.Equal((KitbagErrorReason.SchemaMismatch, path), (e.Reason, e.Path));
            Assert.All(texts, text => Assert.Contains(text, e.Message));
        }

        [Fact]
        public void Names_that_have_other_numbers()
        {
            Reads(Old.Color.Red, New.Color.Red);
            Reads(Old.Color.Green, New.Color.Green);
            Reads(Old.Color.Blue, New.Color.Blue);
            Reads(New.Color.Red, Old.Color.Red);
            Reads(New.Color.Green, Old.Color.Green);
            // The name with the number 0 has another number here; documents omit zeros.
            Assert.Equal((0, 5, 0), ((int)Old.Color.Red, (int)New.Color.Red, (int)New.Color.Blue));
        }

        [Fact]
        public void Former_names()
        {
            Reads(Old.Rank.Private, New.Rank.Recruit);
            Reads(Old.Rank.Sergeant, New.Rank.Sergeant);
            Reads(Old.Rank.General, New.Rank.Marshal);
            Assert.Equal(New.Rank.Marshal, KitbagJson.Deserialize<New.Rank>("\"General\""));
            Assert.Equal(New.Rank.Recruit, KitbagJson.Deserialize<New.Rank>("\"private\""));
            Assert.Equal(New.Rank.Sergeant, KitbagJson.Deserialize<New.Rank>("\"Sergeant\""));
        }

        [Fact]
        public void Values_added_and_removed()
        {
            // A name that the reader lacks keeps its number if no other name has it.
            Reads(New.Size.Huge, (Old.Size)3);
            Reads(New.Size.Large, Old.Size.Large);
            Reads(Old.Size.Large, New.Size.Large);
            Reads(Old.Size.Tiny, (New.Size)9);
            // A value without a name keeps its number, even if the reader has a name for it.
            Reads((Old.Size)77, (New.Size)77);
            Reads((Old.Size)3, New.Size.Huge);
        }

        [Fact]
        public void A_value_whose_number_has_another_meaning_is_rejected_at_its_path()
        {
            Refuses<Old.Fruit, New.Fruit>(Old.Fruit.Apple, Old.Fruit.Pear, "'Pear'", "'Plum'", "[KitbagFormerName(\"Pear\")]");
            // Without a name, 5 would be the red that the document has as 0.
            Refuses<Old.Color, New.Color>(Old.Color.Red, (Old.Color)5, "5", "'Red'");
            // Two names that had the same number and have different ones here.
            Refuses<Old.Alias, New.Alias>(Old.Alias.None, Old.Alias.Gray, "'Gray'", "'Grey'");
        }

        [Fact]
        public void Aliases()
        {
            Reads(Old.Alias.None, New.Alias.None);
            Reads(Old.Alias2.Gray, New.Alias2.Gray);
            Reads(New.Alias2.Gray, Old.Alias2.Gray);
        }

        [Fact]
        public void Flags_are_mapped_bit_by_bit()
        {
            Reads(Old.Doors.North | Old.Doors.South, New.Doors.North | New.Doors.South);
            Reads(Old.Doors.All, New.Doors.North | New.Doors.South | New.Doors.East);
            Reads(Old.Doors.None, New.Doors.None);
            Reads(Old.Doors.North | (Old.Doors)64, New.Doors.North | (New.Doors)64);
            Reads(New.Doors.South | New.Doors.East, Old.Doors.South | Old.Doors.East);
            Reads(Old.Wide.High | Old.Wide.Low, New.Wide.High | New.Wide.Low);
            // Bits without a name stay where they are.
            Reads(~Old.Wide.Low, (New.Wide)(int.MaxValue - 1) | New.Wide.High);
            Reads((Old.Wide)6 | Old.Wide.Low, (New.Wide)6 | New.Wide.Low);
            Refuses<Old.Doors, New.Doors>(Old.Doors.North, Old.Doors.North | (Old.Doors)16, "16", "'South'");
        }

        [Fact]
        public void Values_of_an_enum_that_became_flags_are_not_combinations()
        {
            Reads(Old.Element.Fire, New.Element.Fire);
            Reads(Old.Element.Ice, New.Element.Ice);
            Reads(Old.Element.Wind, New.Element.Wind);
            // 3, whose bits are Ice and Wind.
            Reads(Old.Element.Earth, New.Element.Earth);
            // 5, which is the number here as well, but not that of the bits.
            Reads(Old.Element.Void, New.Element.Void);
            Reads(Old.Doors.All | (Old.Doors)32, New.Doors.North | New.Doors.South | New.Doors.East | (New.Doors)32);
        }

        [Fact]
        public void Enums_over_other_integers()
        {
            Reads(Old.Level.Low, New.Level.Low);
            Reads(Old.Level.High, New.Level.High);
            Reads(New.Level.High, Old.Level.High);
            Reads(New.Huge.Max, Old.Huge.Max);
            Reads(Old.Huge.Max, New.Huge.Max);
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<New.Level>(KitbagSerializer.Serialize((Old.Level)(-3))));
            Assert.Equal(KitbagErrorReason.OutOfRange, e.Reason);
            e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<Old.Huge[]>(KitbagSerializer.Serialize(new[] { New.Huge.Max,
                (New.Huge)(ulong.MaxValue - 1) })));
            Assert.Equal((KitbagErrorReason.OutOfRange, "$[1]"), (e.Reason, e.Path));
        }

        [Fact]
        public void Enums_and_integers()
        {
            Reads(Old.Color.Blue, 2);
            Reads(Old.Color.Blue, 2L);
            Reads(Old.Color.Blue, (byte)2);
            Reads(2, Old.Color.Blue);
            Reads((byte)2, Old.Color.Blue);
            Reads(2UL, Old.Color.Blue);
            Reads(77, (Old.Color)77);
            var e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<New.Level[]>(KitbagSerializer.Serialize(new[] { 1, 300 })));
            Assert.Equal((KitbagErrorReason.OutOfRange, "$[1]"), (e.Reason, e.Path));
            e = Assert.Throws<KitbagException>(() =>
                KitbagSerializer.Deserialize<byte[]>(KitbagSerializer.Serialize(new[] { Old.Color.Red, (Old.Color)(-1) })));
            Assert.Equal((KitbagErrorReason.OutOfRange, "$[1]"), (e.Reason, e.Path));
        }

        [Fact]
        public void The_cost_of_a_large_enum_is_proportional_to_its_names()
        {
            // The time for an enum with 200,000 names must not be quadratic.
            var schema = new Schema.SchemaType(Schema.SchemaKind.Enum, "Color")
            {
                Underlying = Schema.SchemaKind.Int32,
                ValueArray = Enumerable.Range(0, 200_000).Select(i => new Schema.SchemaEnumValue("n" + i, i)).ToArray(),
            };
            var reader = new Schema.SchemaType(Schema.SchemaKind.Enum, "Color")
            {
                Underlying = Schema.SchemaKind.Int32,
                ValueArray = Enumerable.Range(0, 200_000).Select(i => new Schema.SchemaEnumValue("n" + i, 199_999 - i)).ToArray(),
            };
            Schema.EnumPlan plan = Schema.EnumPlan.Make(schema, new Schema.EnumValues(reader, Array.Empty<string>(), false))!;
            for (int i = 0; i < 200_000; i++)
            {
                Assert.True(plan.TryMap(i, out long target));
                Assert.Equal(199_999 - i, target);
            }
        }

        [Fact]
        public void The_same_names_with_the_same_numbers_are_read_straight()
        {
            var writer = new Schema.SchemaType(Schema.SchemaKind.Enum,
                "Size")
            {
                ValueArray = new[] { new Schema.SchemaEnumValue("A", 1), new Schema.SchemaEnumValue("New", 2),
                new Schema.SchemaEnumValue("B", 0) }
            };
            var reader = new Schema.SchemaType(Schema.SchemaKind.Enum,
                "Size")
            {
                ValueArray = new[] { new Schema.SchemaEnumValue("B", 0), new Schema.SchemaEnumValue("A", 1),
                new Schema.SchemaEnumValue("Other", 3) }
            };
            Assert.Null(Schema.EnumPlan.Make(writer, new Schema.EnumValues(reader, Array.Empty<string>(), true)));
        }

        public static class Old
        {
            public enum Color { Red, Green, Blue }

            public enum Rank { Private, Sergeant, General }

            public enum Size { Small, Medium, Large, Tiny = 9 }

            public enum Fruit { Apple, Pear }

            public enum Alias { None, Gray, Grey = 1 }

            public enum Alias2 { None, Gray, Grey = 1 }

            public enum Element { Fire, Ice, Wind, Earth, Void = 5 }

            [Flags]
            public enum Doors { None = 0, North = 1, South = 2, East = 4, All = 7 }

            [Flags]
            public enum Wide { Low = 1, High = int.MinValue }

            public enum Level : short { Low = -1, High = 300 }

            public enum Huge : long { Max = long.MaxValue }
        }

        public static class New
        {
            public enum Color { Blue, Green, Red = 5 }

            public enum Rank
            {
                [KitbagFormerName("General")]
                Marshal,
                Sergeant,
                [KitbagFormerName("Soldier")]
                [KitbagFormerName("Private")]
                Recruit,
            }

            public enum Size { Small, Medium, Large, Huge }

            public enum Fruit { Apple, Plum }

            public enum Alias { None, Gray, Grey }

            public enum Alias2 { None, Gray = 4 }

            [Flags]
            public enum Element { None = 0, Fire = 1, Ice = 2, Wind = 4, Earth = 8, Void = 5 }

            [Flags]
            public enum Doors : byte { None = 0, West = 1, North = 2, East = 8, South = 16, All = 27 }

            [Flags]
            public enum Wide : long { High = 1, Low = 1L << 40 }

            public enum Level : byte { High, Low = 200 }

            public enum Huge : ulong { Max = ulong.MaxValue }
        }

        public class Places<T>
            where T : struct
        {
            public T Member;
            public T? Maybe;
            public T? Nothing;
            public List<T>? Few;
            public T[]? Many;
            public Dictionary<T, int>? Keys;
            public Dictionary<string, T>? Values;
            public Record<T> Record;
            public List<Row<T>>? Rows;
            public List<Row<T>>? Columns;
            public Record<T>[]? Records;

            public Places()
            {
            }

            public Places(T value)
            {
                Member = value;
                Maybe = value;
                Few = Enumerable.Repeat(value, 3).ToList();
                Many = Enumerable.Repeat(value, 20).ToArray();
                Keys = new Dictionary<T, int> { [value] = 1 };
                Values = new Dictionary<string, T> { ["k"] = value };
                Record = new Record<T> { A = 7, B = value };
                Rows = Enumerable.Repeat(new Row<T> { A = value, B = value }, 3).ToList();
                Columns = Enumerable.Repeat(new Row<T> { A = value, B = value }, 20).ToList();
                Records = Enumerable.Repeat(new Record<T> { B = value }, 20).ToArray();
            }
        }

        public class Row<T>
            where T : struct
        {
            public T A;
            public T? B;
        }

        public struct Record<T>
        {
            public int A;
            public T B;
        }
    }
}
