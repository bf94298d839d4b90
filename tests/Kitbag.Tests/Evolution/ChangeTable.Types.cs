using System;

#pragma warning disable CS0649 // fields that only a document sets

namespace Kitbag.Tests.Evolution
{
    /// <summary>Changes of types: members added, removed, moved and renamed; class, struct and record; values of enums.</summary>
    public partial class ChangeTableTests
    {
        private static readonly Change[] s_types =
        {
            // Members.
            Row<One, Initialized>("member added to a class, with an initializer").Reads(new One { A = 1 }, v => (v!.A, v.B) == (1, 5))
                .Reads(null, v => v == null),
            Row<Initialized, One>("member removed from a class").Reads(new Initialized { A = 1, B = 2 }, v => v!.A == 1)
                .Reads(null, v => v == null),
            Row<OneStruct, InitializedStruct>("member added to a struct, with an initializer")
                .Reads(new OneStruct { A = 1 }, v => (v.A, v.B) == (1, 5)).Reads(default, v => (v.A, v.B) == (0, 5)),
            Row<InitializedStruct, OneStruct>("member removed from a struct").Reads(new InitializedStruct { A = 1 }, v => v.A == 1)
                .Reads(default, v => v.A == 0),
            Row<OneRecord, DefaultRecord>("member added to a record, with a default").Reads(new OneRecord(1), new DefaultRecord(1, 5)),
            Row<DefaultRecord, OneRecord>("member removed from a record").Reads(new DefaultRecord(1, 2), new OneRecord(1)),
            Row<One, Required>("required member added to a class").Refuses(new One { A = 1 }),
            Row<Required, One>("required member removed").Reads(new Required { A = 1, B = 2 }, v => v!.A == 1),
            Row<OneRecord, StrictRecord>("parameter without a default added to a record").Refuses(new OneRecord(1)),
            Row<StrictRecord, OneRecord>("parameter removed").Reads(new StrictRecord(1, 2), new OneRecord(1)),
            Row<OneStruct, StrictStruct>("parameter without a default added to a record struct").Refuses(new OneStruct { A = 1 }),
            Row<StrictStruct, OneStruct>("parameter removed from a record struct").Reads(new StrictStruct(1, 2), v => v.A == 1),
            Row<Initialized, Reordered>("members of a class reordered").Reads(new Initialized { A = 1, B = 2 }, v => (v!.A, v.B) == (1, 2)),
            Row<Reordered, Initialized>("members of a class reordered back")
                .Reads(new Reordered { A = 1, B = 2 }, v => (v!.A, v.B) == (1, 2)),
            Row<DefaultRecord, ReorderedRecord>("parameters of a record reordered")
                .Reads(new DefaultRecord(1, 2), new ReorderedRecord(2, 1)),
            Row<ReorderedRecord, DefaultRecord>("parameters of a record reordered back")
                .Reads(new ReorderedRecord(2, 1), new DefaultRecord(1, 2)),
            Row<StrictStruct, ReorderedStruct>("members of a struct reordered").Reads(new StrictStruct(1, 2), v => (v.A, v.B) == (1, 2)),
            Row<ReorderedStruct, StrictStruct>("members of a struct reordered back")
                .Reads(new ReorderedStruct { A = 1, B = 2 }, new StrictStruct(1, 2)),
            Row<Initialized, Derived>("member moved to a base class").Reads(new Initialized { A = 1, B = 2 }, v => (v!.A, v.B) == (1, 2)),
            Row<Derived, Initialized>("member moved from a base class").Reads(new Derived { A = 1, B = 2 }, v => (v!.A, v.B) == (1, 2)),
            Row<Initialized, Renamed>("member renamed").Reads(new Initialized { A = 1, B = 2 }, v => (v!.A, v.C) == (1, 2)),
            Row<Renamed, Initialized>("member renamed back, without its newer name")
                .Reads(new Renamed { A = 1, C = 2 }, v => (v!.A, v.B) == (1, 5)),
            Row<Initialized, Lost>("member renamed without its former name")
                .Reads(new Initialized { A = 1, B = 2 }, v => (v!.A, v.C) == (1, 7)),
            Row<Lost, Initialized>("member renamed back without its former name")
                .Reads(new Lost { A = 1, C = 2 }, v => (v!.A, v.B) == (1, 5)),
            Row<StrictStruct, RenamedStruct>("member of a struct renamed").Reads(new StrictStruct(1, 2), v => (v.A, v.C) == (1, 2)),
            Row<RenamedStruct, StrictStruct>("member of a struct renamed without its former name")
                .Refuses(new RenamedStruct { A = 1, C = 2 }),
            Row<DefaultRecord, RenamedRecord>("parameter renamed").Reads(new DefaultRecord(1, 2), new RenamedRecord(1, 2)),
            Row<RenamedRecord, DefaultRecord>("parameter renamed without its former name")
                .Reads(new RenamedRecord(1, 2), new DefaultRecord(1, 5)),
            Row<One, Stranger>("another type altogether").ReadsJsonOnly(new One { A = 1 }, v => v!.Z == 0),
            Row<Stranger, One>("another type altogether, back").ReadsJsonOnly(new Stranger { Z = 1 }, v => v!.A == 0),

            // The type itself.
            Row<Initialized, StrictStruct>("class with initializers to record struct")
                .Reads(new Initialized { A = 1, B = 2 }, new StrictStruct(1, 2)).Refuses(null),
            Row<StrictStruct, Initialized>("record struct to class with initializers")
                .Reads(new StrictStruct(1, 2), v => (v!.A, v.B) == (1, 2)).Reads(default, v => (v!.A, v.B) == (0, 0)),
            Row<Initialized, DefaultRecord>("class to record").Reads(new Initialized { A = 1, B = 2 }, new DefaultRecord(1, 2))
                .Reads(null, (DefaultRecord?)null),
            Row<DefaultRecord, Initialized>("record to class").Reads(new DefaultRecord(1, 2), v => (v!.A, v.B) == (1, 2))
                .Reads(null, v => v == null),
            Row<ReorderedStruct, DefaultRecord>("struct to record").Reads(new ReorderedStruct { A = 1, B = 2 }, new DefaultRecord(1, 2))
                .Reads(default, new DefaultRecord(0, 0)),
            Row<DefaultRecord, ReorderedStruct>("record to struct").Reads(new DefaultRecord(1, 2), v => (v.A, v.B) == (1, 2)).Refuses(null),

            // Values of enums.
            Row<Color, Renumbered>("enum values renumbered").Reads(Color.Green, Renumbered.Green, inJson: (Renumbered)1)
                .Reads(Color.Red, Renumbered.Red, inJson: 0),
            Row<Renumbered, Color>("enum values renumbered back").Reads(Renumbered.Green, Color.Green, inJson: (Color)4)
                .Reads(Renumbered.Red, Color.Red, inJson: (Color)2),
            Row<Color, RenamedColor>("enum value renamed").Reads(Color.Green, RenamedColor.Emerald).Reads(Color.Red, RenamedColor.Red),
            Row<RenamedColor, Color>("enum value renamed without its former name").Reads(RenamedColor.Red, Color.Red),
            Row<RenamedColor, Color>("value of an enum whose number has another name")
                .ReadsJsonOnly(RenamedColor.Emerald, v => v == Color.Green).RefusesJsonKeys(),
        };

        public enum Renumbered { Green = 4, Red = 2 }

        public enum RenamedColor
        {
            Red,
            [KitbagFormerName("Green")]
            Emerald,
        }

        public class One
        {
            public int A;
        }

        public class Initialized
        {
            public int A;
            public int B = 5;
        }

        public class Required
        {
            public int A;
            public required int B;
        }

        public class Reordered
        {
            public int B;
            public int A;
        }

        public class WithA
        {
            public int A;
        }

        public sealed class Derived : WithA
        {
            public int B = 5;
        }

        public class Renamed
        {
            public int A;
            [KitbagFormerName("B")]
            public int C = 7;
        }

        public class Lost
        {
            public int A;
            public int C = 7;
        }

        public class Stranger
        {
            public int Z;
        }

        public struct OneStruct
        {
            public int A;
        }

        public struct InitializedStruct
        {
            public int A;
            public int B = 5;

            public InitializedStruct()
            {
            }
        }

        public record struct StrictStruct(int A, int B);

        public struct ReorderedStruct
        {
            public int B;
            public int A;
        }

        public struct RenamedStruct
        {
            public int A;
            [KitbagFormerName("B")]
            public int C;
        }

        public sealed record OneRecord(int A);

        public sealed record DefaultRecord(int A, int B = 5);

        public sealed record StrictRecord(int A, int B);

        public sealed record ReorderedRecord(int B, int A);

        public sealed record RenamedRecord(int A, [KitbagFormerName("B")] int C = 7);
    }
}
